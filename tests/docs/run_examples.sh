#!/bin/sh
# Runs the example that closes each verb's --help, in the order of the verbs, in an empty folder with the data sets at hand: what one verb
# writes the next ones read.
# usage: run_examples.sh PROGRAM SOURCE_FOLDER MOLECULES(yes|no)
set -eu
molecules=$3
. "$2/tests/docs/room.sh"
"$program" --help | sed -n 's/^  edgewise \([a-z]* [a-z]*\) .*/\1/p' >verbs
while read -r verb; do
  case $verb in "mol "*) [ "$molecules" = yes ] || continue ;; esac
  example=$("$program" $verb --help </dev/null | sed -n 's/^example: //p')
  case $example in "edgewise "*) ;; *) echo "edgewise $verb --help closes with no example" >&2; exit 1 ;; esac
  try "$example"
done <verbs
