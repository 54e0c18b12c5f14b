// Both graphs are run by the abstract interpreter on a few fillings.
#include "agreement.h"

#include "interp/verify.h"

namespace outplace::property {
namespace {

AgreementVerdict::Kind kind_of(interp::Outcome outcome) {
  switch (outcome) {
    case interp::Outcome::equal: return AgreementVerdict::Kind::equal;
    case interp::Outcome::different: return AgreementVerdict::Kind::different;
    case interp::Outcome::original_fails:
    case interp::Outcome::cannot_be_checked: return AgreementVerdict::Kind::unknown;
  }
  return AgreementVerdict::Kind::unknown;
}

}  // namespace

AgreementVerdict agreement(const Document& before, const Document& after, const RewriteReport& report, const Program& program,
                           const Preset& preset, uint64_t seed) {
  interp::VerifyOptions options;
  options.inputs = &program.facts;
  options.fillings = 2;
  options.seed = seed;
  options.strides = preset.layout == Layout::exact ? interp::StrideCheck::compare : interp::StrideCheck::ignore;
  const interp::Claims claims{report.io_map, report.state_map, report.original_output_count};
  const interp::Verdict verdict =
      interp::verify_rewrite(before.module, before.roots.at(0), after.module, after.roots.at(0), claims, options);
  return {kind_of(verdict.outcome), interp::describe(verdict)};
}

}  // namespace outplace::property
