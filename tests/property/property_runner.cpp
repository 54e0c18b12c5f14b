// Runs many generated programs through the pipeline and checks what must hold of each; or writes them to files.
#include <charconv>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include "campaign.h"
#include "print_program.h"

namespace {

using namespace outplace::property;

constexpr std::string_view kUsage =
    "usage: property_runner [--random N | --enumerate K [--core] [--every E]] [--seed S] [--shard I/N] [--keep-going] [--list-reasons] "
    "[--no-agreement] [--print DIR]\n"
    "  --random N        so many random programs (default 1000), of the seeds from S on (default 1)\n"
    "  --enumerate K     all programs of K operations out of a small set\n"
    "  --core            out of the core of that set, half as many\n"
    "  --every E         of these only every Eth\n"
    "  --shard I/N       only every Nth of them, from the Ith on\n"
    "  --keep-going      go on after the first failure; report one program of each kind\n"
    "  --list-reasons   count what was refused or not verified by reason\n"
    "  --no-agreement    without the interpreter\n"
    "  --print DIR       write the programs to DIR/SEED/graph.py and inputs.json instead of checking them; not those with collectives\n"
    "Exit code 1 if a property fails.\n";

struct Arguments {
  CampaignOptions campaign;
  ListReasons list = ListReasons::no;
  std::string print;
  std::optional<Enumeration> enumeration;
};

std::optional<uint64_t> number(std::string_view text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

bool set_shard(std::string_view text, Shard& shard) {
  const size_t slash = text.find('/');
  if (slash == std::string_view::npos) return false;
  const auto index = number(text.substr(0, slash));
  const auto count = number(text.substr(slash + 1));
  if (!index || !count || *index >= *count) return false;
  shard = {*index, *count};
  return true;
}

bool set_option(Arguments& out, std::string_view name, std::string_view value) {
  const auto n = number(value);
  if (name == "--random" && n)
    out.campaign.programs = *n;
  else if (name == "--seed" && n)
    out.campaign.first = *n;
  else if (name == "--enumerate" && n && *n <= 8)
    out.enumeration = Enumeration{static_cast<int>(*n), OperationSet::all};
  else if (name == "--every" && n && *n > 0)
    out.campaign.step = *n;
  else if (name == "--shard")
    return set_shard(value, out.campaign.shard);
  else if (name == "--print" && !value.empty())
    out.print = value;
  else
    return false;
  return true;
}

std::optional<Arguments> parse(int argc, char** argv) {
  Arguments out;
  bool core = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--keep-going")
      out.campaign.most_failures = 50;
    else if (name == "--core")
      core = true;
    else if (name == "--list-reasons")
      out.list = ListReasons::yes;
    else if (name == "--no-agreement")
      out.campaign.check.agreement = Agreement::skip;
    else if (i + 1 >= argc || !set_option(out, name, argv[++i]))
      return std::nullopt;
  }
  if (core && !out.enumeration) return std::nullopt;
  if (core) out.enumeration->set = OperationSet::core;
  return out;
}

// Eager mode has none.
bool needs_process_group(const Program& program) {
  const outplace::Module& module = program.document.module;
  for (const outplace::NodeId n : module.nodes(program.document.roots.at(0))) {
    if (module.target(n).starts_with("torch.ops._c10d_functional.")) return true;
  }
  return false;
}

bool print_all(const Arguments& arguments) {
  const CampaignOptions& c = arguments.campaign;
  for (uint64_t i = c.shard.index; i < c.programs; i += c.shard.count) {
    const uint64_t number = c.first + i * c.step;
    const std::optional<Program> program =
        arguments.enumeration ? enumerated_program(*arguments.enumeration, number) : program_of_seed(number);
    if (program && needs_process_group(*program)) continue;
    if (program && !write_files(*program, arguments.print + "/" + std::to_string(number))) return false;
  }
  return true;
}

// All numbers of the enumeration, so far as --every leaves them.
void enumerate_all(Arguments& arguments) {
  if (!arguments.enumeration) return;
  arguments.campaign.first = 0;
  arguments.campaign.programs = (enumerated_count(*arguments.enumeration) + arguments.campaign.step - 1) / arguments.campaign.step;
}

}  // namespace

int main(int argc, char** argv) {
  std::optional<Arguments> arguments = parse(argc, argv);
  if (!arguments) {
    std::cerr << kUsage;
    return 2;
  }
  enumerate_all(*arguments);
  if (!arguments->print.empty()) {
    if (print_all(*arguments)) return 0;
    std::cerr << "cannot write to " << arguments->print << "\n";
    return 2;
  }
  const Tally tally =
      arguments->enumeration ? run_enumerated(*arguments->enumeration, arguments->campaign) : run_random(arguments->campaign);
  std::cout << summary(tally, arguments->list);
  return tally.failures.empty() ? 0 : 1;
}
