# Ends what a sandbox's process leaves when it dies, in whatever way: the input ends then.
# Each line of the input is a directory of the sandbox, with a slash at its end; processes are told
# by the mark that names it (OrphanReaper.java).
trap '' HUP INT QUIT TERM PIPE
directories=
marks=
while IFS= read -r line; do
  directories="$directories$line
"
  marks="${marks}sojourn.sandbox=$line
"
done
[ -n "$directories" ] || exit 0

# The marks are not among the words of any process here, so that none of these finds itself. What
# was found may have made another one before it was killed, so this looks until none is found.
round=0
while [ "$round" -lt 600 ]; do
  found=$(printf '%s' "$marks" | grep -lsF -f - /proc/[0-9]*/cmdline 2>/dev/null)
  [ -n "$found" ] || break
  for file in $found; do
    process=${file#/proc/}
    kill -KILL "${process%/cmdline}" 2>/dev/null
  done
  round=$((round + 1))
  sleep 0.05 2>/dev/null || sleep 1
done

printf '%s' "$directories" | while IFS= read -r line; do
  case $line in
    /*/sjw-*/) rm -rf -- "${line%/}" ;;
  esac
done
