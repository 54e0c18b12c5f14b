// Checks one program under every preset.
#include "properties.h"

#include <exception>
#include <set>

#include "agreement.h"
#include "ir/verifier.h"
#include "no_writes.h"
#include "refusals.h"

namespace outplace::property {
namespace {

struct Rewrite {
  Document document;
  RewriteReport report;
  std::string text;
};

PipelineOptions options_for(const Preset& preset, const InputFacts& facts) {
  PipelineOptions out;
  out.forms = preset.forms;
  out.layout = preset.layout;
  out.inputs = &facts;
  out.target_device = "cpu";
  out.groups = {{"0", {{0, 1}}}};
  return out;
}

class Checker {
 public:
  Checker(const Program& program, const CheckOptions& options) : program_(program), options_(options) {}

  Checked run() {
    text_ = print_fx_text(program_.document);
    if (read_again()) {
      for (const Preset& preset : all_presets()) {
        preset_ = &preset;
        if (!check_preset()) break;
      }
    }
    return std::move(out_);
  }

 private:
  bool fail(Property property, std::string what) {
    out_.failure = Failure{property, preset_ != nullptr ? preset_->name : "", std::move(what)};
    return false;
  }

  bool read_again() {
    Diagnostics diagnostics;
    Result<Document> read = read_fx_text(text_, {.file = program_.document.file}, diagnostics);
    if (!read) return fail(Property::round_trip, "the printed program cannot be read:\n" + diagnostics.text());
    const std::string again = print_fx_text(*read);
    if (again != text_) return fail(Property::round_trip, "it is printed in another way after reading:\n" + again);
    read_ = std::move(*read);
    return true;
  }

  // Rewrites a copy. The messages say why not.
  std::optional<Rewrite> rewrite(const Document& document, Diagnostics& diagnostics) {
    Rewrite out{.document = document, .report = {}, .text = {}};
    Result<RewriteReport> report = run_pipeline(out.document, out.document.roots.at(0), options_for(*preset_, program_.facts), diagnostics);
    if (!report) return std::nullopt;
    out.report = std::move(*report);
    out.text = print_fx_text(out.document);
    return out;
  }

  bool check_preset() {
    Diagnostics said;
    std::optional<Rewrite> done;
    try {
      done = rewrite(read_, said);
    } catch (const std::exception& error) {
      return fail(Property::rewritten, std::string("an exception: ") + error.what());
    }
    if (!done) return check_refusal(said);
    return check_pure(*done) && check_io_map(*done) && check_agreement(*done) && check_again(*done) && check_built(*done);
  }

  bool check_refusal(const Diagnostics& said) {
    const std::string wrong = wrong_with_refusal(said);
    if (!wrong.empty()) return fail(Property::rewritten, wrong + ":\n" + said.text());
    if (out_.refusal.empty()) out_.refusal = refusal_reason(said);
    return true;
  }

  bool check_pure(const Rewrite& done) {
    Diagnostics diagnostics;
    Document copy = done.document;
    if (!verify(copy.module, copy.roots.at(0), diagnostics)) return fail(Property::pure, "the verifier says: " + diagnostics.text());
    const std::string left = first_write(copy.module, copy.roots.at(0));
    if (!left.empty()) return fail(Property::pure, "a write is left: " + left);
    return true;
  }

  bool check_io_map(const Rewrite& done) {
    const std::string wrong = wrong_with_io_map(program_, done.document, done.report);
    return wrong.empty() || fail(Property::io_map, wrong);
  }

  bool check_agreement(const Rewrite& done) {
    if (options_.agreement == Agreement::skip) return true;
    const AgreementVerdict verdict = agreement(read_, done.document, done.report, program_, *preset_, options_.seed);
    if (verdict.kind == AgreementVerdict::Kind::unknown && out_.unverified.empty()) out_.unverified = without_names(verdict.details);
    return verdict.kind != AgreementVerdict::Kind::different || fail(Property::agreement, verdict.details);
  }

  bool check_again(const Rewrite& done) {
    Diagnostics diagnostics;
    const std::optional<Rewrite> twice = rewrite(done.document, diagnostics);
    if (!twice) return fail(Property::idempotence, "the result is refused:\n" + diagnostics.text());
    if (twice->text != done.text) return fail(Property::idempotence, "rewriting the result gives:\n" + twice->text);
    Diagnostics other;
    Result<Document> result = read_fx_text(done.text, {.file = program_.document.file}, other);
    if (!result) return fail(Property::round_trip, "the result cannot be read:\n" + other.text() + done.text);
    const std::string again = print_fx_text(*result);
    return again == done.text || fail(Property::round_trip, "the result is printed in another way after reading:\n" + again);
  }

  // The program as it was built, not read: a second run on another module, which must print the same.
  bool check_built(const Rewrite& done) {
    Diagnostics diagnostics;
    Document document = program_.document;
    document.styles = read_.styles;
    const std::optional<Rewrite> built = rewrite(document, diagnostics);
    if (!built) return fail(Property::determinism, "the program as it was built is refused:\n" + diagnostics.text());
    if (built->text != done.text) return fail(Property::determinism, "the program as it was built gives:\n" + built->text);
    return built->report.io_map == done.report.io_map || fail(Property::determinism, "another io_map");
  }

  const Program& program_;
  const CheckOptions& options_;
  const Preset* preset_ = nullptr;
  std::string text_;
  Document read_;
  Checked out_;
};

}  // namespace

std::string_view name_of(Property property) {
  switch (property) {
    case Property::rewritten: return "rewritten";
    case Property::pure: return "pure";
    case Property::io_map: return "io_map";
    case Property::agreement: return "agreement";
    case Property::idempotence: return "idempotence";
    case Property::determinism: return "determinism";
    case Property::round_trip: return "round_trip";
  }
  return "";
}

const std::vector<Preset>& all_presets() {
  static const std::vector<Preset> presets = {{"seed/exact", Forms::seed, Layout::exact}, {"seed/ignore", Forms::seed, Layout::ignore}};
  return presets;
}

Checked check(const Program& program, const CheckOptions& options) { return Checker(program, options).run(); }

std::string rewritten_text(const Program& program, const Preset& preset) {
  Document document = program.document;
  Diagnostics diagnostics;
  const Result<RewriteReport> report = run_pipeline(document, document.roots.at(0), options_for(preset, program.facts), diagnostics);
  if (!report) return diagnostics.text();
  std::string out = print_fx_text(document);
  for (const auto& [output, input] : report->io_map)
    out += "# output " + std::to_string(output) + " is input " + std::to_string(input) + "\n";
  return out;
}

}  // namespace outplace::property
