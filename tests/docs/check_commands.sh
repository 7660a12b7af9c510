#!/bin/sh
# Holds what a document says about commands against the program: every `edgewise ...`, in blocks of sh and console and in `code` on a
# line, is started in a folder without data, where it may fail for want of a file but not for a verb, flag or value that it does not know;
# every `--flag` named alone is one of the program's; every `./run VERB` is in ./run --help.  An assignment `R="..."` holds in all commands.
# usage: check_commands.sh PROGRAM SOURCE_FOLDER MOLECULES(yes|no) DOCUMENT...
set -eu
program=$1
source=$2
molecules=$3
shift 3
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
cd "$room"
ln -s "$source/tests/data/pyg/gat" my_model # what export_pyg.py writes: here a document's command can go all the way

commands_of() {
  awk '
    function code_of(text, part, count, k) {
      gsub(/\\\|/, "|", text) # a table escapes its own mark
      count = split(text, part, "`")
      for (k = 2; k <= count; k += 2) if (part[k] ~ /^(edgewise [a-z]|\.\/run |--[a-z]|[A-Z]=")/) print part[k]
    }
    /^```/ { code_of(paragraph); paragraph = ""; fenced = !fenced; commands = $0 ~ /^```(sh|console)$/; next }
    !fenced { if ($0 == "" || /^\|/) { code_of(paragraph); paragraph = "" } paragraph = paragraph " " $0; next }
    commands {
      line = held $0
      held = ""
      if (line ~ /\\$/) { held = substr(line, 1, length(line) - 1); next }
      sub(/^\$ /, "", line)
      if (line ~ /^(edgewise|\.\/run) /) print line
    }
    END { code_of(paragraph) }' "$1"
}

"$program" --help | sed -n 's/^  edgewise \([a-z]* [a-z]*\) .*/\1/p' | while read -r verb; do
  "$program" $verb --help-all </dev/null 2>/dev/null || true # without molecules their verbs have no help
done | grep -oE -e '--[a-z][a-z-]*' >flags
printf '%s\n' --help --help-all --version >>flags

wrong() { echo "$document: $*" >&2; touch wrong; }

edgewise() {
  [ "$1 $molecules" != "mol no" ] || return 0
  case " $* " in *" --"*) ;; *) set -- "$@" --help ;; esac # a verb named alone
  code=0
  "$program" "$@" >said 2>&1 </dev/null || code=$?
  [ $code = 0 ] || { [ $code = 1 ] && grep -qE 'No such file|no such folder' said; } || wrong "edgewise $*: $(cat said)"
}

ls() { echo listed.csv; } # $(ls split_?.csv | paste -sd,)
EDGEWISE_DATASETS=absent
for document; do
  S=absent
  commands_of "$document" >commands
  grep -E '^[A-Z]=' commands >assignments || true
  . ./assignments
  while read -r command; do
    case $command in
      edgewise*) eval "$command" ;;
      ./run*)
        verb=${command#./run }
        "$source/run" --help | grep -qE "^  ${verb%% *} " || [ "${verb%% *}" = --help ] || wrong "$command: ./run knows no such verb"
        ;;
      --*)
        for word in $command; do
          case $word in --*) grep -qxF -e "${word%%=*}" flags || [ $molecules = no ] || wrong "no verb has a flag $word" ;; esac
        done
        ;;
    esac
  done <commands
done
[ ! -e wrong ]
