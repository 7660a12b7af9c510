#!/bin/sh
# Runs every `edgewise ...` command that README.md shows behind a $, in order, in an empty folder with the data sets at hand.
# usage: run_commands.sh SOURCE_FOLDER PROGRAM [without-molecules]
set -eu
source=$1
program=$2
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
ln -s "$source/datasets" "$room/datasets"
ln -s "$source/tests" "$room/tests"
sed -n 's/^\$ \(edgewise .*\)$/\1/p' "$source/README.md" >"$room/commands"
[ "${3:-}" != without-molecules ] || sed -i '/^edgewise mol /d' "$room/commands"
[ -s "$room/commands" ] || { echo "README.md shows no edgewise command" >&2; exit 1; }
cd "$room"
edgewise() { "$program" "$@"; }
while read -r command; do
  echo "\$ $command"
  eval "$command" </dev/null || { echo "failed: $command" >&2; exit 1; }
done <commands
