#!/bin/bash
# Runs outplace and drops the test's own RUN and CHECK comments, which are part of the graph's text, from what it prints.
set -o pipefail
"$OUTPLACE" "$@" | sed -E '/^[[:space:]]*#[[:space:]]*(RUN|[A-Z0-9_-]+(-NEXT|-SAME|-NOT|-DAG|-LABEL|-EMPTY|-COUNT-[0-9]+)|[A-Z0-9_]*CHECK[A-Z0-9_-]*):/d'
