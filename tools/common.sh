# Functions shared by the build and test scripts. Sourced, not run.

cache=${XDG_CACHE_HOME:-$HOME/.cache}/nodline
program=$(basename "$0")

say() { echo "$program: $*" >&2; }

fail() { say "$@"; exit 1; }

# Runs a command with a time limit; its output goes to a log, of which the end is printed on failure:
# quietly LOG SECONDS COMMAND…
quietly() {
    local log=$1 limit=$2 status=0
    shift 2
    timeout --kill-after=10 "$limit" "$@" >> "$log" 2>&1 < /dev/null || status=$?
    if [ "$status" = 0 ]; then return; fi
    tail -n 30 "$log" >&2
    if [ "$status" = 124 ]; then fail "'$*' took longer than $limit s. Log: $log"; fi
    fail "'$*' failed with status $status. Log: $log"
}

# Allows one builder at a time for each item in the cache. The next one waits, and then finds the item built.
lock() {
    mkdir -p "$cache"
    exec 9> "$cache/$1.lock"
    flock --timeout 3600 9 || fail "$cache/$1.lock has been locked by another run for an hour."
}

# Registers qemu-user-static with the kernel for arm64 programs, as systemd does on machines that run it. Works in a chroot too.
run_arm64() {
    local formats=/proc/sys/fs/binfmt_misc
    [ -e "$formats/register" ] || mount -t binfmt_misc binfmt_misc "$formats"
    [ -e "$formats/qemu-aarch64" ] || cat /usr/lib/binfmt.d/qemu-aarch64.conf > "$formats/register"
}

# Runs shell commands, one per argument, several at a time. Waits for all of them, and fails if one has failed.
together() { # number at a time, commands
    local most=$1 command running=0 status=0
    shift
    for command in "$@"; do
        if [ "$running" = "$most" ]; then
            wait -n || status=1
            running=$((running - 1))
        fi
        # A trap, because `eval … || say` would turn off `set -e` within the command.
        (step=$command; trap '[ $? = 0 ] || say "failed: $step"' EXIT; eval "$command") &
        running=$((running + 1))
    done
    for ((; running > 0; running--)); do wait -n || status=1; done
    return "$status"
}
