#!/bin/sh
# Writes genimage's configuration. rpi-image-gen sets the variables.
# shellcheck disable=SC2154
set -eu
into=${2:?usage: preimage.sh ROOT FOLDER}

sed -e "s|<IMAGE_NAME>|$IGconf_image_name|g" \
    -e "s|<IMAGE_SUFFIX>|$IGconf_image_suffix|g" \
    -e "s|<STATE_SIZE>|$IGconf_image_state_part_size|g" \
    "$LAYER_DIR/genimage.cfg.in" > "$into/genimage.cfg"
