// Devices in all places where a graph can have them.
#include "passes/device_rewriter.h"

#include "passes/pass_fixture.h"

namespace outplace {
namespace {

class DeviceRewriterTest : public PassFixture {
 protected:
  int64_t run(std::string_view target = "xla") {
    const auto done = device_rewriter(module(), graph(), target, OpTable::builtin(), diagnostics_);
    EXPECT_TRUE(done) << diagnostics_.text();
    return done ? done->rewrite_count : -1;
  }
};

TEST_F(DeviceRewriterTest, NoModify) {
  read("x, y", R"(add = torch.add(x, y)
to = add.to(torch.float16)
einsum = torch.einsum('ab,bc', x, y)
zeros = torch.zeros(2, 3, device = None)
return (to, einsum, zeros)
)");
  const std::string before = lines();
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(lines(), before);
  EXPECT_EQ(messages(), "");
}

TEST_F(DeviceRewriterTest, KeywordsOfFactories) {
  read("x", R"(a = torch.arange(8, device = device(type='cuda', index=1))
b = torch.zeros(2, 3, dtype = torch.float32, device = device(type='cpu'))
c = torch.ones((2,), device = 'cuda:0')
return (a, b, c)
)");
  EXPECT_EQ(run(), 3);
  EXPECT_EQ(lines(), R"(a = torch.arange(8, device = device(type='xla', index=1))
b = torch.zeros(2, 3, dtype = torch.float32, device = device(type='xla'))
c = torch.ones((2,), device = 'xla:0')
return (a, b, c)
)");
  EXPECT_EQ(messages(), "");
}

TEST_F(DeviceRewriterTest, KeywordsOfCallablesThatTheTableDoesNotKnow) {
  read("x", R"(a = torch.ops.nowhere.make(x, device = device(type='cuda'))
return (a,)
)");
  EXPECT_EQ(run(), 1);
  EXPECT_EQ(lines(), R"(a = torch.ops.nowhere.make(x, device = device(type='xla'))
return (a,)
)");
}

TEST_F(DeviceRewriterTest, PositionalDevicesOfTo) {
  read("x", R"(a = x.to(device(type='cpu'))
b = x.to('cuda:1')
c = x.to('cuda', torch.float32)
d = x.to(device(type='cuda', index=0), torch.float32, True)
return (a, b, c, d)
)");
  EXPECT_EQ(run(), 4);
  EXPECT_EQ(lines(), R"(a = x.to(device(type='xla'))
b = x.to('xla:1')
c = x.to('xla', torch.float32)
d = x.to(device(type='xla', index=0), torch.float32, True)
return (a, b, c, d)
)");
  EXPECT_EQ(messages(), "");
}

TEST_F(DeviceRewriterTest, PositionalDevicesOfOverloads) {
  read("x", R"(a = torch.ops.aten.to.device(x, device(type='cuda', index=0), torch.float32)
b = torch.ops.prims.device_put.default(x, device(type='cpu'))
return (a, b)
)");
  EXPECT_EQ(run(), 2);
  EXPECT_EQ(lines(), R"(a = torch.ops.aten.to.device(x, device(type='xla', index=0), torch.float32)
b = torch.ops.prims.device_put.default(x, device(type='xla'))
return (a, b)
)");
}

TEST_F(DeviceRewriterTest, DeviceMethodsBecomeTo) {
  read("x", R"(a = x.cpu()
b = x.cuda()
c = x.cuda(1)
d = x.cuda(device(type='cuda', index=2), True)
e = x.cuda(device = 'cuda:3', non_blocking = True)
f = x.cpu(memory_format = torch.channels_last)
return (a, b, c, d, e, f)
)");
  EXPECT_EQ(run(), 6);
  EXPECT_EQ(lines(), R"(a = x.to(device(type='xla'))
b = x.to(device(type='xla'))
c = x.to(device(type='xla', index=1))
d = x.to(device(type='xla', index=2), non_blocking = True)
e = x.to(device(type='xla', index=3), non_blocking = True)
f = x.to(device(type='xla'), memory_format = torch.channels_last)
return (a, b, c, d, e, f)
)");
  EXPECT_EQ(messages(), "");
}

TEST_F(DeviceRewriterTest, ADeviceMethodOfTheTargetStays) {
  read("x", R"(a = x.cpu()
b = x.cuda(1)
return (a, b)
)");
  EXPECT_EQ(run("cpu"), 1);
  EXPECT_EQ(lines(), R"(a = x.cpu()
b = x.to(device(type='cpu', index=1))
return (a, b)
)");
}

TEST_F(DeviceRewriterTest, AComputedIndexIsReported) {
  read("x, n", R"(a = x.cuda(n)
return (a,)
)");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(lines(), "a = x.cuda(n)\nreturn (a,)\n");
  EXPECT_EQ(messages(), "a device constant that is not in a device position was left as it is\n");
}

TEST_F(DeviceRewriterTest, TheTargetsOwnLiteralsAreNotCounted) {
  read("x", R"(a = x.to(device(type='xla'))
b = x.to(device(type='xla', index=1))
return (a, b)
)");
  EXPECT_EQ(run(), 0);
}

TEST_F(DeviceRewriterTest, RunningTwiceChangesNothing) {
  read("x", R"(a = x.to(device(type='cuda', index=1))
b = x.cpu()
return (a, b)
)");
  EXPECT_EQ(run(), 2);
  const std::string once = lines();
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(lines(), once);
}

TEST_F(DeviceRewriterTest, AnIndexOfTheTargetWins) {
  read("x", R"(a = x.to(device(type='cuda', index=1))
b = x.to('cpu')
return (a, b)
)");
  EXPECT_EQ(run("xla:0"), 2);
  EXPECT_EQ(lines(), R"(a = x.to(device(type='xla', index=0))
b = x.to('xla:0')
return (a, b)
)");
}

TEST_F(DeviceRewriterTest, SubGraphs) {
  read("x", R"(wrap_body_0 = self.wrap_body_0
wrap = torch.ops.higher_order.tag_activation_checkpoint(wrap_body_0, x, use_reentrant = False)
getitem = wrap[0]
return (getitem,)
)",
       R"(class wrap_body_0(torch.nn.Module):
    def forward(self, x):
        zeros = torch.zeros(2, device = device(type='cuda', index=0))
        return (zeros,)
)");
  EXPECT_EQ(run(), 1);
  EXPECT_NE(lines().find("zeros = torch.zeros(2, device = device(type='xla', index=0))\n"), std::string::npos) << lines();
}

TEST_F(DeviceRewriterTest, AutocastIsReportedAndStays) {
  read("x", R"(_enter_autocast = torch.amp.autocast_mode._enter_autocast('cuda', torch.bfloat16, True, None)
mm = torch.mm(x, x)
_exit_autocast = torch.amp.autocast_mode._exit_autocast(_enter_autocast)
return (mm,)
)");
  const std::string before = lines();
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(lines(), before);
  EXPECT_EQ(messages(), "an autocast bracket names a device and was left as it is\n");
}

TEST_F(DeviceRewriterTest, ConstantsElsewhereAreReportedOnce) {
  read("x", R"(a = torch.ops.nowhere.make(x, device(type='cuda', index=0))
b = torch.ops.nowhere.make(x, [device(type='cuda', index=1)])
c = torch.ops.nowhere.make(x, place = 'cuda:0')
return (a, b, c)
)");
  const std::string before = lines();
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(lines(), before);
  EXPECT_EQ(messages(), "a device constant that is not in a device position was left as it is (here and in 2 more places)\n");
}

TEST_F(DeviceRewriterTest, TheConstructorOfADevice) {
  read("x", R"(a = torch.device('cuda', 1)
b = torch.device(type = 'cpu')
c = torch.device(a)
d = x.to(c)
return (d,)
)");
  EXPECT_EQ(run(), 2);
  EXPECT_EQ(lines(), R"(a = torch.device('xla', 1)
b = torch.device(type = 'xla')
c = torch.device(a)
d = x.to(c)
return (d,)
)");
  EXPECT_EQ(messages(), "");
}

TEST_F(DeviceRewriterTest, AConstructorWithAnIndexOfItsOwnIsReportedIfTheTargetHasOne) {
  read("x", "a = torch.device('cuda', 1)\nreturn (a,)\n");
  EXPECT_EQ(run("xla:0"), 0);
  EXPECT_EQ(lines(), "a = torch.device('cuda', 1)\nreturn (a,)\n");
  EXPECT_EQ(messages(), "a device constant that is not in a device position was left as it is\n");
}

TEST_F(DeviceRewriterTest, DevicesInsideTextThatIsNotUnderstoodAreReported) {
  read("x", R"(a = x.type(torch.cuda.FloatTensor)
b = x.type('torch.cuda.FloatTensor')
return (a, b)
)");
  const std::string before = lines();
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(lines(), before);
  EXPECT_EQ(messages(), "a device constant that is not in a device position was left as it is (here and in 1 more place)\n");
}

TEST_F(DeviceRewriterTest, StringsThatAreNoDevicesStay) {
  read("x, y", R"(a = torch.ops.nowhere.make(x, device = 'auto')
b = torch.einsum('cpu,pu', x, y)
c = torch.nn.functional.pad(x, (1, 1), 'constant', 0)
return (a, b, c)
)");
  const std::string before = lines();
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(lines(), before);
  EXPECT_EQ(messages(), "a device constant that is not in a device position was left as it is\n");
}

TEST_F(DeviceRewriterTest, DevicesAfterSizesThatAreGivenOneByOne) {
  read("x", R"(a = x.new_zeros(2, 3, device = 'cuda')
b = x.new_empty((2, 3), device = device(type='cuda'))
c = torch.randn(2, 3, 4, device = device(type='cpu'), requires_grad = False)
return (a, b, c)
)");
  EXPECT_EQ(run(), 3);
  EXPECT_EQ(lines(), R"(a = x.new_zeros(2, 3, device = 'xla')
b = x.new_empty((2, 3), device = device(type='xla'))
c = torch.randn(2, 3, 4, device = device(type='xla'), requires_grad = False)
return (a, b, c)
)");
}

TEST_F(DeviceRewriterTest, MetaTensorsStay) {
  read("x", R"(a = torch.empty(2, device = device(type='meta'))
return (a,)
)");
  EXPECT_EQ(run(), 0);
  EXPECT_EQ(messages(), "the device 'meta' was left as it is\n");
}

TEST_F(DeviceRewriterTest, ATargetThatIsNoDeviceIsAnError) {
  read("x", "return (x,)\n");
  for (const std::string_view target : {"", "xla:", "xla:a", "a b", ":1"}) {
    EXPECT_FALSE(device_rewriter(module(), graph(), target, OpTable::builtin(), diagnostics_)) << target;
  }
  EXPECT_EQ(diagnostics_.error_count(), 5U);
}

}  // namespace
}  // namespace outplace
