# Stops backing services if the process that started them dies. Reads one line per backing service from its pipe:
#   + PID MARKER    started          - PID    stopped
# The pipe closes when that process exits. The remaining ones then get SIGTERM, and SIGKILL 10 s later.
# MARKER must occur in the process's command line, so that a reused process id is never signalled.
trap '' INT HUP TERM
set -f
list=""
newline='
'
drop() {
  IFS=$newline
  kept=""
  for entry in $list; do
    [ "${entry%%:*}" = "$1" ] || kept="$kept$newline$entry"
  done
  list=$kept
}
ours() {
  ps -ww -o command= -p "${1%%:*}" 2>/dev/null | grep -qF -- "${1#*:}"
}
while IFS=' ' read -r sign pid program; do
  case $sign in
    +) list="$list$newline$pid:$program" ;;
    -) drop "$pid" ;;
  esac
done
IFS=$newline
for entry in $list; do
  ours "$entry" && kill -TERM "${entry%%:*}" 2>/dev/null
done
waited=0
while [ -n "$list" ] && [ $waited -lt 10 ]; do
  for entry in $list; do
    ours "$entry" || drop "${entry%%:*}"
  done
  [ -z "$list" ] && exit 0
  sleep 1
  waited=$((waited + 1))
done
for entry in $list; do
  ours "$entry" && kill -KILL "${entry%%:*}" 2>/dev/null
done
exit 0
