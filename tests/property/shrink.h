// Makes a failing program small by changing the choices that made it.
#pragma once

#include <functional>

#include "choices.h"

namespace outplace::property {

// `fails` makes the program of a record and says whether it still fails in the same way. Parts are switched off, then numbers lowered,
// until nothing more can go.
ChoiceRecord shrink(ChoiceRecord record, const std::function<bool(const ChoiceRecord&)>& fails);

}  // namespace outplace::property
