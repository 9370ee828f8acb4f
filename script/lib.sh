# Sourced by the scripts, with the root of the tree as working directory: how they show what they do, and the
# one configuration of build/release that all of them go on with.

logs=build/logs
phases=''        # "packages 31 s, compiling 95 s": what this script has waited for
running_step=''  # process groups that must not outlive the script
running_beside=''

stop_steps() {
  local group
  for group in $running_step $running_beside; do kill -- "-$group" 2>/dev/null; done
  return 0
}
trap 'stop_steps; exit 130' INT TERM
trap stop_steps EXIT

# --- how far a step is, read from its output ---

last_line() { tail -n 1 "$1"; }

# ninja: [12/43] Building CXX object ...
of_ninja() {
  tail -c 20000 "$1" | sed -n 's|^\[\([0-9]*\)/\([0-9]*\)\].*|\1 of \2|p' | tail -n 1
}

# apt-get: what it still has to fetch, to unpack, to set up
of_apt() {
  awk '/ newly installed/ { total = 0; for (i = 1; i < NF; i++) if ($(i + 1) ~ /^(upgraded|newly)/) total += $i }
       /^Get:/ { fetched++ } /^Unpacking / { unpacked++ } /^Setting up / { ready++ }
       END { if (!total) print "working out what is needed"
             else if (ready) printf "%d of %d set up\n", ready, total
             else if (unpacked) printf "%d of %d unpacked\n", unpacked, total
             else printf "%d of %d fetched\n", fetched, total }' "$1"
}

# --- steps ---

# one_line TEXT: replaces the line before on a terminal; elsewhere a line of its own, every ten seconds at most.
one_line() {
  if [ -t 1 ]; then
    printf '\r\033[K%.*s' "$(($(tput cols 2>/dev/null || echo 80) - 1))" "$1"
  elif [ "$1" != "$shown" ] && [ "$SECONDS" -ge "$next_line" ]; then
    echo "$1"
    shown="$1"
    case "$1" in *:*) next_line=$((SECONDS + 10)) ;; esac
  fi
}

# why LOG: the part of a log that says why a step failed.
why() {
  local first
  first="$(grep -n -m 1 -E '^(FAILED:|CMake Error|E: |npm (ERR!|error))' "$1" | cut -d: -f1)" || true
  if [ -n "$first" ]; then sed -n "$first,$((first + 29))p" "$1"; else tail -n 30 "$1"; fi | sed 's/^/   | /'
}

# Seconds of processor time that ended commands of this script took. `times` must not run in a subshell.
processor_time() {
  times >"$logs/.times"
  processor="$(awk 'NR == 2 { gsub(/s/, ""); split($1, user, "m"); split($2, kernel, "m")
                     printf "%d", (user[1] + kernel[1]) * 60 + user[2] + kernel[2] }' "$logs/.times")"
}

# step NAME HOW_FAR COMMAND...: one line says how far it is while the command runs, with its output in a log; a
# failure shows its reason and where the log is.
step() {
  local name="$1" how_far="$2" log status=0 start=$SECONDS shown='' next_line=0 far processor before
  shift 2
  mkdir -p "$logs"
  processor_time
  before=$processor
  log="$logs/${name//[^A-Za-z0-9]/-}.log"
  : >"$log"
  # A process group of its own, so that stopping the script stops all of it.
  set -m
  "$@" >"$log" 2>&1 </dev/null &
  running_step=$!
  set +m
  while kill -0 "$running_step" 2>/dev/null; do
    far="$("$how_far" "$log")"
    one_line "$name${far:+: $far}"
    sleep 0.2
  done
  wait "$running_step" || status=$?
  running_step=''
  if [ -t 1 ]; then printf '\r\033[K'; fi
  if [ $status -ne 0 ]; then
    {
      echo "$name failed with status $status:"
      why "$log"
      echo "the whole output is in $log"
    } >&2
    return $status
  fi
  processor_time
  phase "$name" $((SECONDS - start)) $((processor - before))
}

# phase NAME SECONDS PROCESSOR: said once where it took a while, and kept for phases.
phase() {
  [ "$2" -ge 2 ] || return 0
  phases+="${phases:+, }$1 $2 s"
  echo "$1: done in $2 s ($3 s of processor time)"
}

# beside NAME COMMAND...: in the background, while steps go on; whether it worked is asked by what needs it.
beside() {
  local log="$logs/$1.log"
  shift
  mkdir -p "$logs"
  set -m
  "$@" >"$log" 2>&1 </dev/null &
  running_beside=$!
  set +m
}

await_beside() {
  if [ -n "$running_beside" ]; then wait "$running_beside" || true; fi
  running_beside=''
}

# --- the build ---

jobs="${BASTIDE_JOBS:-$(nproc)}"

# configure PRESET OPTION...: from scratch in bundles; a folder that was configured otherwise stays so.
configure() {
  local preset="$1" bundle=()
  shift
  if [ ! -e "build/$preset/CMakeCache.txt" ]; then bundle=(-DBASTIDE_BUNDLE=ON); fi
  cmake --preset "$preset" "${bundle[@]}" "$@"
}

# compile PRESET TARGET...
compile() {
  local preset="$1" target arguments=()
  shift
  for target in "$@"; do arguments+=(--target "$target"); done
  cmake --build --preset "$preset" -j "$jobs" "${arguments[@]}"
}

# The name that files disagree about, where that is all that keeps a bundle from being compiled.
name_clash() {
  if grep '^FAILED:' "$1" | grep -qv '/Unity/'; then return 1; fi
  grep -m 1 'error:' "$1" |
    grep -E "error: (redefinition of|conflicting declaration|reference to .* is ambiguous|.* (was declared|redeclared))"
}

# bundled_build PRESET TARGET...: in a configured folder. Files that are compiled together may disagree about a name; then, and only then,
# each is compiled alone, so that speed never decides whether the tree builds.
bundled_build() {
  local clash output
  mkdir -p "$logs"
  output="$logs/bundles-$1.log"
  if compile "$@" 2>&1 | tee "$output"; then return; fi
  clash="$(name_clash "$output")" || return 1
  echo "two files of a bundle use one name: $clash"
  echo "going on file by file; give one of them another name"
  configure "$1" -DBASTIDE_BUNDLE=OFF && compile "$@"
}

# build_program PRESET: the player's program alone, no tests.
build_program() {
  step configuring last_line configure "$1" &&
    step compiling of_ninja bundled_build "$1" bastide
}
