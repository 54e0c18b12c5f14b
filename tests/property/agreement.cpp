// Without the interpreter nothing is said about values.
#include "agreement.h"

namespace outplace::property {

AgreementVerdict agreement(const Document&, const Document&, const RewriteReport&, const Program&, const Preset&, uint64_t) { return {}; }

}  // namespace outplace::property
