// Prints a document in the forms in which its graphs came.
#include <optional>

#include "io/fx_text.h"
#include "io/printers.h"

namespace outplace {

std::string print_fx_text(const Document& document) {
  std::string out;
  out.reserve(document.module.node_count() * 112 + document.tail.size() + 4096);
  // A document that was made and not read has neither.
  const TextStyle plain_style;
  GraphText plain_text;
  plain_text.indent = 0;
  std::optional<PythonTreePrinter> python;
  std::optional<ListingPrinter> listing;
  for (size_t i = 0; i < document.roots.size(); ++i) {
    const GraphId root = document.roots[i];
    const TextStyle& style = i < document.styles.size() ? document.styles[i] : plain_style;
    const GraphText& text = root.value < document.texts.size() ? document.texts[root.value] : plain_text;
    switch (style.form) {
      case TextForm::python:
        if (!python) python.emplace(out, document.module, document.texts);
        python->print(root, style);
        break;
      case TextForm::listing:
        if (!listing) listing.emplace(out, document.module);
        listing->print(root, style, text);
        break;
      case TextForm::tabular: append_table(out, document.module, root, style, text); break;
    }
  }
  if (!document.ends_with_newline && document.tail.empty() && out.ends_with('\n')) out.pop_back();
  out += document.tail;
  return out;
}

}  // namespace outplace
