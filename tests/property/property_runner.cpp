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
    "usage: property_runner [--random N] [--seed S] [--shard I/N] [--keep-going] [--list-refusals] [--no-agreement] [--print DIR]\n"
    "  --random N        so many random programs (default 1000), of the seeds from S on (default 1)\n"
    "  --shard I/N       only every Nth of them, from the Ith on\n"
    "  --keep-going      report up to 20 failures, not only the first\n"
    "  --list-refusals   count refused programs by reason\n"
    "  --no-agreement    without the interpreter\n"
    "  --print DIR       write the programs to DIR/SEED/graph.py and inputs.json instead of checking them\n"
    "Exit code 1 if a property fails.\n";

struct Arguments {
  CampaignOptions campaign;
  ListRefusals list = ListRefusals::no;
  std::string print;
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
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--keep-going")
      out.campaign.most_failures = 20;
    else if (name == "--list-refusals")
      out.list = ListRefusals::yes;
    else if (name == "--no-agreement")
      out.campaign.check.agreement = Agreement::skip;
    else if (i + 1 >= argc || !set_option(out, name, argv[++i]))
      return std::nullopt;
  }
  return out;
}

bool print_all(const Arguments& arguments) {
  const CampaignOptions& c = arguments.campaign;
  for (uint64_t i = c.shard.index; i < c.programs; i += c.shard.count) {
    const uint64_t seed = c.first + i;
    if (!write_files(program_of_seed(seed), arguments.print + "/" + std::to_string(seed))) return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const std::optional<Arguments> arguments = parse(argc, argv);
  if (!arguments) {
    std::cerr << kUsage;
    return 2;
  }
  if (!arguments->print.empty()) {
    if (print_all(*arguments)) return 0;
    std::cerr << "cannot write to " << arguments->print << "\n";
    return 2;
  }
  const Tally tally = run_random(arguments->campaign);
  std::cout << summary(tally, arguments->list);
  return tally.failures.empty() ? 0 : 1;
}
