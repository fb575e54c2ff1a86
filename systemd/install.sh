# shellcheck shell=sh disable=SC2154 # here and pins come from ../table, python and others from ../requirements/install.sh
# `./table install`, `upgrade` and `uninstall`: the table as a service of this machine. ../table reads this file.
#
# Each version gets an environment of its own; a link is turned to it when it is complete, and turned back where the
# service does not start with it. A file that somebody edited is not touched: the new one is laid beside it.

root= # Where the file system begins; tests have it elsewhere.
home=$root/opt/spytable
original=$home/as-installed
settings=$root/etc/spytable/table.toml
unit=$root/etc/systemd/system/spytable.service
games=$root/var/lib/spytable

install_usage() {
    cat <<'END'
sudo ./table install     the table as a service that starts with the machine; can be run again at any time
sudo ./table upgrade     the version in this folder instead of the installed one; settings and games stay
sudo ./table uninstall   takes it away; the games stay

Choices of install; without a terminal or with --yes nothing is asked:
  --i2c         switch on I2C, the bus of the panels, and make it fast, in config.txt (what --yes agrees to)
  --mux         the panels are behind a TCA9548A
  --amplifier   sound through a MAX98357A on the header
  --no-console  take the serial console off GPIO 14 and 15, which are keys of seat 2
  --yes         no questions; of the choices above those that are named, and I2C on a Raspberry Pi
  --shutdown    let the service switch the machine off, for the setting "shutdown" (needs polkit)
  --no-start    do not start it now
  --table KIND  pi or virtual: with wired seats, or in a browser (default: pi on a Raspberry Pi)
Choices of uninstall:
  --yes         no questions; what install wrote into config.txt is taken out too
END
}

# The whole of one command: $1 is its name.
service() {
    command=$1
    shift
    read_choices "$@"
    [ "$(id -u)" = 0 ] || stop "This needs root: sudo ./table $command"
    command -v systemctl >/dev/null || stop "This system has no systemd; ./table play starts the table by hand."
    # The service's own user reads what is made here.
    umask 022
    # Ctrl+C, or a connection that breaks, ends it as a fault does: what was begun is cleared away.
    trap 'exit 130' INT
    trap 'exit 143' HUP TERM
    # One at a time. The lock ends with this process and what it started, however they end.
    exec 9<"${root:-/}"
    flock -n 9 || { say 'Another install is at work here; waiting for it.' && flock 9; }
    case $command in
    install | upgrade)
        [ "$command" = install ] || [ -e "$home/venv" ] ||
            stop 'Nothing is installed that could be upgraded: sudo ./table install'
        put_program
        put_files
        put_settings
        [ "$command" = upgrade ] || change_boot
        turn_on
        ;;
    uninstall) take_away ;;
    esac
}

read_choices() {
    yes='' i2c='' mux='' amplifier='' console='' shutdown='' start=yes kind=''
    while [ $# -gt 0 ]; do
        case $1 in
        --yes | -y) yes=yes ;;
        --i2c) i2c=yes ;;
        --mux) mux=yes ;;
        --amplifier) amplifier=yes ;;
        --no-console) console=off ;;
        --shutdown) shutdown=yes ;;
        --no-start) start= ;;
        --table)
            [ $# -gt 1 ] || stop '--table needs a word: pi or virtual.'
            kind=$2
            shift
            ;;
        --help | -h)
            install_usage
            exit 0
            ;;
        *) stop "$command has no choice $1; ./table $command --help names them." ;;
        esac
        shift
    done
    case $kind in '' | pi | virtual) ;; *) stop "--table is pi or virtual, not $kind." ;; esac
    set_kind=$(set_word table)
    case $set_kind in
    pi | virtual)
        [ -z "$kind" ] || [ "$kind" = "$set_kind" ] ||
            say "  --table $kind changes nothing: $settings has table = \"$set_kind\". Change it there, and start this again."
        kind=$set_kind
        ;;
    esac
    if on_a_pi; then kind=${kind:-pi}; else kind=${kind:-virtual}; fi
    asking=
    if [ -z "$yes" ] && [ -z "${CI:-}" ] && [ -t 0 ] && [ -t 2 ]; then asking=yes; fi
}

# The word that the settings have for $1; nothing where they have none.
set_word() {
    sed -nE "s/^[[:space:]]*$1[[:space:]]*=[[:space:]]*[\"']([a-z]*)[\"'].*/\1/p" "$settings" 2>/dev/null || true
}

# Whether a person agrees to $1. Without one nobody has agreed.
agreed() {
    [ -n "$asking" ] || return 1
    printf '  %s [y/N] ' "$1" >&2
    read -r answer || answer=
    case $answer in [yY]*) ;; *) return 1 ;; esac
}

# The environment of this version, complete before anything points to it.
put_program() {
    for old in "$home"/environment-*; do
        # An attempt that was cut off, by the power say.
        if [ -e "$old/begun" ] || [ ! -x "$old/bin/python" ]; then rm -rf -- "$old"; fi
    done
    number=1
    while [ -e "$home/environment-$number" ]; do number=$((number + 1)); done
    venv=$home/environment-$number
    # shellcheck source=requirements/install.sh
    . "$pins/install.sh"
    mkdir -p -- "$venv"
    # Not in the environment: where that fails it goes, and what pip said must stay.
    log=$home/install.log
    say "Installing the table in $home"
    # An attempt that fails leaves nothing behind.
    trap 'rm -rf -- "$venv"' EXIT
    find_python
    need_venv
    machine=$("$python" -c 'import platform, struct; print(platform.machine(), 8 * struct.calcsize("P"))')
    resolved=$("$python" -c 'import os, sys; print(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))')
    again=
    make_environment
    set -- -r "$pins/build.txt" -r "$pins/run.txt"
    case $machine in 'x86_64 64' | 'aarch64 64') set -- "$@" -r "$pins/voice.txt" ;; esac
    name_pi_pins
    [ "$kind" = virtual ] || set -- "$@" -r "$pi_pins"
    step "what the table needs"
    pip_install "$@" || build_it "$@" || pip_failed
    if [ "$(set_word factory)" = rpigpio ]; then add_rpigpio; fi
    step "the table itself"
    # From a copy: a build leaves folders behind in what it builds.
    mkdir -- "$venv/source"
    cp -R -- "$here/firmware" "$here/pyproject.toml" "$here/README.md" "$here/LICENSE" "$venv/source/"
    pip_install --no-build-isolation "$venv/source" || pip_failed
    rm -rf -- "$venv/source"
    offer_libraries
    case $machine in *' 32')
        # Builds for 32-bit ARM count on Debian's own libraries.
        "$venv/bin/python" -c 'from PIL import Image, ImageFont; Image.core; ImageFont.core.getfont' 2>/dev/null ||
            debian 'pictures for the panels' libfreetype6 libjpeg62-turbo liblcms2-2 libopenjp2-7 libtiff6 libwebp7 \
                libxcb1 || stop 'Without them the panels stay dark.'
        ;;
    esac
    debian 'sound where PortAudio fails: aplay' alsa-utils || say '  Going on without.'
    rm -f -- "$venv/begun"
    trap - EXIT
    before=$(readlink -- "$home/venv") || before=
    # On the card before anything points to it: the plug may be pulled at any moment.
    sync
    point_to "environment-$number"
    mkdir -p -- "$root/usr/local/bin"
    cat >"$root/usr/local/bin/spytable" <<END
#!/bin/sh
# The installed Spy table; see spytable --help.
python=$home/venv/bin/python
[ -x "\$python" ] && exec "\$python" -P -m spytable "\$@"
echo "spytable: the Python that it was installed with is gone. In the project's folder: sudo ./table upgrade" >&2
exit 1
END
    chmod 755 "$root/usr/local/bin/spytable"
}

# RPi.GPIO, which the settings ask for in lgpio's place. It comes as source almost everywhere.
add_rpigpio() {
    step 'RPi.GPIO, as the settings ask (factory = "rpigpio")'
    pip_install -r "$pins/rpigpio.txt" && return
    if debian 'building RPi.GPIO' gcc libc6-dev python3-dev && pip_install -r "$pins/rpigpio.txt"; then return; fi
    stop "RPi.GPIO cannot be installed here ($log has the reason). Set factory = \"lgpio\" in $settings."
}

# A 32-bit system has no wheels for some packages, where piwheels.org is not set up as on Raspberry Pi OS.
build_it() {
    case $machine in *' 32') ;; *) return 1 ;; esac
    debian 'building what has no wheel here' gcc libc6-dev python3-dev libffi-dev libfreetype-dev libjpeg-dev zlib1g-dev ||
        return 1
    step "what the table needs, built here: this takes a while"
    pip_install "$@"
}

# Turns the link to the environment $1 in one step.
point_to() {
    ln -sfn -- "$1" "$home/venv.new"
    mv -fT -- "$home/venv.new" "$home/venv"
}

put_files() {
    # For the case that this version does not start.
    rm -rf -- "$original.before"
    [ ! -d "$original" ] || cp -R -- "$original" "$original.before"
    put "$here/systemd/spytable.service" "$unit"
    put "$here/systemd/sysusers.conf" "$root/etc/sysusers.d/spytable.conf"
    for group in gpio i2c; do
        # Those that were there before belong to the system, and stay when the table goes.
        getent group "$group" >/dev/null || printf '%s\n' "$group" >>"$original/groups"
    done
    # The groups first: rules that udev has read while a group was not there stay without it.
    systemd-sysusers "$root/etc/sysusers.d/spytable.conf" ||
        stop 'The user spytable could not be made; see above.'
    put "$here/systemd/60-spytable.rules" "$root/etc/udev/rules.d/60-spytable.rules"
    put "$here/systemd/modules.conf" "$root/etc/modules-load.d/spytable.conf"
    rule=$root/etc/polkit-1/rules.d/50-spytable.rules
    [ -z "$shutdown" ] || debian 'switching the machine off from a seat' polkitd || say '  Going on without.'
    if [ -n "$shutdown" ] || [ -e "$rule" ]; then put "$here/systemd/50-spytable.rules" "$rule"; fi
    drop_in browser.conf "$kind" virtual
    drop_in rpigpio.conf "$(set_word factory)" rpigpio
}

# The drop-in $1, where $2 is $3; else it goes, if it is still as it was put there.
drop_in() {
    if [ "$2" = "$3" ]; then
        put "$here/systemd/drop-ins/$1" "$unit.d/$1"
    elif [ -e "$unit.d/$1" ] && cmp -s -- "$original/$1" "$unit.d/$1"; then
        rm -f -- "$unit.d/$1" "$original/$1"
    fi
}

# Installs the file $1 as $2, unless somebody edited what an earlier version put there.
put() {
    kept=$original/${1##*/}
    mkdir -p -- "$original" "${2%/*}"
    if [ -e "$2" ] && ! cmp -s -- "$1" "$2" && ! cmp -s -- "$kept" "$2"; then
        cp -- "$1" "$2.new"
        say "  $2 was edited and stays as it is; this version's is beside it, $2.new"
        return
    fi
    cp -- "$1" "$2.part"
    chmod 644 "$2.part"
    mv -f -- "$2.part" "$2"
    cp -- "$1" "$kept"
    rm -f -- "$2.new"
}

put_settings() {
    [ ! -e "$settings" ] || return 0
    mkdir -p -- "${settings%/*}"
    cat >"$settings.part" <<END
# The settings of the table. What is not named here is as the table has it by itself.
# After a change: sudo systemctl restart spytable

# "pi": wired seats. "virtual": in a browser.
table = "$kind"

# [voice]
# language = "en"
# volume = 1.0

# Seats that are wired otherwise than the plan that spytable pins shows:
# [seats]
# uses = ["i2c", "i2s"]
# [[seats.seat]]
# seat = 1
# keys = [4, 17, 27, 22]
# lamp = 10
# panel = { driver = "ssd1306", bus = 1, channel = 0, address = 0x3C }
END
    chmod 644 "$settings.part"
    mv -- "$settings.part" "$settings"
}

# Starts the new version. One that does not start is taken back.
turn_on() {
    if ! udevadm control --reload 2>/dev/null || ! udevadm trigger --subsystem-match=gpio --subsystem-match=i2c-dev; then
        say '  The rights of pins and panels count from the next start of the machine.'
    fi
    systemctl daemon-reload
    systemctl enable --quiet spytable.service
    if [ -z "$start" ] && ! systemctl is-active --quiet spytable.service 2>/dev/null; then clear_others; fi
    if [ -n "$reboot" ]; then
        say "  ready. It starts with the machine: sudo reboot"
    elif [ -z "$start" ]; then
        say '  ready. Start it: sudo systemctl start spytable'
    else
        # What the kernel does not have, as on a machine without sound, is no fault.
        while read -r module; do
            case $module in '' | '#'*) ;; *) modprobe -q "$module" || true ;; esac
        done <"$root/etc/modules-load.d/spytable.conf"
        systemctl reset-failed spytable.service 2>/dev/null || true
        if systemctl restart spytable.service; then
            # Only now does nothing run in the environments before.
            clear_others
            rm -rf -- "$original.before"
            say '  ready, and running. What it says: journalctl -u spytable. Something wrong: spytable doctor'
        elif [ -n "$before" ] && [ "$before" != "environment-$number" ] && [ -e "$home/$before" ]; then
            point_to "$before"
            unit_before=$original.before/spytable.service
            if [ -e "$unit_before" ] && cmp -s -- "$original/spytable.service" "$unit"; then
                cp -- "$unit_before" "$unit"
                cp -- "$unit_before" "$original/"
                systemctl daemon-reload
            fi
            rm -rf -- "$original.before"
            systemctl restart spytable.service || true
            rm -rf -- "${home:?}/environment-$number"
            stop 'This version does not start here; the one before runs again. Why: journalctl -u spytable'
        else
            stop 'It is installed, but does not start. Why: journalctl -u spytable; what to do: spytable doctor'
        fi
    fi
}

# Takes away the environments in which nothing runs any more: all but this version's.
clear_others() {
    for old in "$home"/environment-*; do
        [ "$old" = "$home/environment-$number" ] || rm -rf -- "$old"
    done
}

# Whether what was changed counts from the next start of the machine alone.
reboot=

# Asks for, and makes, what the Pi's own start has to know.
change_boot() {
    boot=$root/boot/firmware
    [ -f "$boot/config.txt" ] || boot=$root/boot
    [ "$kind" = pi ] && on_a_pi && [ -f "$boot/config.txt" ] || return 0
    # shellcheck source=systemd/boot.sh
    . "$here/systemd/boot.sh"
    if [ -n "$yes" ]; then i2c=yes; fi
    offer_boot
}

take_away() {
    [ -e "$home" ] || [ -e "$unit" ] || stop 'Nothing is installed.'
    if [ -n "$asking" ]; then
        agreed 'Take the table off this machine? The games stay.' || stop 'Nothing is changed.'
    fi
    made=$(cat -- "$original/groups" 2>/dev/null) || true
    elsewhere=$(sed -n 's/^[[:space:]]*path[[:space:]]*=[[:space:]]*"\(.*\)".*/\1/p' "$settings" 2>/dev/null) || true
    systemctl disable --quiet --now spytable.service 2>/dev/null || true
    for boot in "$root/boot/firmware" "$root/boot"; do
        [ -f "$boot/config.txt" ] || continue
        # shellcheck source=systemd/boot.sh
        . "$here/systemd/boot.sh"
        offer_boot_back
        tell_of_console
        break
    done
    rm -rf -- "$unit" "$unit.new" "$unit.d" "$root/etc/udev/rules.d/60-spytable.rules" "$root/etc/spytable" \
        "$root/etc/polkit-1/rules.d/50-spytable.rules" \
        "$root/etc/sysusers.d/spytable.conf" "$root/etc/modules-load.d/spytable.conf" \
        "$root/var/cache/spytable" "$root/usr/local/bin/spytable" "$home"
    systemctl daemon-reload
    systemctl reset-failed spytable.service 2>/dev/null || true
    udevadm control --reload 2>/dev/null || true
    # What belonged to a user that is gone would belong to the next one made.
    if [ -d "$games" ]; then chown -R root:root -- "$games"; fi
    userdel spytable 2>/dev/null || true
    for group in $made; do
        # With somebody in it, it has come to be of use elsewhere.
        case $(getent group "$group") in *:) groupdel "$group" 2>/dev/null || true ;; esac
    done
    say 'The table is taken off this machine.'
    if [ -d "$games" ]; then say "The games are still in $games"; fi
    [ -z "$elsewhere" ] || say "The settings named another place for them: $elsewhere"
}
