#include "ops/tensor_meta.h"

#include <gtest/gtest.h>

namespace outplace {
namespace {

TensorMeta read(std::string_view text, SymPool& syms) {
  const auto meta = parse_annotation(text, syms);
  EXPECT_TRUE(meta.has_value()) << text;
  return meta.value_or(TensorMeta{});
}

Geometry geometry(std::string_view text, SymPool& syms) { return read(text, syms).geometry; }

TEST(Annotation, ReadsAndPrintsBack) {
  SymPool syms;
  for (const char* text : {
           "f32[]",
           "f32[][]",
           "f32[][]cpu",
           "i64[3]",
           "f32[2, 3][3, 1]cuda:0",
           "b8[1, s0 + 1][s0 + 1, 1]cpu",
           "bf16[0, 4][4, 1]meta",
           "f32[Max(s17, s77), Min(5, s27)]",
           "f32[s36**2]",
           "f32[s85, s34, s0, ((-s15 + s77)//2)][s0*s34*s77, s0*s77, s77, ((-s15 + s77)//(((-s15 + s77)//2)))]cpu",
           "f8e4m3fn[4][1]privateuseone:1",
           "c64[9223372036854775807]",
       }) {
    const TensorMeta meta = read(text, syms);
    const std::string_view all = text;
    const AnnotationStyle style{.strides = meta.has_strides, .device = !meta.device.empty()};
    EXPECT_EQ(print_annotation(meta, style, syms), all);
    EXPECT_EQ(parse_annotation(print_annotation(meta, style, syms), syms), meta);
  }
}

TEST(Annotation, Parts) {
  SymPool syms;
  const TensorMeta meta = read("f16[2, s0][s0, 1]cuda:1", syms);
  EXPECT_EQ(meta.dtype, DType::float16);
  EXPECT_EQ(meta.rank(), 2);
  EXPECT_TRUE(meta.geometry.sizes[0].is(2));
  EXPECT_EQ(meta.geometry.sizes[1], syms.symbol("s0"));
  EXPECT_EQ(meta.geometry.strides, (Sizes{syms.symbol("s0"), 1}));
  EXPECT_EQ(meta.device, "cuda:1");
  EXPECT_FALSE(meta.has_offset);
  EXPECT_EQ(print_annotation(meta, {}, syms), "f16[2, s0]");
  EXPECT_EQ(print_annotation(meta, {.device = true}, syms), "f16[2, s0]cuda:1");
  EXPECT_FALSE(read("f16[2]cpu", syms).has_strides);
}

TEST(Annotation, SizesAreNotNegativeButStridesAreOpen) {
  SymPool syms;
  read("f32[s0][s1]", syms);
  EXPECT_TRUE(syms.known_nonnegative(syms.symbol("s0")));
  EXPECT_FALSE(syms.known_nonnegative(syms.symbol("s1")));
}

TEST(Annotation, WhatIsNoTensor) {
  SymPool syms;
  for (const char* text :
       {"",           "f32",          "Sym(s0)",  "DTensor(f32[8], S(0))", "f33[2]",        "f32[2",          "f32[2]]",
        "f32[2,, 3]", "f32[2, ]",     "f32[2][1", "f32[2][1, 1]",          "f32[2][1]cpu:", "f32[2][1]cpu:x", "f32[2][1]1cpu",
        "f32[2] [1]", "f32[2][1][1]", " f32[2]",  "f32[s0 > 2]",           "f32[1.5]",      "Sym(f32[2])",    "\x1b[31mf32\x1b[0m[2]"}) {
    EXPECT_EQ(parse_annotation(text, syms), std::nullopt) << text;
  }
}

TEST(SymAnnotation, IntegersOnly) {
  SymPool syms;
  EXPECT_EQ(parse_sym_annotation("Sym(s0*2)", syms), syms.mul(2, syms.symbol("s0")));
  EXPECT_EQ(parse_sym_annotation("Sym(4)", syms), Sym(4));
  EXPECT_EQ(parse_sym_annotation("Sym((s15//2))", syms), syms.floordiv(syms.symbol("s15"), 2));
  EXPECT_TRUE(parse_sym_annotation("Sym(CeilToInt(IntTrueDiv(s0, 2)))", syms));
  for (const char* text : {"Sym(s0 > 2)", "Sym(Eq(s0, 2))", "Sym(zf71)", "Sym(4.0*zf66)", "Sym(1.0)", "Sym(True)", "Sym(IntTrueDiv(s0, 2))",
                           "Sym(ToFloat(s0))", "Sym()", "Sym(s0", "f32[2]", "s0"}) {
    EXPECT_EQ(parse_sym_annotation(text, syms), std::nullopt) << text;
  }
}

// ---- layout

TEST(Layout, Contiguous) {
  SymPool syms;
  for (const char* text : {"f32[][]", "f32[3][1]", "f32[2, 3][3, 1]", "f32[2, 1, 3][3, 77, 1]", "f32[1, 3][9, 1]", "f32[0, 3][5, 7]",
                           "f32[s0, 3][3, 1]", "f32[s0, s1][s1, 1]", "f32[s0, s1][Max(1, s1), 1]",
                           "f32[2, s0, s1][s0*Max(1, s1), Max(1, s1), 1]", "f32[2, s0, (s1//2)][s0*Max(1, (s1//2)), Max(1, (s1//2)), 1]",
                           "f32[s44 - 2, s20 - 2][Max(1, s20 - 2), 1]", "f32[s44, s28, s31][Max(1, s28*s31), s31, 1]"}) {
    EXPECT_TRUE(is_contiguous(geometry(text, syms), syms)) << text;
    EXPECT_TRUE(is_non_overlapping_and_dense(geometry(text, syms), syms)) << text;
  }
  for (const char* text :
       {"f32[3][2]", "f32[2, 3][1, 2]", "f32[2, 3][0, 1]", "f32[2, 3][4, 1]", "f32[s0, s1][s2, 1]", "f32[s0, 3][s1, 1]",
        "f32[s0, 2][1, s0]", "f32[s0][0]", "f32[1, 64, 1][64*Max(1, s42 - 2), Max(1, s42 - 2), 1]", "f32[2, s0][Max(2, s0), 1]"}) {
    EXPECT_FALSE(is_contiguous(geometry(text, syms), syms)) << text;
  }
}

TEST(Layout, Dense) {
  SymPool syms;
  for (const char* text :
       {"f32[2, 3][1, 2]", "f32[4, 2, 3][1, 12, 4]", "f32[s0, s1][1, s0]", "f32[2, s0, 3][3*s0, 1, s0]", "f32[2, 1][1, 5]"}) {
    EXPECT_TRUE(is_non_overlapping_and_dense(geometry(text, syms), syms)) << text;
  }
  for (const char* text : {"f32[2, 3][1, 3]", "f32[2, 3][0, 1]", "f32[2, 2][1, 1]", "f32[s0, s1][1, s1]", "f32[s0][2]"}) {
    EXPECT_FALSE(is_non_overlapping_and_dense(geometry(text, syms), syms)) << text;
  }
}

TEST(Layout, ZeroStride) {
  SymPool syms;
  EXPECT_TRUE(has_zero_stride(geometry("f32[2, 3][0, 1]", syms), syms));
  EXPECT_TRUE(has_zero_stride(geometry("f32[s0, 3][0, 1]", syms), syms));
  EXPECT_FALSE(has_zero_stride(geometry("f32[1, 3][0, 1]", syms), syms));
  EXPECT_FALSE(has_zero_stride(geometry("f32[0, 3][0, 0]", syms), syms));
  EXPECT_FALSE(has_zero_stride(geometry("f32[2, 3][3, 1]", syms), syms));
}

TEST(Layout, SameStrides) {
  SymPool syms;
  const auto same = [&](const char* a, const char* b) { return same_strides(geometry(a, syms), geometry(b, syms), syms); };
  EXPECT_TRUE(same("f32[1, 3][9, 1]", "f32[1, 3][3, 1]"));
  EXPECT_TRUE(same("f32[0, 3][9, 2]", "f32[0, 3][3, 1]"));
  EXPECT_TRUE(same("f32[s0, s1][Max(1, s1), 1]", "f32[s0, s1][s1, 1]"));
  EXPECT_FALSE(same("f32[2, 3][3, 1]", "f32[2, 3][1, 2]"));
  EXPECT_FALSE(same("f32[3, 2][2, 1]", "f32[2, 3][2, 1]"));
  EXPECT_FALSE(same("f32[s0][s1]", "f32[s0][s2]"));
}

TEST(Layout, ContiguousStrides) {
  SymPool syms;
  const Sym s = syms.symbol("s0");
  syms.assume_nonnegative(s);
  EXPECT_EQ(contiguous_strides({2, 3, 4}, syms), (Sizes{12, 4, 1}));
  EXPECT_EQ(contiguous_strides({2, 0, 4}, syms), (Sizes{4, 4, 1}));
  EXPECT_EQ(contiguous_strides({2, s}, syms), (Sizes{syms.max(1, s), 1}));
  EXPECT_EQ(contiguous_strides({}, syms), Sizes{});
  syms.assume_at_least(s, 2);
  EXPECT_EQ(contiguous_strides({2, s}, syms), (Sizes{s, 1}));
}

TEST(Layout, CountAndInference) {
  SymPool syms;
  const Sym s = syms.symbol("s0");
  EXPECT_TRUE(element_count({}, syms).is(1));
  EXPECT_TRUE(element_count({s, 0}, syms).is(0));
  EXPECT_EQ(element_count({s, 2, s}, syms), syms.parse("2*s0**2").value());
  EXPECT_EQ(infer_size({2, -1}, 6, syms), (Sizes{2, 3}));
  EXPECT_EQ(infer_size({-1, 4}, syms.mul(s, 8), syms), (Sizes{syms.mul(s, 2), 4}));
  EXPECT_EQ(infer_size({-1, s}, syms.mul(s, 8), syms), (Sizes{8, s}));
  EXPECT_EQ(infer_size({2, 3}, 6, syms), (Sizes{2, 3}));
}

TEST(Layout, Broadcast) {
  SymPool syms;
  const Sym s = syms.symbol("s0");
  const Sym t = syms.symbol("s1");
  EXPECT_EQ(broadcast({2, 1}, {3}, syms), (Sizes{2, 3}));
  EXPECT_EQ(broadcast({}, {3, 0}, syms), (Sizes{3, 0}));
  EXPECT_EQ(broadcast({1}, {0}, syms), (Sizes{0}));
  EXPECT_EQ(broadcast({s, 1}, {s, t}, syms), (Sizes{s, t}));
  EXPECT_EQ(broadcast({2}, {3}, syms), std::nullopt);
  EXPECT_EQ(broadcast({2}, {0}, syms), std::nullopt);
  EXPECT_EQ(broadcast({s}, {t}, syms), std::nullopt);
  EXPECT_EQ(broadcast({s}, {4}, syms), std::nullopt);
}

TEST(Layout, SymbolicViews) {
  SymPool syms;
  const auto view = [&](const char* from, const char* to) {
    const Geometry g = geometry(from, syms);
    const auto strides = view_strides(g, geometry(to, syms).sizes, syms);
    return strides
               ? print_annotation({DType::float32, true, true, false, {geometry(to, syms).sizes, *strides, 0}, ""}, {.strides = true}, syms)
               : "none";
  };
  EXPECT_EQ(view("f32[s0, 8][8, 1]", "f32[s0, 2, 4]"), "f32[s0, 2, 4][8, 4, 1]");
  EXPECT_EQ(view("f32[s0, 2, 4][8, 4, 1]", "f32[s0, 8]"), "f32[s0, 8][8, 1]");
  EXPECT_EQ(view("f32[s0, s1][s1, 1]", "f32[s0*s1]"), "f32[s0*s1][1]");
  EXPECT_EQ(view("f32[s0, 8][96, 1]", "f32[s0, 2, 4]"), "f32[s0, 2, 4][96, 4, 1]");
  EXPECT_EQ(view("f32[1, s27, 96][96*s27, 96, 1]", "f32[1, s27, 3, 32]"), "f32[1, s27, 3, 32][96*s27, 96, 32, 1]");
  EXPECT_EQ(view("f32[s0, 8][96, 1]", "f32[8*s0]"), "none");
  EXPECT_EQ(view("f32[s0, 8][1, s0]", "f32[8*s0]"), "none");
  EXPECT_EQ(view("f32[s0, s1][1, s0]", "f32[s0, s1, 1]"), "f32[s0, s1, 1][1, s0, s0]");
}

TEST(Layout, CertainCopies) {
  SymPool syms;
  syms.assume_at_least(syms.symbol("p"), 2);
  syms.assume_at_least(syms.symbol("q"), 2);
  syms.assume_at_least(syms.symbol("r"), 1);
  const auto copies = [&](const char* from, const char* to) {
    return view_certainly_copies(geometry(from, syms), geometry(to, syms).sizes, syms);
  };
  EXPECT_TRUE(copies("f32[2, 3][1, 2]", "f32[6]"));
  EXPECT_TRUE(copies("f32[4, 6][8, 1]", "f32[3, 8]"));
  EXPECT_TRUE(copies("f32[p, q][1, p]", "f32[p*q]"));
  EXPECT_TRUE(copies("f32[p, 8][96, 1]", "f32[8*p]"));
  EXPECT_FALSE(copies("f32[][]", "f32[r]"));
  EXPECT_FALSE(copies("f32[r, 3][100, 1]", "f32[3*r]"));          // r may be 1
  EXPECT_FALSE(copies("f32[p, r, 3][3, 100, 1]", "f32[3*p*r]"));  // contiguous if r is 1
  EXPECT_FALSE(copies("f32[2, 3][3, 1]", "f32[6]"));
  EXPECT_FALSE(copies("f32[0, 3][1, 2]", "f32[0]"));
  EXPECT_FALSE(copies("f32[1, 3][1, 7]", "f32[3]"));
  EXPECT_FALSE(copies("f32[s0, s1][1, s0]", "f32[s0*s1]"));  // either may be 0 or 1
  EXPECT_FALSE(copies("f32[p, q][q, 1]", "f32[p*q]"));
  EXPECT_FALSE(copies("f32[p, 2, 4][100, 4, 1]", "f32[p, 8]"));
  EXPECT_FALSE(copies("f32[p, q][s9, 1]", "f32[p*q]"));
}

TEST(Layout, SymbolicElementwise) {
  SymPool syms;
  const auto result = [&](std::vector<const char*> texts) {
    std::vector<Geometry> operands;
    Operands pointers;
    for (const char* text : texts) operands.push_back(geometry(text, syms));
    Sizes sizes = operands[0].sizes;
    for (const Geometry& g : operands) {
      sizes = broadcast(sizes, g.sizes, syms).value();
      pointers.push_back(&g);
    }
    const ElementwiseLayout layout = elementwise_layout(sizes, pointers, syms);
    return print_annotation({DType::float32, true, true, false, {sizes, layout.strides, 0}, ""}, {.strides = true}, syms) +
           (layout.proved ? "" : "?");
  };
  EXPECT_EQ(result({"f32[s0, 3][3, 1]", "f32[s0, 3][3, 1]"}), "f32[s0, 3][3, 1]");
  EXPECT_EQ(result({"f32[s0, s1][1, s0]", "f32[s0, s1][1, s0]"}), "f32[s0, s1][1, s0]");
  EXPECT_EQ(result({"f32[s0, s1][1, s0]", "f32[s0, s1][s1, 1]"}), "f32[s0, s1][1, s0]");
  EXPECT_EQ(result({"f32[s0, 8][96, 1]"}), "f32[s0, 8][8, 1]");
  EXPECT_EQ(result({"f32[s0, s1][1, s0]", "f32[]"}), "f32[s0, s1][1, s0]");
  EXPECT_EQ(result({"f32[s0, s1, 8][8, 8*s0, 1]", "f32[8][1]"}), "f32[s0, s1, 8][8, 8*s0, 1]");
  EXPECT_EQ(result({"f32[s0, s1][s2, s3]"}).back(), '?');
}

}  // namespace
}  // namespace outplace
