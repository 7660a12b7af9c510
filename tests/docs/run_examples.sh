#!/bin/sh
# Runs the example that closes each verb's --help, in the order of the verbs, in an empty folder with the data sets at hand: what one verb
# writes the next ones read.
# usage: run_examples.sh PROGRAM SOURCE_FOLDER MOLECULES(yes|no)
set -eu
program=$1
source=$2
molecules=$3
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
ln -s "$source/datasets" "$room/datasets"
ln -s "$source/tests" "$room/tests"
cd "$room"
edgewise() { "$program" "$@"; }
"$program" --help | sed -n 's/^  edgewise \([a-z]* [a-z]*\) .*/\1/p' >verbs
while read -r verb; do
  case $verb in "mol "*) [ "$molecules" = yes ] || continue ;; esac
  example=$("$program" $verb --help </dev/null | sed -n 's/^example: //p')
  echo "\$ $example"
  case $example in "edgewise "*) ;; *) echo "edgewise $verb --help closes with no example" >&2; exit 1 ;; esac
  eval "$example" </dev/null || { echo "failed: $example" >&2; exit 1; }
done <verbs
