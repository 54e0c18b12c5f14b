#!/bin/sh
# Rewrites the example graph and says in words what was done.
set -eu
outplace=${1:-build/release/bin/outplace}
folder=build/demo
mkdir -p "$folder"

echo "$ outplace rewrite examples/decoder_step.py --inputs examples/decoder_step.inputs.json -o $folder/decoder_step.py --io-map $folder/decoder_step.map.json --summary"
"$outplace" rewrite examples/decoder_step.py --inputs examples/decoder_step.inputs.json -o "$folder/decoder_step.py" --io-map "$folder/decoder_step.map.json" --summary
echo
echo "The rewritten graph is in $folder/decoder_step.py, its io_map in $folder/decoder_step.map.json."
