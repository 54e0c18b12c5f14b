#include "cli/json_files.h"

#include <gtest/gtest.h>

namespace outplace::cli {
namespace {

std::string facts_error(std::string_view text) {
  Diagnostics diagnostics;
  EXPECT_FALSE(read_input_facts(text, "in.json", diagnostics));
  EXPECT_GT(diagnostics.error_count(), 0U);
  return diagnostics.text();
}

InputFacts facts_of(std::string_view text) {
  Diagnostics diagnostics;
  const auto facts = read_input_facts(text, "in.json", diagnostics);
  EXPECT_TRUE(facts) << diagnostics.text();
  return facts.value_or(InputFacts());
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(InputFacts, AListDescribesThePlaceholders) {
  const InputFacts facts = facts_of(R"([
    {"name": "s0", "kind": "symint", "value": 3},
    {"name": "x", "kind": "tensor", "dtype": "torch.float32", "shape": [2, "s0"], "stride": ["s0", 1], "storage_offset": "s0 + 1", "storage": 4,
     "storage_nbytes": 96, "requires_grad": true, "device": "cpu", "role": "parameter", "values": [1]}])");
  ASSERT_EQ(facts.placeholders.size(), 2U);
  EXPECT_EQ(facts.placeholders[0].kind, InputKind::symint);
  const InputFact& x = facts.placeholders[1];
  EXPECT_EQ(x.name, "x");
  EXPECT_EQ(x.dtype, "float32");
  EXPECT_EQ(x.shape, (std::vector<std::string>{"2", "s0"}));
  EXPECT_EQ(x.stride, (std::vector<std::string>{"s0", "1"}));
  EXPECT_EQ(x.storage_offset, "s0 + 1");
  EXPECT_EQ(x.storage, 4);
  EXPECT_EQ(x.storage_bytes, 96);
  EXPECT_TRUE(x.requires_grad);
  EXPECT_EQ(x.device, "cpu");
  EXPECT_TRUE(facts.grad_enabled);
}

TEST(InputFacts, AnObjectAddsAttributesAndTheGradMode) {
  const InputFacts facts = facts_of(R"({"inputs": [], "grad_enabled": false,
    "attributes": [{"name": "self.state.exp_avg", "dtype": "float32", "shape": []}, {"name": "step", "dtype": "float32", "shape": []}]})");
  EXPECT_FALSE(facts.grad_enabled);
  ASSERT_EQ(facts.attributes.size(), 2U);
  EXPECT_EQ(facts.attributes[0].name, "state.exp_avg");
  EXPECT_EQ(facts.attributes[1].name, "step");
}

TEST(InputFacts, AListInputHasItems) {
  const InputFacts facts = facts_of(R"([{"name": "xs", "kind": "list", "items": [{"dtype": "int64", "shape": [1]}, {"kind": "number"}]}])");
  ASSERT_EQ(facts.placeholders[0].items.size(), 2U);
  EXPECT_EQ(facts.placeholders[0].items[0].dtype, "int64");
  EXPECT_EQ(facts.placeholders[0].items[1].kind, InputKind::number);
}

TEST(InputFacts, WhatIsNotSaidStaysUnknown) {
  const InputFacts facts = facts_of(R"([{"dtype": "float32", "shape": [4]}])");
  EXPECT_TRUE(facts.placeholders[0].stride.empty());
  EXPECT_TRUE(facts.placeholders[0].storage_offset.empty());
  EXPECT_FALSE(facts.placeholders[0].storage.has_value());
  EXPECT_EQ(facts.placeholders[0].storage_bytes, -1);
}

TEST(InputFacts, TextThatIsNoJsonIsLocated) {
  EXPECT_TRUE(contains(facts_error("[\n  {\"name\": }]"), "in.json:2:12: error: this is not JSON"));
  EXPECT_TRUE(contains(facts_error(""), "in.json:1:1: error: this is not JSON: the file is empty"));
  EXPECT_TRUE(contains(facts_error("[\n  1e999]"), "in.json:2:3: error: this is not JSON: the number is too large"));
  EXPECT_TRUE(contains(facts_error(std::string("\0\1\2", 3)), "this is not JSON"));
}

TEST(InputFacts, DeepNestingIsAnErrorAndNoCrash) {
  EXPECT_TRUE(contains(facts_error(std::string(100000, '[')), "this is not JSON"));
  std::string text = "0";
  for (int i = 0; i < 100; ++i) text = R"({"kind": "list", "items": [)" + text + "]}";
  EXPECT_TRUE(contains(facts_error("[" + text + "]"), "nested too deep"));
}

TEST(InputFacts, EveryWrongEntryIsNamed) {
  const std::string text = facts_error(R"([{"dtype": "f99", "shape": [1]}, {"dtype": "float32"}, {"shape": [1]}, 7, {"kind": "blob"},
    {"dtype": "float32", "shape": [1, 2], "stride": [1]}, {"dtype": "float32", "shape": [1.5]}, {"dtype": "float32", "shape": [], "storage": "a"},
    {"dtype": "float32", "shape": [], "requires_grad": 1}, {"dtype": "float32", "shape": ["-s0 + 8", -1]}])");
  EXPECT_TRUE(contains(text, "inputs[0].dtype: unknown dtype \"f99\""));
  EXPECT_TRUE(contains(text, "inputs[1]: a tensor needs a \"shape\""));
  EXPECT_TRUE(contains(text, "inputs[2]: a tensor needs a \"dtype\""));
  EXPECT_TRUE(contains(text, "inputs[3]: expected an object"));
  EXPECT_TRUE(contains(text, "inputs[4].kind: unknown kind \"blob\""));
  EXPECT_TRUE(contains(text, "inputs[5]: \"stride\" has 1 numbers, \"shape\" has 2"));
  EXPECT_TRUE(contains(text, "inputs[6].shape[0]: expected an integer"));
  EXPECT_TRUE(contains(text, "inputs[7].storage: expected an integer"));
  EXPECT_TRUE(contains(text, "inputs[8].requires_grad: expected true or false"));
  EXPECT_TRUE(contains(text, "inputs[9].shape[1]: a size is not negative"));
  EXPECT_FALSE(contains(text, "inputs[9].shape[0]"));
}

TEST(InputFacts, AMisspeltTopLevelKeyIsAnError) {
  EXPECT_TRUE(contains(facts_error(R"({"inputs": [], "grad_enable": false})"), "unknown key \"grad_enable\""));
  EXPECT_TRUE(contains(facts_error(R"({"attributes": []})"), "the key \"inputs\" is missing"));
  EXPECT_TRUE(contains(facts_error("7"), "expected a list of inputs"));
}

TEST(InputFacts, AMisspeltKeyOfAnEntryIsAnErrorOnce) {
  const std::string text = facts_error(R"([{"dtype": "float32", "shape": [4], "strides": [1]},
    {"kind": "list", "items": [{"dtype": "float32", "shape": [4], "strides": [1], "offset": 1}]}])");
  EXPECT_TRUE(contains(text, "inputs[0]: unknown key \"strides\"")) << text;
  EXPECT_TRUE(contains(text, "inputs[1].items[0]: unknown key \"offset\"")) << text;
  EXPECT_TRUE(contains(text, "known keys: name kind dtype shape stride")) << text;
  EXPECT_FALSE(contains(text, "items[0]: unknown key \"strides\"")) << text;
  Diagnostics diagnostics;
  const auto facts = read_input_facts(
      R"([{"dtype": "float32", "shape": ["s0"], "shape_hint": [4], "stride_hint": [1], "role": "input", "source": "L['x']", "values": [1]},
          {"kind": "symint", "name": "s0", "expr": "s0", "value": 4}])",
      "inputs.json", diagnostics);
  EXPECT_TRUE(facts) << diagnostics.text();
}

TEST(GroupsFile, AllRowsAreRead) {
  Diagnostics diagnostics;
  const auto groups = read_groups(R"({"tp": [[0, 1], [2, 3]], "dp": [[0, 2], [1, 3]]})", "groups.json", diagnostics);
  ASSERT_TRUE(groups) << diagnostics.text();
  EXPECT_EQ(groups->at("tp"), (std::vector<std::vector<int64_t>>{{0, 1}, {2, 3}}));
  EXPECT_EQ(groups->at("dp"), (std::vector<std::vector<int64_t>>{{0, 2}, {1, 3}}));
}

TEST(GroupsFile, RowsMustPartition) {
  for (const char* text :
       {R"({"tp": [[0, 1], [1]]})", R"({"tp": [[0, -1]]})", R"({"tp": [0, 1]})", R"({"tp": 1})", "[]", R"({"tp": [[]]})"}) {
    Diagnostics diagnostics;
    EXPECT_FALSE(read_groups(text, "groups.json", diagnostics)) << text;
  }
}

TEST(KernelsFile, DeclarationsAreRead) {
  Diagnostics diagnostics;
  const auto kernels =
      read_kernels(R"({"3": {"name": "k", "aliases": {"1": 0, "2": 1}, "source_hash": "ab"}})", "kernels.json", diagnostics);
  ASSERT_TRUE(kernels) << diagnostics.text();
  const KernelDeclaration& kernel = kernels->at(3);
  EXPECT_EQ(kernel.name, "k");
  EXPECT_EQ(kernel.source_hash, "ab");
  EXPECT_EQ(kernel.aliases, (KernelAliases{{1, 0}, {2, 1}}));
}

TEST(KernelsFile, WrongPositionsAndKeysAreErrors) {
  for (const char* text : {R"({"k": {}})", R"({"-1": {}})", R"({"0": {"alias": {}}})", R"({"0": {"aliases": {"x": 0}}})",
                           R"({"0": {"aliases": {"0": -1}}})", R"({"0": {"aliases": {"0": 1, "1": 1}}})", R"({"0": 1})"}) {
    Diagnostics diagnostics;
    EXPECT_FALSE(read_kernels(text, "kernels.json", diagnostics)) << text;
  }
}

RewriteReport sample() {
  RewriteReport report;
  report.io_map = {{10, 2}, {9, 0}};
  report.state_map = {{11, "w"}};
  report.original_output_count = 9;
  report.passes.push_back({"device_rewriter", 0.5, {{"rewrite_count", 1}}});
  return report;
}

TEST(Writing, OutputsAreInNumericOrder) {
  EXPECT_EQ(write_io_map(sample()), R"({
  "io_map": {
    "9": 0,
    "10": 2
  },
  "state_map": {
    "11": "w"
  },
  "original_output_count": 9
}
)");
}

TEST(Writing, EmptyMapsAreObjects) {
  EXPECT_EQ(write_io_map(RewriteReport()), "{\n  \"io_map\": {},\n  \"state_map\": {},\n  \"original_output_count\": 0\n}\n");
}

TEST(Writing, TheReportHasNoTimesAndKeepsWarnings) {
  Diagnostics diagnostics;
  Diagnostic warning;
  warning.severity = Severity::warning;
  warning.message = "costs a copy";
  diagnostics.warning(warning);
  const std::string text = write_report(sample(), diagnostics, "g.py");
  EXPECT_FALSE(contains(text, "seconds"));
  EXPECT_TRUE(contains(text, "costs a copy"));
  EXPECT_TRUE(contains(write_timings(sample(), 1, 2), "\"seconds\": 0.5"));
}

TEST(Writing, BytesThatAreNoUtf8DoNotStopTheReport) {
  RewriteReport report;
  report.mutated_inputs = {"x\xff"};
  EXPECT_TRUE(contains(write_report(report, Diagnostics(), "g.py"), "x\xEF\xBF\xBD"));
}

}  // namespace
}  // namespace outplace::cli
