// The options of outplace, their help, and what is checked of them before anything is read.
#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <system_error>

#include "cli/nearest.h"

namespace outplace::cli {
namespace {

constexpr const char* kAbout =
    "Turns a PyTorch FX graph that writes to its tensors in place into a pure graph\n"
    "that computes the same, and says which outputs are the new contents of which inputs.";

constexpr const char* kExitCodes =
    "Exit codes: 0 done, 1 the graph cannot be rewritten, 2 wrong usage or a file that cannot be\n"
    "opened, 3 the rewritten graph computes something else, 4 a defect in outplace. Results go to\n"
    "standard output, messages to standard error.";

constexpr const char* kStart = "Start with: outplace rewrite graph.py, where graph.py holds what gm.print_readable() prints\n\n";

constexpr const char* kRewriteExamples =
    "Examples:\n"
    "  outplace rewrite graph.py\n"
    "  outplace rewrite graph.py -o pure.py --io-map map.json --inputs inputs.json\n"
    "  TORCH_LOGS=graph_code python model.py 2>&1 | outplace rewrite - --summary -o pure.py";

constexpr const char* kVerifyAbout =
    "Both graphs are run without PyTorch on tensors whose elements are unknowns, or small integers where they\n"
    "steer data. Moved data and integers are followed exactly; of all else it is checked that the same operators\n"
    "got the same operands. Compared are the outputs, what is left in every input, and the rules of the map.";

constexpr const char* kVerifyCodes =
    "Exit codes: 0 equal, 3 different, 1 it cannot be told (or the original graph fails itself), 2 wrong usage.\n\n"
    "Example:\n"
    "  outplace rewrite graph.py -o pure.py --io-map map.json\n"
    "  outplace verify graph.py pure.py --io-map map.json";

constexpr const char* kExplainAbout =
    "A write costs the bytes of its region where a buffer is updated in place; as a value, without that, all\n"
    "bytes of the memory are made anew. Views are spelled as steps from the tensor that owns the memory.";

constexpr const char* kExplainExamples =
    "Exit codes: 0 done, 1 the graph cannot be analysed to its end, 2 wrong usage.\n\n"
    "Examples:\n"
    "  outplace explain graph.py\n"
    "  outplace explain graph.py setitem_3";

std::string check_not_empty(const std::string& text) { return text.empty() ? "the name is empty" : ""; }

std::string check_graph_number(const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  const bool sound = digits && text.size() <= 9 && text.find_first_not_of('0') != std::string::npos;
  return sound ? "" : "\"" + text + "\" is no number from 1";
}

// A check that the value is one of the words.
auto one_of(std::vector<std::string> words) {
  return [words = std::move(words)](const std::string& text) -> std::string {
    if (std::find(words.begin(), words.end(), text) != words.end()) return {};
    std::string known;
    for (const std::string& word : words) known += (known.empty() ? "" : " or ") + word;
    return "\"" + text + "\" is not known; give " + known;
  };
}

std::string check_fillings(const std::string& text) {
  const bool digits = !text.empty() && text.size() < 5 && text.find_first_not_of("0123456789") == std::string::npos;
  return digits && text.find_first_not_of('0') != std::string::npos ? "" : "\"" + text + "\" is no number from 1 to 9999";
}

std::string spelled(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// The pipeline's name of a pass, "" if it has none of that name. '-' and '_' are the same.
std::string pass_named(const std::string& text) {
  for (const PassInfo& pass : pipeline_passes()) {
    if (spelled(std::string(pass.name)) == spelled(text)) return std::string(pass.name);
  }
  return {};
}

std::string check_pass(const std::string& text) {
  if (!pass_named(text).empty()) return {};
  std::string known;
  for (const PassInfo& pass : pipeline_passes()) known += " " + std::string(pass.name);
  return "there is no pass \"" + text + "\"; passes are:" + known;
}

void add_rewrite(CLI::App& app, RewriteCommand& command) {
  CLI::App* rewrite = app.add_subcommand("rewrite", "Rewrite a graph and print the result in the form in which it came");
  rewrite->footer(std::string(kRewriteExamples) + "\n\n" + kExitCodes);
  rewrite
      ->add_option("GRAPH", command.graph, "The graph as PyTorch prints it (print_readable, .code, str(graph), logs); - is standard input")
      ->option_text("(a file)")
      ->required();
  rewrite->add_option("-o,--output", command.output, "Write the graph here instead of to standard output")
      ->type_name("FILE")
      ->check(check_not_empty);

  rewrite
      ->add_option_function<std::string>(
          "--forms", [&command](const std::string&) { command.forms = Forms::seed; },
          "The form that writes take: seed (mask, pad and scatter)")
      ->check(one_of({"seed"}))
      ->option_text("seed");
  rewrite
      ->add_option_function<std::string>(
          "--layout", [&command](const std::string& name) { command.layout = name == "exact" ? Layout::exact : Layout::ignore; },
          "exact: new values get the strides of the tensor that they replace; ignore: whatever comes. Default: exact")
      ->check(one_of({"exact", "ignore"}))
      ->option_text("exact|ignore");
  rewrite
      ->add_option("--inputs", command.inputs,
                   "JSON: dtype, shape, strides and shared storage of the graph's inputs, which the text does not say")
      ->type_name("FILE")
      ->check(check_not_empty);
  rewrite
      ->add_option_function<std::string>(
          "--passes", [&command](const std::string& list) { command.passes = CLI::detail::split(list, ','); },
          "Run only these passes, separated by commas (see `outplace passes`), or none")
      ->option_text("LIST");
  rewrite->add_option("--stop-after", command.stop_after, "The last pass to run")->check(check_pass)->option_text("PASS");
  rewrite->add_option("--device", command.device, "The device that device literals become. Default: xla")
      ->type_name("NAME")
      ->check(check_not_empty);
  rewrite->add_option("--graph", command.graph_number, "Which graph, from 1, of a text that holds several. Default: all")
      ->type_name("N")
      ->check(check_graph_number);
  rewrite->add_option("--groups", command.groups, "JSON: the ranks of each process group, all rows: {\"0\": [[0, 1], [2, 3]]}")
      ->type_name("FILE")
      ->check(check_not_empty);
  rewrite->add_option("--kernels", command.kernels, "JSON: kernels by index: {\"0\": {\"name\": \"k\", \"aliases\": {\"0\": 0}}}")
      ->type_name("FILE")
      ->check(check_not_empty);
  rewrite->add_option("--ops", command.ops, "Schemas of further operators, one a line: mylib::scale_(Tensor(a!) x, float by) -> Tensor(a!)")
      ->type_name("FILE")
      ->check(check_not_empty);
  rewrite->add_option("--io-map", command.io_map, "Write JSON: which output is the new content of which input")
      ->type_name("FILE")
      ->check(check_not_empty);
  rewrite->add_option("--report", command.report, "Write JSON: every mutation, what it became, assumptions and warnings")
      ->type_name("FILE")
      ->check(check_not_empty);
  rewrite->add_option("--timings", command.timings, "Write JSON: seconds and counts per pass")->type_name("FILE")->check(check_not_empty);
  rewrite->add_option("--dump-dir", command.dump_dir, "Write the graph before and after each pass to DIR/passes")
      ->type_name("DIR")
      ->check(check_not_empty);
  CLI::Option* summary = rewrite->add_flag_callback(
      "--summary", [&command] { command.summary = Summary::on; },
      "Also print what was done, in words: to standard output with -o, else to standard error");
  summary->disable_flag_override();
  rewrite->add_flag_callback(
      "--verify", [&command] { command.verify = Verify::on; },
      "Check that the result computes the same (see `outplace verify`); if not, write nothing and exit with 3");
}

void add_verify(CLI::App& app, VerifyCommand& command) {
  CLI::App* verify = app.add_subcommand("verify", "Check that a rewritten graph computes what the original does");
  verify->footer(std::string(kVerifyAbout) + "\n\n" + kVerifyCodes);
  verify->add_option("BEFORE", command.before, "The graph that writes in place; - is standard input")->required();
  verify->add_option("AFTER", command.after, "The rewritten graph")->required();
  verify->add_option("--io-map", command.io_map, "The map that rewrite wrote: which output is the new content of which input")
      ->type_name("FILE")
      ->check(check_not_empty);
  verify->add_option("--inputs", command.inputs, "JSON: layout and shared storage of the inputs, as for rewrite")
      ->type_name("FILE")
      ->check(check_not_empty);
  verify->add_option("--ops", command.ops, "Further operators, in the format of ops/*.ops")->type_name("FILE")->check(check_not_empty);
  verify->add_option("--fillings", command.fillings, "How many different contents of the inputs to try. Default: 3")
      ->type_name("N")
      ->check(check_fillings);
  verify->add_option("--seed", command.seed, "Where the contents begin. Default: 1")->type_name("S");
  verify
      ->add_option_function<std::string>(
          "--layout", [&command](const std::string& name) { command.layout = name == "exact" ? Layout::exact : Layout::ignore; },
          "exact: strides are compared where they are known; ignore: they are not. Default: exact")
      ->check(CLI::IsMember({"exact", "ignore"}))
      ->option_text("exact|ignore");
}

void add_explain(CLI::App& app, ExplainCommand& command) {
  CLI::App* explain = app.add_subcommand("explain", "Say which tensors of a graph share memory, who writes it, and what that costs");
  explain->footer(std::string(kExplainAbout) + "\n\n" + kExplainExamples);
  explain->add_option("GRAPH", command.graph, "The graph as PyTorch prints it; - is standard input")->option_text("(a file)")->required();
  explain->add_option("NODE", command.node, "Only what this node sees and writes. Default: all memory that is written")
      ->option_text("(a name in the graph)");
  explain->add_option("--inputs", command.inputs, "JSON: layout and shared storage of the inputs, as for rewrite")
      ->type_name("FILE")
      ->check(check_not_empty);
  explain->add_option("--graph", command.graph_number, "Which graph, from 1, of a text that holds several")
      ->type_name("N")
      ->check(check_graph_number);
  explain->add_option("--kernels", command.kernels, "JSON: kernels by index, as for rewrite")->type_name("FILE")->check(check_not_empty);
  explain->add_option("--ops", command.ops, "Further operators, in the format of ops/*.ops")->type_name("FILE")->check(check_not_empty);
}

// The names as the pipeline knows them; "" if all is well, else what is wrong.
std::string settle_passes(RewriteCommand& command) {
  if (!command.stop_after.empty()) command.stop_after = pass_named(command.stop_after);
  if (command.passes == std::vector<std::string>{"none"}) {
    return command.stop_after.empty() ? "" : "--stop-after: " + command.stop_after + " is not among the --passes";
  }
  std::set<std::string> seen;
  for (std::string& pass : command.passes) {
    if (const std::string wrong = check_pass(pass); !wrong.empty()) return "--passes: " + wrong;
    pass = pass_named(pass);
    if (!seen.insert(pass).second) return "--passes: " + pass + " is listed twice";
  }
  if (!command.stop_after.empty() && !command.passes.empty() && !seen.contains(command.stop_after)) {
    return "--stop-after: " + command.stop_after + " is not among the --passes";
  }
  return {};
}

// The spellings of standard output become "-": opened by name, a file behind it would be overwritten.
void settle_stdout(RewriteCommand& command) {
  if (command.output.empty()) command.output = "-";
  for (std::string* path : {&command.output, &command.io_map, &command.report, &command.timings}) {
    if (*path == "/dev/stdout" || *path == "/dev/fd/1" || *path == "/proc/self/fd/1") *path = "-";
  }
}

// One spelling of all that name the same file.
std::string file_behind(const std::string& path) {
  std::error_code failure;
  const std::filesystem::path resolved = std::filesystem::weakly_canonical(std::filesystem::absolute(path, failure), failure);
  return failure ? path : resolved.string();
}

constexpr const char* kOneStream = "standard input can be only one of the files that are read";

bool reads_one_stream(std::initializer_list<std::string> files) { return std::ranges::count(files, "-") < 2; }

std::string check_streams(const RewriteCommand& command) {
  std::set<std::string> seen;
  for (const std::string& path : {command.output, command.io_map, command.report, command.timings}) {
    if (path.empty() || path == "/dev/null") continue;
    if (!seen.insert(path == "-" ? path : file_behind(path)).second)
      return (path == "-" ? "standard output" : path) + " would get two results";
  }
  return reads_one_stream({command.graph, command.inputs, command.groups, command.kernels, command.ops}) ? "" : kOneStream;
}

ExitCode wrong_usage(const std::string& message, const std::string& help = "outplace rewrite --help") {
  std::fprintf(stderr, "outplace: %s\nTry: %s\n", message.c_str(), help.c_str());
  return ExitCode::usage;
}

// CLI11's words for what was not understood, in ours. `command` is the command that was given, null for none.
std::string explain(const CLI::ParseError& error, const CLI::App* command) {
  constexpr std::string_view kCommands = "; commands are: rewrite verify explain passes";
  const auto* const extras = dynamic_cast<const CLI::ExtrasError*>(&error);
  std::string message = error.what();
  if (command == nullptr) return "no command was given" + std::string(kCommands);
  if (extras != nullptr) {
    const std::vector<std::string> rest = command->remaining();
    const auto option = std::find_if(rest.begin(), rest.end(), [](const std::string& word) { return word.starts_with('-'); });
    if (rest.empty()) return message;
    if (option == rest.end()) return "\"" + rest.front() + "\" is one argument too many";
    std::vector<std::string> known;
    for (const CLI::Option* o : command->get_options()) known.push_back(o->get_name());
    const std::string meant = nearest(option->substr(0, option->find('=')), known);
    return "there is no option " + *option + (meant.empty() ? "" : "; is " + meant + " meant?");
  }
  const size_t missing = message.find(": 1 required ");
  if (missing != std::string::npos && message.ends_with(" missing")) {
    constexpr size_t kSkipped = std::string_view(": 1 required ").size();
    const std::string what = message.substr(missing + kSkipped, message.size() - missing - kSkipped - std::string_view(" missing").size());
    return message.substr(0, missing) + " needs a value: " + what;
  }
  if (const size_t flag = message.find(" was given a disallowed"); flag != std::string::npos)
    return "--" + message.substr(0, flag) + " takes no value";
  if (message == "GRAPH is required") return "GRAPH is required: a file that holds a graph, or - for standard input";
  return message;
}

}  // namespace

Command parse_command_line(int argc, char** argv) {
  CLI::App app(kAbout, "outplace");
  app.footer(std::string(kStart) + kExitCodes);
  app.set_version_flag("--version", std::string("outplace ") + OUTPLACE_VERSION);
  app.require_subcommand(1);
  RewriteCommand rewrite;
  add_rewrite(app, rewrite);
  VerifyCommand verify;
  add_verify(app, verify);
  ExplainCommand explained;
  add_explain(app, explained);
  CLI::App* passes = app.add_subcommand("passes", "List the passes in the order in which they run");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return Finished{app.exit(error) == 0 ? ExitCode::done : ExitCode::usage};
    const std::vector<CLI::App*> given = app.get_subcommands();
    const bool unknown_command = argc > 1 && given.empty();
    const std::string message = unknown_command
                                    ? "\"" + std::string(argv[1]) + "\" is no command; commands are: rewrite verify explain passes"
                                    : explain(error, given.empty() ? nullptr : given.front());
    const std::string help = given.empty() ? "" : given.front()->get_name() + " ";
    return Finished{wrong_usage(message, "outplace " + help + "--help")};
  }
  if (passes->parsed()) return PassesCommand{};
  if (app.got_subcommand("verify")) {
    if (reads_one_stream({verify.before, verify.after, verify.io_map, verify.inputs, verify.ops})) return verify;
    return Finished{wrong_usage(kOneStream, "outplace verify --help")};
  }
  if (app.got_subcommand("explain")) {
    if (reads_one_stream({explained.graph, explained.inputs, explained.kernels, explained.ops})) return explained;
    return Finished{wrong_usage(kOneStream, "outplace explain --help")};
  }
  std::string wrong = settle_passes(rewrite);
  settle_stdout(rewrite);
  if (wrong.empty()) wrong = check_streams(rewrite);
  if (!wrong.empty()) return Finished{wrong_usage(wrong)};
  return rewrite;
}

}  // namespace outplace::cli
