#!/bin/sh
# expect_exit.sh CODE COMMAND...: succeeds if the command ends with that exit code.
expected=$1
shift
"$@"
code=$?
[ "$code" -eq "$expected" ] && exit 0
echo "exit code $code instead of $expected: $*" >&2
exit 1
