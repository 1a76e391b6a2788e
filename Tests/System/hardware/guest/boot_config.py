"""A configuration that another computer has put onto the boot partition: a valid one is installed; an invalid one is
reported by a light and by a text file next to it."""
import os
import subprocess
import sys
import time

from System.hardware.guest.wire import Light, read, write

BOOT = "/boot/firmware"


def run(*command):
    return subprocess.run(command, text=True, capture_output=True, stdin=subprocess.DEVNULL)


def start():
    begin = time.monotonic()
    result = run("systemctl", "start", "nodline-boot-config.service")
    assert result.returncode == 0, result.stderr
    return time.monotonic() - begin


def main():
    os.makedirs(BOOT)
    light = Light("ACT")
    write(f"{BOOT}/nodline.toml", '[outputs.bell]\nline = "GPIO17"\ngesture = "nod"\n')
    start()
    assert "bell" in read("/etc/nodline/nodline.toml"), read("/etc/nodline/nodline.toml")
    assert not os.path.exists(f"{BOOT}/nodline.toml") and os.path.exists(f"{BOOT}/nodline.toml.taken")
    assert "#config_version" in read("/etc/nodline/nodline.toml.before")
    assert not light.changes or max(value for _, value in light.changes) == 0, light.changes
    print("valid:", repr(read(f"{BOOT}/nodline.txt")), flush=True)

    write(f"{BOOT}/nodline.toml", '[outputs.bell]\nline = "GPIO17"\ngesture = "nodd"\n')
    took = start()
    assert '"nod"' in read("/etc/nodline/nodline.toml"), "an invalid file was installed"
    assert os.path.exists(f"{BOOT}/nodline.toml"), "the invalid file was removed"
    answer = read(f"{BOOT}/nodline.txt")
    assert "nodd" in answer and "nod" in answer, answer
    edges = [moment for moment, value in light.changes if value > 0]
    assert len(edges) > 20, f"the light flickered only {len(edges)} times"
    print(f"invalid: the light flickered {len(edges)} times in {took:.0f} s; nodline.txt says:\n{answer}")
    print(run("journalctl", "--no-pager", "--output=cat", "--unit=nodline-boot-config").stdout)

    # Corrected.
    write(f"{BOOT}/nodline.toml", '[outputs.lamp]\nline = "GPIO18"\ngesture = "shake"\n')
    start()
    assert "lamp" in read("/etc/nodline/nodline.toml") and "bell" in read("/etc/nodline/nodline.toml.before")

    # Windows hides the second ending.
    write(f"{BOOT}/nodline.toml.txt", '[outputs.door]\nline = "GPIO18"\ngesture = "shake"\n')
    start()
    assert "door" in read("/etc/nodline/nodline.toml") and not os.path.exists(f"{BOOT}/nodline.toml.txt")

    # The service's user owns nodline.toml, and may make what it likes of all other names in the folder.
    os.makedirs("/srv/root/folder")
    write("/srv/root/trigger", "none [text] timer\n")
    for number, made in enumerate(("ln -s /srv/root/folder /etc/nodline/nodline.toml.before", "ln -s /srv/root/folder /etc/nodline/nodline.toml.new",
                                   "ln -s /srv/root/folder /etc/nodline/nodline.toml", "mkdir /etc/nodline/nodline.toml", "mkfifo /etc/nodline/nodline.toml",
                                   "echo '[status]' > /etc/nodline/nodline.toml; echo 'led = \"../../../srv/root\"' >> /etc/nodline/nodline.toml")):
        result = run("setpriv", "--reuid=nodline", "--regid=nodline", "--clear-groups", "sh", "-c", f"cd /etc/nodline && rm -rf nodline.toml.before nodline.toml; {made}")
        assert result.returncode == 0, (made, result.stderr)
        write(f"{BOOT}/nodline.toml", '[outputs.bell]\nline = "GPIO17"\ngesture = "nodd"\n')
        start()
        write(f"{BOOT}/nodline.toml", f'[outputs.bell{number}]\nline = "GPIO18"\ngesture = "shake"\n')
        start()
        assert os.path.isfile("/etc/nodline/nodline.toml") and not os.path.islink("/etc/nodline/nodline.toml"), made
        assert f"bell{number}" in read("/etc/nodline/nodline.toml"), made
        assert run("stat", "--format=%U:%G", "/etc/nodline/nodline.toml").stdout.strip() == "nodline:nodline", made
        assert os.listdir("/srv/root/folder") == [] and sorted(os.listdir("/srv/root")) == ["folder", "trigger"], made
        assert "[text]" in read("/srv/root/trigger"), made
        left = [name for name in os.listdir("/etc/nodline") if name.startswith(".")]
        assert not left, (made, left)
    print("links, a pipe, a folder and a light's path by the service's user: root writes nowhere else, and installs the file", flush=True)
    # What systemd reads as root for nodline-mqtt is there from the start.
    stolen = run("setpriv", "--reuid=nodline", "--regid=nodline", "--clear-groups", "ln", "-sfn", "/etc/shadow", "/etc/nodline/mqtt-password")
    assert stolen.returncode != 0 and not os.path.islink("/etc/nodline/mqtt-password"), "the service's user chose what root reads"

    # A boot partition that is mounted read-only, as in the image.
    assert run("mount", "-t", "tmpfs", "boot", BOOT).returncode == 0
    write(f"{BOOT}/nodline.toml", '[outputs.fan]\nline = "GPIO19"\ngesture = "shake"\n')
    assert run("mount", "-o", "remount,ro", BOOT).returncode == 0
    start()
    assert "fan" in read("/etc/nodline/nodline.toml")
    assert run("touch", f"{BOOT}/probe").returncode != 0, "the partition is still writable"
    print("corrected, and on a partition that is mounted read-only: installed")


sys.exit(main())
