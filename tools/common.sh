# shellcheck shell=bash
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

# Installs the Debian packages that are missing, as root or by sudo. Returns at once, without the network, if none is: need PACKAGE…
need() {
    local as=() log missing
    mapfile -t missing < <(comm -23 <(printf '%s\n' "$@" | sort -u) \
        <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2> /dev/null | sed -n 's/^installed //p' | sort -u))
    if [ ${#missing[@]} = 0 ]; then return; fi
    say "installing ${missing[*]} (by the network, as root or with sudo)."
    if [ "$(id -u)" != 0 ]; then as=(sudo); fi
    log=$(mktemp -t nodline-apt.XXXXXX)
    lock apt
    quietly "$log" 300 "${as[@]}" apt-get update
    quietly "$log" 900 "${as[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends \
        "${missing[@]}"
    flock --unlock 9
    rm -f "$log"
}

# The runner of a suite, and its first words: runner SUITE
runner() {
    case $1 in
    unit) echo Tests/Unit/run ;;
    fast) echo Tests/Unit/fast ;;
    arm64) echo Tests/System/packages/run lifecycle-arm64 ;;
    *) echo "Tests/System/$1/run" ;;
    esac
}

# For a suite's runner: runs it again below tools/report, which ends its output with what failed and why: reported NAME "$@"
reported() {
    if [ -n "${NODLINE_REPORTED:-}" ]; then
        unset NODLINE_REPORTED
        return
    fi
    command -v python3 > /dev/null || need python3
    exec python3 "$(dirname "${BASH_SOURCE[0]}")/report" ${NODLINE_LIMIT:+--limit "$NODLINE_LIMIT"} "$1" -- \
        "$(runner "${1/arm64/packages}")" "${@:2}"
}

# Runs built tests of Swift: swift_tests SECONDS SCRATCH OPTION… Not by `swift test`, which waits for SwiftPM's lock. Without colours, which Swift
# Testing writes into a pipe too.
swift_tests() { NO_COLOR=1 tools/limit "$1" "$2/release/nodlinePackageTests.xctest" --testing-library swift-testing "${@:3}"; }

# The full names of tests in Python, which a failure prints too: python_tests SUITE test_x.Class.test_y…
python_tests() {
    local test
    for test in "${@:2}"; do case $test in System.*) echo "$test" ;; *) echo "System.$1.$test" ;; esac; done
}

# Runs one step of a suite. A failure is said, and the other steps run: step NAME COMMAND…; then `steps_passed` is the last command.
failed_steps=0
step() {
    local began=$SECONDS status=0
    # Waited for, because `… || status=$?` would turn off `set -e` within the command.
    ("${@:2}" 2>&1 | sed -u "s/^/$1: /") &
    wait $! || status=$?
    if [ "$status" = 0 ]; then
        echo "passed: $1 after $((SECONDS - began)) s"
    else
        echo "failed: $1 with status $status after $((SECONDS - began)) s"
        failed_steps=$((failed_steps + 1))
    fi
}
steps_passed() { [ "$failed_steps" = 0 ]; }

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
