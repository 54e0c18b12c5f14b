// Every device literal of a graph becomes the target device.
//
//   a = torch.arange(8, device = device(type='cuda', index=1))      a = torch.arange(8, device = device(type='xla', index=1))
//   b = x.to('cpu', torch.float32)                             ==>  b = x.to('xla', torch.float32)
//   c = x.cuda(non_blocking = True)                                 c = x.to(device(type='xla'), non_blocking = True)
//
// Device positions are the keyword device= of any call, the parameters of type device of a call that the operator table knows, and the
// methods that are named after a device. Sub-graphs are rewritten too. A string stays a string, None stays None, an index is kept unless
// the target names one. Literals that are the target already are not counted. The device "meta" stays: such a tensor has no data to place.
// Reported as warnings and left as they are: autocast brackets, device constants in any other place, devices inside text that is not
// understood.
#pragma once

#include <cstdint>
#include <string_view>

#include "ir/module.h"
#include "ops/op_table.h"
#include "support/diagnostics.h"

namespace outplace {

struct DeviceRewrite {
  int64_t rewrite_count = 0;
};

// `target_device` is "xla" or "xla:0".
Result<DeviceRewrite> device_rewriter(Module& module, GraphId graph, std::string_view target_device, const OpTable& ops,
                                      Diagnostics& diagnostics);

}  // namespace outplace
