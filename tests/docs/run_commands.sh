#!/bin/sh
# Runs every `$ edgewise ...` of a document's sessions (blocks of console), in order, in an empty folder with the data sets at hand.
# usage: run_commands.sh PROGRAM SOURCE_FOLDER MOLECULES(yes|no) DOCUMENT
set -eu
molecules=$3
document=$4
. "$2/tests/docs/room.sh"
sed -n 's/^\$ \(edgewise .*\)$/\1/p' "$document" >commands
[ "$molecules" = yes ] || sed -i '/^edgewise mol /d' commands
while read -r command; do
  try "$command"
done <commands
