# Sourced by the scripts beside it.  An empty folder with the data sets at hand, gone in the end, and a command `edgewise` in it.
# usage: . room.sh PROGRAM SOURCE_FOLDER
program=$1
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
ln -s "$2/datasets" "$2/tests" "$room"
cd "$room"
edgewise() { "$program" "$@"; }

# try COMMAND: shows it and runs it; where it fails all ends.
try() {
  echo "\$ $1"
  eval "$1" </dev/null || { echo "failed: $1" >&2; exit 1; }
}
