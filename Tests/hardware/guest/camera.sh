# libcamera's virtual cameras, for scripts in the guest with Debian 13: . /mnt/guest/camera.sh
# They are described in one file, read when a program starts its camera manager and not again: describe them first.
# Every request is answered at once, so the rate is the program's own, and one picture is shown for four frames.

virtual_cameras=/usr/share/libcamera/pipeline/virtual/virtual.yaml

# virtual_camera NAME front|back|external SOURCE [WIDTHxHEIGHT]…   SOURCE: a folder of JPEGs (0.jpg, 1.jpg, …; all are
# decoded at start, 1 MB of memory each at 640x480), one JPEG, pattern:bars or pattern:lines. The model is "NAME model".
virtual_camera() {
    local name=$1 location=$2 source=$3 size
    shift 3
    mkdir -p "$(dirname "$virtual_cameras")"
    {
        echo "\"$name\":"
        echo "  supported_formats:"
        for size in "${@:-640x480}"; do
            echo "  - { width: ${size%x*}, height: ${size#*x}, frame_rates: [30, 60] }"
        done
        case $source in
        pattern:*) echo "  test_pattern: \"${source#pattern:}\"" ;;
        *) printf '  frames:\n    path: "%s"\n' "$source" ;;
        esac
        echo "  location: \"CameraLocation${location^}\""
        echo "  model: \"$name model\""
    } >> "$virtual_cameras"
}

# virtual_cameras_none   forgets them all.
virtual_cameras_none() { rm -f "$virtual_cameras"; }
