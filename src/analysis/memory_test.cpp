// Which spellings of a region meet in one place, how inputs that share a storage are laid out, and how a place is told to the user.
#include "analysis/memory.h"

#include "analysis/analysis_fixture.h"

namespace outplace {
namespace {

class MemoryTest : public AnalysisFixture {
 protected:
  void same(std::string_view a, std::string_view b) {
    EXPECT_EQ(place(a), place(b)) << a << " is " << chain(a) << ", " << b << " is " << chain(b);
  }
  void different(std::string_view a, std::string_view b) { EXPECT_NE(place(a), place(b)) << a << " and " << b << " are " << chain(a); }

  // Inputs x, y, ... in storage 0.
  InputFact input(std::string name, std::vector<std::string> shape, std::vector<std::string> stride, std::string offset,
                  std::string dtype = "float32") {
    InputFact fact;
    fact.name = std::move(name);
    fact.dtype = std::move(dtype);
    fact.shape = std::move(shape);
    fact.stride = std::move(stride);
    fact.storage_offset = std::move(offset);
    fact.storage = 0;
    fact.device = "cpu";
    return fact;
  }
  void share(std::vector<InputFact> inputs) {
    sharing_.placeholders = std::move(inputs);
    facts_ = &sharing_;
  }
  InputFacts sharing_;
};

TEST_F(MemoryTest, InversesCancel) {
  EXPECT_EQ(effects_of(R"(x: "f32[2, 3, 4]")", R"(t = x.transpose(0, 2)
u = t.transpose(2, 0)
v = x.view(6, 4)
w = v.view(2, 3, 4)
a = x.unsqueeze(1)
b = a.squeeze(1)
p = x.permute(2, 0, 1)
q = p.permute(1, 2, 0)
d = x.detach()
e = x[(slice(None, None, None), Ellipsis)]
)"),
            R"(t: view = x.permute(2, 1, 0)
u: view = x
v: view = x.view(6, 4)
w: view = x
a: view = x.unsqueeze(1)
b: view = x
p: view = x.permute(2, 0, 1)
q: view = x
d: view = x detached
e: view = x
)");
}

TEST_F(MemoryTest, APermutationThatIsNoInverseStays) {
  effects_of(R"(x: "f32[2, 3, 4]")", "p = x.permute(2, 0, 1)\nq = p.permute(2, 0, 1)\n");
  different("q", "x");
  different("q", "p");
}

TEST_F(MemoryTest, SpellingsOfARow) {
  effects_of(R"(x: "f32[4, 3]")", R"(a = x[3]
b = x[-1]
c = x.select(0, 3)
d = torch.select(x, -2, -1)
unbind = x.unbind()
e = unbind[3]
f = unbind[-1]
g = x[(3, slice(None, None, None))]
h = x[(Ellipsis, 3, slice(None, None, None))]
other = x[2]
kept = x[slice(3, 4, None)]
)");
  for (const char* name : {"b", "c", "d", "e", "f", "g", "h"}) same("a", name);
  different("a", "other");
  different("a", "kept");
  EXPECT_EQ(memory().place(place("kept")).meta->rank(), 2) << "a slice keeps the dim";
}

TEST_F(MemoryTest, SpellingsOfASlice) {
  effects_of(R"(x: "f32[8, 3]")", R"(a = x[slice(2, 4, None)]
b = x.narrow(0, 2, 2)
c = x[slice(-6, -4, None)]
d = torch.ops.aten.slice.Tensor(x, 0, 2, 4)
split = x.split(2)
e = split[1]
chunk = torch.chunk(x, 4)
f = chunk[1]
sizes = x.split([2, 2, 4])
g = sizes[1]
cuts = torch.tensor_split(x, [2, 4])
h = cuts[1]
rest = x[slice(2, None, None)]
j = rest[slice(0, 2, None)]
stepped = x[slice(2, 4, 2)]
)");
  for (const char* name : {"b", "c", "d", "e", "f", "g", "h", "j"}) same("a", name);
  different("a", "rest");
  different("a", "stepped");
}

TEST_F(MemoryTest, EndsBeyondTheSizeAreTheSizeAndFullSlicesVanish) {
  effects_of(R"(x: "f32[8, 3]")", R"(a = x[slice(0, 100, None)]
b = x[slice(-100, None, None)]
c = x[slice(5, 100, None)]
d = x[slice(5, None, None)]
)");
  same("a", "x");
  same("b", "x");
  same("c", "d");
  different("c", "x");
}

TEST_F(MemoryTest, DifferentPathsToOneGeometryMeet) {
  effects_of(R"(x: "f32[4, 6]")", R"(t = x.t()
a = t[slice(0, 2, None)]
s = x[(slice(None, None, None), slice(0, 2, None))]
b = s.t()
flat = x.view(24)
c = flat[slice(6, 12, None)]
d = x[1]
e = x.as_strided((6,), (1,), 6)
f = x.as_strided((6,), (1,), 7)
)");
  same("a", "b");
  same("c", "d");
  same("d", "e");
  different("e", "f");
  different("a", "s");
}

TEST_F(MemoryTest, AnotherDTypeIsAnotherPlace) {
  effects_of(R"(x: "f32[4]")", R"(i = x.view(torch.int32)
u = x.view(torch.int32)
f = i.view(torch.float32)
)");
  same("i", "u");
  same("f", "x");
  different("i", "x");
}

TEST_F(MemoryTest, ConjugationIsNotInTheGeometry) {
  effects_of(R"(x: "c64[2, 2]")", R"(c = x.conj()
t = c.t()
h = x.mH
plain = x.t()
back = c.conj()
)");
  different("c", "x");
  different("t", "plain");
  same("t", "h");
  same("back", "x");
}

TEST_F(MemoryTest, SymbolicRegionsMeetByTheirExpressions) {
  effects_of(R"~(s0: "Sym(s0)", x: "f32[s0, 4]")~", R"~(add: "Sym(s0 - 1)" = s0 + -1
a = x[slice(0, add, None)]
b = x[slice(None, -1, None)]
c = x[-1]
d = x[add]
e = x[0]
)~");
  same("c", "d");
  different("c", "e");
}

TEST_F(MemoryTest, WithoutAShapeEqualSpellingsMeet) {
  effects_of("x", R"(a = x[3]
b = x[3]
c = x[4]
d = x[slice(0, 3, None)]
e = x[slice(None, 3, None)]
)");
  same("a", "b");
  different("a", "c");
  same("d", "e");
}

TEST_F(MemoryTest, FreshTensorsAreStoragesOfTheirOwn) {
  effects_of(R"(x: "f32[4]")", R"(a: "f32[4]" = x + 1
b: "f32[4]" = x + 1
av = a.view(2, 2)
bv = b.view(2, 2)
)");
  different("av", "bv");
  EXPECT_EQ(chain("av"), "a.view(2, 2)");
  EXPECT_EQ(memory().storage_of(place("av")).kind, StorageKind::fresh);
}

TEST_F(MemoryTest, OneAttributeReadTwiceIsOneTensor) {
  effects_of("x", "a = self.buf\nb = self.buf\nc = self.other\n");
  same("a", "b");
  different("a", "c");
  EXPECT_EQ(memory().storage_of(place("a")).kind, StorageKind::attribute);
}

TEST_F(MemoryTest, ChainsNameEveryStep) {
  effects_of(R"(x: "f32[4, 6]")", R"(a = x[1]
b = a.view(2, 3)
c = b[(slice(None, None, None), slice(1, 3, None))]
d = c.t()
)");
  EXPECT_EQ(chain("x"), "x");
  EXPECT_EQ(chain("d"), "x[1].view(2, 3)[:, 1:3].permute(1, 0)");
  const PlacePath path = memory().path(place("d"));
  ASSERT_EQ(path.size(), 5U);
  EXPECT_EQ(path.front(), place("x"));
  EXPECT_EQ(path.back(), place("d"));
  EXPECT_EQ(path[2], place("b"));
}

TEST_F(MemoryTest, LongChainsAreCutShort) {
  std::string body;
  std::string expected = "x";
  for (int i = 0; i < 14; ++i) {
    body += "v" + std::to_string(i) + " = " + (i == 0 ? "x" : "v" + std::to_string(i - 1)) + "[slice(1, None, None)]\n";
    if (i < 11) expected += "[1:" + std::to_string(40 - i) + "]";
  }
  effects_of(R"(x: "f32[40]")", body);
  EXPECT_EQ(chain("v10"), expected);
  EXPECT_EQ(chain("v13"), expected + " ...");
}

// ---- inputs that share a storage

TEST_F(MemoryTest, EqualInputsAreOnePlace) {
  share({input("x", {"4", "3"}, {"3", "1"}, "0"), input("y", {"4", "3"}, {"3", "1"}, "0")});
  read(R"(x: "f32[4, 3]", y: "f32[4, 3]")", "");
  same("x", "y");
}

TEST_F(MemoryTest, AContainedInputIsAViewOfTheLarger) {
  share({input("x", {"3"}, {"1"}, "6"), input("y", {"4", "3"}, {"3", "1"}, "0")});
  EXPECT_EQ(effects_of(R"(x: "f32[3]", y: "f32[4, 3]")", "row = y[2]\nadd_ = x.add_(1)\n"),
            "row: view = y.as_strided([3], [1], 6)\nadd_: write y.as_strided([3], [1], 6) is y.as_strided([3], [1], 6)\n");
  same("x", "row");
}

TEST_F(MemoryTest, InputsApartShareNothing) {
  share({input("x", {"3"}, {"1"}, "0"), input("y", {"3"}, {"1"}, "3")});
  EXPECT_EQ(effects_of(R"(x: "f32[3]", y: "f32[3]")", "add_ = x.add_(1)\n"), "add_: write x is x\n");
  EXPECT_NE(memory().place(place("x")).storage, memory().place(place("y")).storage);
}

TEST_F(MemoryTest, InputsThatOverlapInPartHangUnderALineOfElements) {
  share({input("x", {"3"}, {"1"}, "4"), input("y", {"3"}, {"1"}, "2"), input("z", {"3"}, {"1"}, "7")});
  EXPECT_EQ(effects_of(R"(x: "f32[3]", y: "f32[3]", z: "f32[3]")", "add_ = x.add_(1)\n"),
            "add_: write y.as_strided([3], [1], 4) is y.as_strided([3], [1], 4)\n");
  EXPECT_EQ(memory().place(place("x")).storage, memory().place(place("y")).storage);
  EXPECT_EQ(memory().place(memory().place(place("x")).parent).meta->geometry.sizes, Sizes{5});
  different("x", "y");
  EXPECT_EQ(chain("z"), "z") << "one that only touches them stays apart";
}

TEST_F(MemoryTest, InputsOfOneStorageWithSymbolicShapesAreRefusedWhenWritten) {
  share({input("x", {"s0"}, {"1"}, "0"), input("y", {"3"}, {"1"}, "2")});
  effects_of(R"(x: "f32[s0]", y: "f32[3]")", "add = x + 1\n");
  EXPECT_EQ(diagnostics_.error_count(), 0U) << "reading is fine";
  effects_of(R"(x: "f32[s0]", y: "f32[3]")", "add_ = y.add_(1)\n");
  EXPECT_EQ(diagnostics_.error_count(), 1U);
}

TEST_F(MemoryTest, InputsOfOneStorageAndOtherDTypesAreRefusedWhenWritten) {
  share({input("x", {"4"}, {"1"}, "0"), input("y", {"4"}, {"1"}, "0", "int32")});
  effects_of(R"(x: "f32[4]", y: "i32[4]")", "add_ = y.add_(1)\n");
  EXPECT_EQ(diagnostics_.error_count(), 1U);
}

TEST_F(MemoryTest, TheAssumptionAboutSharingIsSaidOnceAndOnlyWhereItIsMade) {
  read(R"(x: "f32[4][1]", y: "f32[4][1]")", "");
  EXPECT_EQ(memory().assumptions(),
            std::vector<std::string>{"no two inputs share memory (the text does not say; give --inputs to be sure)"});
  read(R"(x: "f32[4][1]")", "");
  EXPECT_TRUE(memory().assumptions().empty());
  read(R"(x: "f32[4]")", "");
  EXPECT_EQ(memory().assumptions(), std::vector<std::string>{"inputs whose strides the text does not give are contiguous"});
}

// ---- what may be one memory

TEST_F(MemoryTest, AWriteToWhatMayBeAViewIsRefused) {
  EXPECT_EQ(effects_of("x", "r = x.reshape(4)\nadd_ = r.add_(1)\n"),
            "r: pure\nerror: this writes memory that 'r = x.reshape(4)' may share, but the shape of 'x' is not known\n");
  EXPECT_EQ(effects_of("x", "r = x.reshape(4)\nadd_ = x.add_(1)\n"),
            "r: pure\nerror: this writes memory that 'r = x.reshape(4)' may share, but the shape of 'x' is not known\n");
  EXPECT_EQ(effects_of("x, y", "r = x.reshape(4)\nadd_ = y.add_(1)\n"), "r: pure\nadd_: write y is y\n")
      << "other memory is not touched by the doubt";
}

}  // namespace
}  // namespace outplace
