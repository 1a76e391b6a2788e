# What the suite's scripts share: where the cache is, and how they speak. Sourced, not run.

cache=${XDG_CACHE_HOME:-$HOME/.cache}/nodline
program=$(basename "$0")

say() { echo "$program: $*" >&2; }

fail() { say "$@"; exit 1; }

# Runs a long step under a time limit, its output in a log that is shown only when it fails:
# quietly LOG SECONDS COMMAND…
quietly() {
    local log=$1 limit=$2 status=0
    shift 2
    timeout --kill-after=10 "$limit" "$@" >> "$log" 2>&1 < /dev/null || status=$?
    if [ "$status" = 0 ]; then return; fi
    tail -n 30 "$log" >&2
    if [ "$status" = 124 ]; then fail "'$*' took longer than $limit s. The whole log: $log"; fi
    fail "'$*' failed with status $status. The whole log: $log"
}

# One builder at a time for each thing in the cache: the second waits, then finds it built.
lock() {
    mkdir -p "$cache"
    exec 9> "$cache/$1.lock"
    flock --timeout 3600 9 || fail "another run has held $cache/$1.lock for an hour."
}

# Lets this machine's kernel run arm64 programs, in a chroot too: what qemu-user-static asks of systemd, where that runs.
run_arm64() {
    local formats=/proc/sys/fs/binfmt_misc
    [ -e "$formats/register" ] || mount -t binfmt_misc binfmt_misc "$formats"
    [ -e "$formats/qemu-aarch64" ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf > "$formats/register"
}

# Runs commands, each a line of shell in one word, so many at a time; fails, when all have ended, where one of them has.
together() { # how many, commands
    local most=$1 command running=0 status=0
    shift
    for command in "$@"; do
        if [ "$running" = "$most" ]; then
            wait -n || status=1
            running=$((running - 1))
        fi
        # With || instead of the trap, errors within would no longer end the command.
        (step=$command; trap '[ $? = 0 ] || say "failed: $step"' EXIT; eval "$command") &
        running=$((running + 1))
    done
    for ((; running > 0; running--)); do wait -n || status=1; done
    return "$status"
}
