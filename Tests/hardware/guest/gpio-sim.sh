# Simulated GPIO chips, for scripts in the guest: . /mnt/guest/gpio-sim.sh
# Values are read from and driven through sysfs, from the other side of the wire, never through the program under test.
# A chip is called by the name it was made with; a line by its offset.

gpio_sim=/sys/kernel/config/gpio-sim

# gpio_sim_create CHIP LINES [OFFSET=NAME]…   GPIO_SIM_LABEL, if set, becomes the chip's label.
gpio_sim_create() {
    local chip=$1 lines=$2 line
    shift 2
    mkdir "$gpio_sim/$chip" "$gpio_sim/$chip/bank" || return
    echo "$lines" > "$gpio_sim/$chip/bank/num_lines"
    echo "${GPIO_SIM_LABEL:-$chip}" > "$gpio_sim/$chip/bank/label"
    for line in "$@"; do
        mkdir "$gpio_sim/$chip/bank/line${line%%=*}"
        echo "${line#*=}" > "$gpio_sim/$chip/bank/line${line%%=*}/name"
    done
    echo 1 > "$gpio_sim/$chip/live"
    udevadm settle --timeout=10
}

# gpio_sim_remove CHIP   as if its cable were pulled: whoever has its lines open keeps a dead descriptor.
gpio_sim_remove() {
    local line
    echo 0 > "$gpio_sim/$1/live"
    for line in "$gpio_sim/$1/bank"/line*/; do
        if [ -d "$line" ]; then rmdir "$line"; fi
    done
    rmdir "$gpio_sim/$1/bank" "$gpio_sim/$1"
}

# gpio_sim_device CHIP   prints its character device.
gpio_sim_device() { echo "/dev/$(cat "$gpio_sim/$1/bank/chip_name")"; }

# gpio_sim_line CHIP OFFSET   prints the line's folder in sysfs, with its `value` and `pull`.
gpio_sim_line() {
    echo "/sys/devices/platform/$(cat "$gpio_sim/$1/dev_name")/$(cat "$gpio_sim/$1/bank/chip_name")/sim_gpio$2"
}

# gpio_sim_value CHIP OFFSET   prints 0 or 1: what is on the wire.
gpio_sim_value() { cat "$(gpio_sim_line "$1" "$2")/value"; }

# gpio_sim_pull CHIP OFFSET up|down   drives an input; an output goes there when its owner lets go of it. A test of a
# safe state means nothing unless the pull is opposite to the safe value.
gpio_sim_pull() { echo "pull-$3" > "$(gpio_sim_line "$1" "$2")/pull"; }

# gpio_sim_wait CHIP OFFSET VALUE SECONDS   waits for a value; prints the milliseconds it took, fails after the time.
gpio_sim_wait() {
    local file began limit now value idle
    file=$(gpio_sim_line "$1" "$2")/value
    began=${EPOCHREALTIME/./} limit=$(($4 * 1000000))
    exec {idle}<> <(:) # never readable: waiting for it is a sleep without a process
    while read -r value < "$file" || break; do
        now=${EPOCHREALTIME/./}
        if [ "$value" = "$3" ]; then break; fi
        if [ $((now - began)) -gt "$limit" ]; then break; fi
        read -r -t 0.002 -u "$idle" || true
    done
    exec {idle}<&-
    if [ "$value" = "$3" ]; then echo $(((now - began) / 1000)); return; fi
    echo "line $2 of $1 was not $3 within $4 s" >&2
    return 1
}
