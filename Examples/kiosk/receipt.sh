#!/bin/sh
# A kiosk's question: "Print the receipt?" on the screen, a nod or a shake in front of it.
#
# Try it without a printer: PRINT=true ./receipt.sh; echo $?
# Only status 0 of `nodline ask` is a yes. No answer, a pause and a dead appliance all leave it to the touch buttons.
set -u
question=${1:-Print the receipt?}
print=${PRINT:-print-receipt}

show() { printf '%s\n' "$1"; } # put it on your screen in your own way

show "$question  Nod for yes, shake your head for no."
nodline ask "$question" --timeout 10 > /dev/null
case $? in
0) show "Printing." && "$print" ;;
3) show "No receipt." ;;
4) show "Touch a button: yes or no?" ;;
*)
    show "Touch a button: yes or no?"
    logger -p user.err "nodline does not answer" # whoever looks after the kiosk
    exit 1
    ;;
esac
