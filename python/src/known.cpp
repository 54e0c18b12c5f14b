// Imports of torch, all in one place.
#include "known.h"

#include <iterator>
#include <string>

#include "ir/module.h"

namespace outplace::python {
namespace {

nb::object interned(const char* text) { return checked(PyUnicode_InternFromString(text)); }

Attribute attribute_of(const nb::object& type, const char* name) {
  Attribute out{interned(name), nb::getattr(type, name, nb::object())};
  if (!out.descriptor.is_valid()) return out;
  const PyTypeObject* const kind = Py_TYPE(out.descriptor.ptr());
  if (kind->tp_descr_get == nullptr || kind->tp_descr_set == nullptr) out.descriptor = nb::object();
  return out;
}

Known* look_up() {
  auto* k = new Known;
  k->torch = nb::module_::import_("torch");
  const nb::object fx = nb::module_::import_("torch.fx");
  k->node = fx.attr("Node");
  k->op = attribute_of(k->node, "op");
  k->name = attribute_of(k->node, "name");
  k->target = attribute_of(k->node, "target");
  k->args = attribute_of(k->node, "args");
  k->kwargs = attribute_of(k->node, "kwargs");
  k->meta = attribute_of(k->node, "meta");
  for (size_t op = 0; op < std::size(k->op_names); ++op) k->op_names[op] = interned(std::string(name_of(static_cast<NodeOp>(op))).c_str());
  k->graph_module = fx.attr("GraphModule");
  k->qualified_name = nb::module_::import_("torch.fx.node").attr("_get_qualified_name");
  k->fake_tensor = nb::module_::import_("torch._subclasses.fake_tensor").attr("FakeTensor");
  k->fake_stride = k->fake_tensor.attr("stride");
  k->fake_shape = attribute_of(k->fake_tensor, "shape");
  k->fake_dtype = attribute_of(k->fake_tensor, "dtype");
  k->plain_attributes = nb::module_::import_("torch._C").attr("DisableTorchFunctionSubclass");
  k->tensor_metadata = nb::module_::import_("torch.fx.passes.shape_prop").attr("TensorMetadata");
  k->tensor = k->torch.attr("Tensor");
  k->parameter = k->torch.attr("nn").attr("Parameter");
  k->sym_int = k->torch.attr("SymInt");
  k->sym_float = k->torch.attr("SymFloat");
  k->sym_bool = k->torch.attr("SymBool");
  k->dtype = k->torch.attr("dtype");
  k->device = k->torch.attr("device");
  k->layout = k->torch.attr("layout");
  k->memory_format = k->torch.attr("memory_format");
  k->size = k->torch.attr("Size");
  k->sym_node_name = interned("node");
  k->val = interned("val");
  k->example_value = interned("example_value");
  k->tensor_meta = interned("tensor_meta");
  k->stack_trace = interned("stack_trace");
  k->shape_name = interned("shape");
  k->stride_name = interned("stride");
  k->dtype_name = interned("dtype");
  k->device_name = interned("device");
  k->fake_device_name = interned("fake_device");
  k->requires_grad_name = interned("requires_grad");
  k->storage_offset_name = interned("storage_offset");
  k->untyped_storage_name = interned("untyped_storage");
  k->cdata_name = interned("_cdata");
  k->nbytes_name = interned("nbytes");
  return k;
}

}  // namespace

const Known& known() {
  // Never freed: the interpreter may be gone when statics are destroyed. Importing may let other threads run, so that two may come here.
  static const Known* found = nullptr;
  if (found == nullptr) {
    const Known* const mine = look_up();
    if (found == nullptr) found = mine;
  }
  return *found;
}

}  // namespace outplace::python
