# RUN: %outplace rewrite %s --io-map %t.json | FileCheck-19 %s
# RUN: cat %t.json | FileCheck-19 %s --check-prefix=MAP

# CHECK:      kv_cache_modified: {{.*}} = torch.slice_scatter(kv_cache, new_keys, dim = 0, end = 32);  kv_cache = new_keys = None
# CHECK-NEXT: return (kv_cache_modified,)

# MAP:      "io_map": {
# MAP-NEXT: "0": 0
# MAP-NEXT: }
# MAP-NEXT: "state_map": {}
# MAP-NEXT: "original_output_count": 1

class GraphModule(torch.nn.Module):
    def forward(self, kv_cache: "f32[64, 8][8, 1]cpu", new_keys: "f32[32, 8][8, 1]cpu"):
        kv_cache[slice(0, 32)] = new_keys;  setitem = kv_cache;  new_keys = setitem = None
        return (kv_cache,)
