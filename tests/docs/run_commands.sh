#!/bin/sh
# Runs every `$ edgewise ...` of a document's sessions (blocks of console), in order, in an empty folder with the data sets at hand.
# usage: run_commands.sh DOCUMENT PROGRAM SOURCE_FOLDER MOLECULES(yes|no)
set -eu
document=$1
program=$2
source=$3
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
ln -s "$source/datasets" "$room/datasets"
ln -s "$source/tests" "$room/tests"
sed -n 's/^\$ \(edgewise .*\)$/\1/p' "$document" >"$room/commands"
[ "$4" = yes ] || sed -i '/^edgewise mol /d' "$room/commands"
cd "$room"
edgewise() { "$program" "$@"; }
while read -r command; do
  echo "\$ $command"
  eval "$command" </dev/null || { echo "failed: $command" >&2; exit 1; }
done <commands
