// The values of places, driven write by write: which node a read gives, and what had to be emitted for it.
#include "passes/versions.h"

#include "analysis/effects.h"
#include "passes/pass_fixture.h"

namespace outplace {
namespace {

class VersionsTest : public PassFixture {
 protected:
  // Reads a graph that writes nothing; its views become places, its nodes hold their values. New nodes go before the output.
  void start(std::string_view parameters, std::string_view body, Layout layout = Layout::exact) {
    read(parameters, std::string(body) + "return ()\n");
    types_ = std::make_unique<Types>(module(), graph(), nullptr);
    memory_ = std::make_unique<Memory>(module(), graph(), *types_, diagnostics_, nullptr);
    Effects effects(*memory_, OpTable::builtin());
    emitter_ = std::make_unique<Emitter>(*memory_, graph());
    versions_ = std::make_unique<Versions>(*memory_, *emitter_, layout);
    for (const NodeId node : module().nodes(graph())) {
      const auto step = effects.step(node);
      ASSERT_TRUE(step) << diagnostics_.text();
      emitter_->at(node);
      if (memory_->known_object(node)) versions_->holds(node);
    }
    old_ = lines();
  }
  PlaceId place(std::string_view name) { return memory_->place_of(memory_->object(find(name))); }
  // A new value `name` is the content of the place that the node `of` sees.
  void write(std::string_view of, std::string_view name) {
    Call call = Call::function("torch.new", {}).with(memory_->place(place(of)).meta);
    const NodeId value = emitter_->emit(call, module().intern(name));
    const auto done = versions_->write(value, place(of), value);
    ASSERT_TRUE(done) << diagnostics_.text();
  }
  std::string read_name(std::string_view of) {
    const auto value = versions_->read(find(of));
    return value ? std::string(module().name(*value)) : "error: " + diagnostics_.all().back().message;
  }
  // What was emitted beside the values that the test wrote.
  std::string emitted() const {
    std::string out;
    const std::string now = lines();
    for (size_t at = 0; at < now.size();) {
      const size_t end = now.find('\n', at) + 1;
      const std::string line = now.substr(at, end - at);
      if (old_.find(line) == std::string::npos && line.find("torch.new()") == std::string::npos) out += line;
      at = end;
    }
    return out;
  }

  std::unique_ptr<Types> types_;
  std::unique_ptr<Memory> memory_;
  std::unique_ptr<Emitter> emitter_;
  std::unique_ptr<Versions> versions_;
  std::string old_;
};

constexpr std::string_view kInputs = R"(x: "f32[8][1]cpu", y: "f32[8][1]cpu")";
constexpr std::string_view kViews = R"(a = x[slice(0, 4, None)]
b = x[slice(4, 8, None)]
c = x[slice(2, 6, None)]
aa = a[slice(0, 2, None)]
)";

TEST_F(VersionsTest, NoModify) {
  start(kInputs, kViews);
  for (const char* name : {"x", "y", "a", "b", "c", "aa"}) EXPECT_EQ(read_name(name), name);
  EXPECT_EQ(emitted(), "");
}

TEST_F(VersionsTest, AWriteIsReadBackWithoutANode) {
  start(kInputs, kViews);
  write("a", "v1");
  EXPECT_EQ(read_name("a"), "v1");
  EXPECT_EQ(read_name("b"), "b") << "a region apart";
  EXPECT_EQ(read_name("y"), "y") << "another storage";
  EXPECT_EQ(emitted(), "");
  write("a", "v2");
  EXPECT_EQ(read_name("a"), "v2");
  EXPECT_EQ(emitted(), "");
}

TEST_F(VersionsTest, AnOverlappingReadFlushesOnce) {
  start(kInputs, kViews);
  write("a", "v1");
  EXPECT_EQ(read_name("c"), "slice_1");
  EXPECT_EQ(read_name("c"), "slice_1");
  EXPECT_EQ(read_name("x"), "x_modified");
  EXPECT_EQ(read_name("a"), "v1") << "its own value holds still";
  EXPECT_EQ(read_name("b"), "b");
  EXPECT_EQ(emitted(), R"(x_modified: f32[8][1]cpu = torch.slice_scatter(x, v1, dim = 0, end = 4)
slice_1: f32[4][1]cpu = torch.ops.aten.slice.Tensor(x_modified, 0, 2, 6)
)");
}

TEST_F(VersionsTest, AViewBelowAWrittenOneIsDerivedFromIt) {
  start(kInputs, kViews);
  write("a", "v1");
  EXPECT_EQ(read_name("aa"), "slice_1");
  EXPECT_EQ(emitted(), "slice_1: f32[2][1]cpu = torch.ops.aten.slice.Tensor(v1, 0, 0, 2)\n");
}

TEST_F(VersionsTest, AWriteBelowIsPutIntoTheViewAndThenIntoTheTensor) {
  start(kInputs, kViews);
  write("aa", "v1");
  EXPECT_EQ(read_name("a"), "x_modified");
  EXPECT_EQ(read_name("x"), "x_modified_2");
  EXPECT_EQ(emitted(), R"(x_modified: f32[4][1]cpu = torch.slice_scatter(a, v1, dim = 0, end = 2)
x_modified_2: f32[8][1]cpu = torch.slice_scatter(x, x_modified, dim = 0, end = 4)
)");
}

TEST_F(VersionsTest, AWholeWriteSupersedesWhatWasPendingBelow) {
  start(kInputs, kViews);
  write("aa", "v1");
  write("b", "v2");
  write("x", "v3");
  EXPECT_EQ(read_name("x"), "v3");
  EXPECT_EQ(read_name("aa"), "slice_2");
  EXPECT_EQ(emitted(), R"(slice_1: f32[4][1]cpu = torch.ops.aten.slice.Tensor(v3, 0, 0, 4)
slice_2: f32[2][1]cpu = torch.ops.aten.slice.Tensor(slice_1, 0, 0, 2)
)");
}

TEST_F(VersionsTest, PendingWritesAreFlushedInTheirOrder) {
  start(kInputs, kViews);
  write("c", "v1");
  write("a", "v2");
  write("b", "v3");
  EXPECT_EQ(read_name("x"), "x_modified_3");
  EXPECT_EQ(emitted(), R"(x_modified: f32[8][1]cpu = torch.slice_scatter(x, v1, dim = 0, start = 2, end = 6)
x_modified_2: f32[8][1]cpu = torch.slice_scatter(x_modified, v2, dim = 0, end = 4)
x_modified_3: f32[8][1]cpu = torch.slice_scatter(x_modified_2, v3, dim = 0, start = 4, end = 8)
)");
}

TEST_F(VersionsTest, ALaterWriteOfTheSameRegionTakesTheLaterPlace) {
  start(kInputs, kViews);
  write("a", "v1");
  write("b", "v2");
  write("a", "v3");
  EXPECT_EQ(read_name("x"), "x_modified_2");
  EXPECT_EQ(emitted(), R"(x_modified: f32[8][1]cpu = torch.slice_scatter(x, v2, dim = 0, start = 4, end = 8)
x_modified_2: f32[8][1]cpu = torch.slice_scatter(x_modified, v3, dim = 0, end = 4)
)");
}

TEST_F(VersionsTest, AnOlderPendingWriteIsNotCarriedOverALaterOverlappingOne) {
  start(kInputs, kViews);
  write("a", "v1");
  write("c", "v2");
  write("aa", "v3");  // a's [2:4] is older than v2
  EXPECT_EQ(read_name("x"), "x_modified_4");
  EXPECT_EQ(emitted(), R"(x_modified: f32[8][1]cpu = torch.slice_scatter(x, v1, dim = 0, end = 4)
x_modified_2: f32[8][1]cpu = torch.slice_scatter(x_modified, v2, dim = 0, start = 2, end = 6)
slice_1: f32[4][1]cpu = torch.ops.aten.slice.Tensor(x_modified_2, 0, 0, 4)
x_modified_3: f32[4][1]cpu = torch.slice_scatter(slice_1, v3, dim = 0, end = 2)
x_modified_4: f32[8][1]cpu = torch.slice_scatter(x_modified_2, x_modified_3, dim = 0, end = 4)
)");
}

TEST_F(VersionsTest, MetadataIsReadFromWhateverHasTheShape) {
  start(kInputs, kViews);
  write("a", "v1");
  const auto value = versions_->read_metadata(find("x"));
  ASSERT_TRUE(value);
  EXPECT_EQ(module().name(*value), "x");
  EXPECT_EQ(emitted(), "");
}

TEST_F(VersionsTest, UnchangedSinceAsksForTheRegionAlone) {
  start(kInputs, kViews);
  write("a", "v1");
  EXPECT_TRUE(versions_->unchanged_since(place("b"), find("x")));
  EXPECT_FALSE(versions_->unchanged_since(place("c"), find("x")));
  EXPECT_FALSE(versions_->unchanged_since(place("x"), find("x")));
  EXPECT_FALSE(versions_->is_current(find("a")));
  EXPECT_TRUE(versions_->is_current(find("b")));
}

TEST_F(VersionsTest, OtherModesDeriveAnewAndWhatTheProgramMadeHoldsInAll) {
  start(kInputs, kViews);
  write("x", "v1");
  EXPECT_EQ(read_name("a"), "slice_1");
  versions_->set_mode(1);
  EXPECT_EQ(read_name("x"), "v1");
  EXPECT_EQ(read_name("a"), "slice_2");
  EXPECT_EQ(read_name("a"), "slice_2");
}

TEST_F(VersionsTest, AValueInOtherStridesIsRepairedUnderExactLayoutOnly) {
  for (const Layout layout : {Layout::exact, Layout::ignore}) {
    start(R"(x: "f32[2, 3][1, 2]cpu")", "", layout);
    TensorMeta dense = *memory_->place(place("x")).meta;
    dense.geometry.strides = {3, 1};
    const NodeId value = emitter_->emit(Call::function("torch.new", {}).with(dense), module().intern("v1"));
    ASSERT_TRUE(versions_->write(value, place("x"), value));
    const bool exact = layout == Layout::exact;
    EXPECT_EQ(read_name("x"), exact ? "x_modified" : "v1");
    EXPECT_EQ(emitted(), exact ? "x_modified: f32[2, 3][1, 2]cpu = torch.slice_scatter(x, v1, 0)\n" : "");
    EXPECT_EQ(read_name("x"), exact ? "x_modified" : "v1") << "once";
  }
}

TEST_F(VersionsTest, ADetachedAliasReadsADetachedValue) {
  start(kInputs, "d = x.detach()\n");
  write("x", "v1");
  EXPECT_EQ(read_name("d"), "detach");
  EXPECT_EQ(read_name("d"), "detach");
  EXPECT_EQ(read_name("x"), "v1");
  EXPECT_EQ(emitted(), "detach: f32[8][1]cpu = v1.detach()\n");
}

TEST_F(VersionsTest, ManyPartsAreFlushedOnceEach) {
  std::string body;
  for (int i = 0; i < 500; ++i) body += "p" + std::to_string(i) + " = x[" + std::to_string(i) + "]\n";
  start(R"(x: "f32[500, 2][2, 1]cpu")", body);
  for (int i = 0; i < 500; ++i) write("p" + std::to_string(i), "v" + std::to_string(i));
  for (int i = 0; i < 500; ++i) EXPECT_EQ(read_name("p" + std::to_string(i)), "v" + std::to_string(i));
  EXPECT_EQ(emitted(), "");
  EXPECT_EQ(read_name("x"), "x_modified_500");
  const std::string out = emitted();
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 500);
  EXPECT_EQ(read_name("x"), "x_modified_500");
  EXPECT_EQ(emitted(), out);
}

TEST_F(VersionsTest, OverlappingElementsCannotBeWritten) {
  start(R"(x: "f32[1, 4][4, 1]cpu")", "e = x.expand(3, 4)\n");
  const NodeId value = emitter_->emit(Call::function("torch.new", {}), module().intern("v1"));
  EXPECT_FALSE(versions_->write(value, place("e"), value));
  EXPECT_EQ(messages(), "a write through a view in which several elements are one place of memory\n");
  start(R"(x: "f32[3, 4][0, 1]cpu")", "");
  const NodeId other = emitter_->emit(Call::function("torch.new", {}), module().intern("v1"));
  EXPECT_FALSE(versions_->write(other, place("x"), other));
}

TEST_F(VersionsTest, AValueHasNoLazyBitThatItsPlaceHasNot) {
  start(R"(x: "c64[8][1]cpu")", "v = x.conj()\n");
  write("v", "w");
  EXPECT_EQ(read_name("x"), "x_modified");
  EXPECT_EQ(emitted(), "x_modified: c64[8][1]cpu = torch.conj_physical(w)\n");
}

TEST_F(VersionsTest, LazyBitsThatCancelAreLeftAlone) {
  start(R"(x: "c64[8][1]cpu")", "v = x.conj()\ns = v[slice(0, 4, None)]\nc = s.conj()\n");
  write("c", "w");
  EXPECT_EQ(read_name("v"), "x_modified_2");
  EXPECT_EQ(emitted(), R"(x_modified: c64[4][1]cpu = torch.conj(w)
x_modified_2: c64[8][1]cpu = torch.slice_scatter(v, x_modified, dim = 0, end = 4)
)");
}

TEST_F(VersionsTest, ANegationIsResolvedToo) {
  start(kInputs, "v = torch._neg_view(x)\n");
  write("v", "w");
  EXPECT_EQ(read_name("x"), "x_modified");
  EXPECT_EQ(emitted(), R"(_neg_view: f32[8][1]cpu = torch._neg_view(w)
x_modified: f32[8][1]cpu = _neg_view.resolve_neg()
)");
}

TEST_F(VersionsTest, AScatterIntoAGappedConjugateIsDense) {
  start(R"(x: "c64[2, 4][16, 2]cpu")", "v = x.conj()\ns = v.select(1, 0)\n");
  write("s", "w");
  read_name("v");
  EXPECT_NE(emitted().find("x_modified: c64[2, 4][4, 1]cpu = torch.select_scatter(v, w, dim = 1, index = 0)\n"), std::string::npos)
      << emitted();
}

TEST_F(VersionsTest, AViewInOtherElementsGetsSingleDimsMadeAnew) {
  start(R"(x: "f32[4, 1][1, 1]cpu")", "s = x.squeeze(1)\nu = s.unsqueeze(1)\nb = u.view(torch.uint8)\n");
  write("s", "w");
  read_name("b");
  const std::string text = emitted();
  EXPECT_NE(text.find("squeeze(1)\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("clone"), std::string::npos) << text;
}

TEST_F(VersionsTest, UnderLayoutIgnoreAViewInOtherElementsSeesACopy) {
  start(kInputs, "b = x.view(torch.uint8)\n", Layout::ignore);
  write("x", "w");
  read_name("b");
  EXPECT_EQ(emitted(), R"(clone: f32[8][1]cpu = w.clone(memory_format = torch.contiguous_format)
view: u8[32][1]cpu = clone.view(torch.uint8)
)");
}

TEST_F(VersionsTest, AValueOfUnknownStridesIsPutIntoStridesThatAreOdd) {
  const auto text_for = [&](std::string_view parameters) {
    start(parameters, "");
    Call call = Call::function("torch.new", {}).with(memory_->place(place("x")).meta);
    call.meta.change().has_strides = false;
    const NodeId value = emitter_->emit(call, module().intern("w"));
    EXPECT_TRUE(versions_->write(value, place("x"), value));
    return read_name("x");
  };
  EXPECT_EQ(text_for(R"(x: "f32[2, 4][1, 2]cpu")"), "x_modified");
  EXPECT_EQ(text_for(R"(x: "f32[2, 4][4, 1]cpu")"), "w");
}

}  // namespace
}  // namespace outplace
