# shellcheck shell=sh disable=SC2154 # boot, root, yes, i2c, mux, amplifier and console come from install.sh
# config.txt and cmdline.txt of a Raspberry Pi: what the table needs in them, written with consent alone, and taken out.
#
# All that is written stands between two lines of our own at the end of config.txt. Where a setting is there already,
# it is not written again.

begin='# The Spy table: begin'
end='# The Spy table: end'

# Debian's own system for the Pi makes config.txt anew with each kernel, and says so in it; it takes this file in.
custom=$root/etc/default/raspi-firmware-custom

# The consoles that can be on the header's GPIO 14 and 15; ttyS1 is Debian's name for one.
serial='console=(serial0|ttyAMA0|ttyS[01])'

# The settings in config.txt that count on this Pi: outside of our lines, and of sections for other models.
counting() {
    counts=yes
    without_ours "$boot/config.txt" | sed 's/[[:space:]]*$//; s/^[[:space:]]*//' |
        # Where the last line does not end, read fails with it.
        while IFS= read -r line || [ -n "$line" ]; do
            case $line in
            '#'*) ;;
            '['*']') sees_to "${line#?}" ;;
            *) [ -z "$counts" ] || printf '%s\n' "$line" ;;
            esac
        done
}

# Whether what follows the filter $1 counts. One that is not for a model leaves that as it is
# (https://www.raspberrypi.com/documentation/computers/config_txt.html#conditional-filters).
sees_to() {
    case $1 in
    'all]') counts=yes && return ;;
    'none]') counts='' && return ;;
    'pi0]') model=Zero ;;
    'pi0w]') model='Zero (2 )?W' ;;
    'pi02]') model='Zero 2' ;;
    'pi1]') model='Pi (Model|Compute Module Rev)' ;;
    'pi3+]') model='Pi 3 Model . Plus|Compute Module 3 Plus' ;;
    pi[0-9]*) model=${1%]} && model="(Pi|Compute Module) ${model#pi}" ;;
    cm[0-9]*) model=${1%]} && model=${model#cm} && model="Compute Module ${model%[s+]}" ;;
    *) return ;;
    esac
    counts=''
    if grep -Eq "$model" "$model_file" 2>/dev/null; then counts=yes; fi
}

# Whether config.txt has the setting $1 (an expression for grep -E).
has_setting() { counting | grep -Eq "^$1"; }

# The file $1 without our lines. Where their end is gone nobody knows any more which are ours, and all stay but the first.
without_ours() {
    if grep -q "^$end" "$1"; then sed "/^$begin/,/^$end/d" "$1"; else sed "/^$begin/d" "$1"; fi
}

# The setting $1 (an expression) as our lines have it.
in_ours() {
    ! grep -q "^$end" "$boot/config.txt" || sed -n "/^$begin/,/^$end/p" "$boot/config.txt" | grep -E "^$1" || true
}

# Decides on one part: its choice $1, its setting $2 (an expression), the question $3; then adds the reason $4 and the
# line $5. What our lines have already stays as it is there, edited or not.
part() {
    if has_setting "$2"; then return; fi
    old=$(in_ours "$2")
    if [ -n "$old" ]; then
        add "$4" "$old"
    elif [ -n "$1" ] || agreed "$3"; then
        add "$4" "$5"
    fi
}

offer_boot() {
    lines=
    fast='# Four times as fast as usual, so that pictures do not crawl.'
    i2c_on='dtparam=(.*,)?i2c(_arm|1)?(=(on|yes|true|1))?(,|$)'
    if has_setting "$i2c_on"; then
        part "$i2c" 'dtparam=(.*,)?i2c(_arm|1)?_baudrate=' \
            'I2C is on, and slow. Make it four times as fast (dtparam=i2c_arm_baudrate=400000)?' \
            "$fast" 'dtparam=i2c_arm_baudrate=400000'
    else
        part "$i2c" "$i2c_on" 'Switch on I2C, the bus of the panels (dtparam=i2c_arm=on)?' \
            '# Panels: I2C on GPIO 2 and 3, four times as fast as usual so that pictures do not crawl.' \
            'dtparam=i2c_arm=on,i2c_arm_baudrate=400000'
    fi
    part "$mux" 'dtoverlay=i2c-mux,(.*,)?pca9548' \
        'Are the panels behind a TCA9548A (dtoverlay=i2c-mux,pca9548,addr=0x70)?' \
        '# Panels behind a TCA9548A: each of its sides becomes a bus of its own.' \
        'dtoverlay=i2c-mux,pca9548,addr=0x70'
    # Two drivers cannot have the header's sound: hifiberry-dac, too, serves a MAX98357A.
    part "$amplifier" 'dtoverlay=(max98357a|hifiberry-|googlevoicehat-soundcard|i2s-dac|rpi-dac)' \
        'Is a MAX98357A on GPIO 18, 19 and 21 the sound (dtoverlay=max98357a,no-sdmode)?' \
        '# Sound: the MAX98357A. no-sdmode leaves GPIO 4, a key of seat 1, alone.' \
        'dtoverlay=max98357a,no-sdmode'
    if counting | grep -E '^dtoverlay=max98357a' | grep -Evq 'sdmode'; then
        say "  dtoverlay=max98357a in $boot/config.txt takes GPIO 4, a key of seat 1: write ,no-sdmode behind it."
    fi
    write_ours "$boot/config.txt"
    if is_made_anew || [ -e "$custom" ]; then write_ours "$custom"; fi
    if [ -f "$boot/cmdline.txt" ] && grep -Eq "$serial" "$boot/cmdline.txt"; then
        if [ "$console" = off ] ||
            agreed 'The serial console has GPIO 14 and 15, keys of seat 2. Take console=serial0 out of cmdline.txt?'; then
            sed -E "s/${serial}[^ ]* ?//g" "$boot/cmdline.txt" >"$boot/cmdline.txt.new"
            replace "$boot/cmdline.txt"
            ! is_made_anew ||
                say '  Debian makes cmdline.txt anew with each kernel: write CONSOLES="tty0" into /etc/default/raspi-firmware too.'
        else
            say '  The serial console in cmdline.txt keeps GPIO 14 and 15: with keys on them, as two of seat 2 are in the'
            say '  table'\''s own plan, the table does not start. Take it off later: sudo ./table install --no-console'
        fi
    fi
}

is_made_anew() { grep -q '^# Do not modify this file' "$boot/config.txt"; }

# Adds to our lines.
add() {
    for line in "$@"; do
        if [ -n "$lines" ]; then
            lines="$lines
$line"
        else
            lines=$line
        fi
    done
}

# Puts $lines at the end of the file $1, in the place of those that we wrote before.
write_ours() {
    {
        if [ -e "$1" ]; then without_ours "$1"; fi
        # The last line of a file need not end.
        [ -z "$lines" ] || [ ! -e "$1" ] || [ -z "$(tail -c 1 -- "$1")" ] || echo
        [ -z "$lines" ] || printf '%s\n' "$begin (sudo ./table uninstall takes it out)" '[all]' "$lines" "$end"
    } >"$1.new"
    replace "$1"
}

# Puts $1.new in the place of $1, where they differ; the old one is kept.
replace() {
    if [ ! -e "$1" ]; then
        if [ -s "$1.new" ]; then mv -- "$1.new" "$1"; else rm -f -- "$1.new"; fi
        return
    fi
    if cmp -s -- "$1" "$1.new"; then
        rm -f -- "$1.new"
        return
    fi
    number_of_copy=1
    while [ -e "$1.before-spytable-$number_of_copy" ]; do number_of_copy=$((number_of_copy + 1)); done
    cp -- "$1" "$1.before-spytable-$number_of_copy"
    # On the card before it takes the place of a file that the machine cannot start without.
    sync
    mv -f -- "$1.new" "$1"
    sync
    say "  $1 is changed; the old one is beside it: ${1##*/}.before-spytable-$number_of_copy"
    # shellcheck disable=SC2034 # for install.sh
    reboot=yes
}

offer_boot_back() {
    grep -q "^$begin" "$boot/config.txt" || return 0
    if [ -n "$yes" ] || agreed 'Take what the table wrote into config.txt out again?'; then
        lines=
        write_ours "$boot/config.txt"
        [ ! -e "$custom" ] || write_ours "$custom"
    else
        say "  In $boot/config.txt the lines between \"$begin\" and \"$end\" stay."
    fi
}

# What was taken out of cmdline.txt is not put back: it may have been changed for other reasons since.
tell_of_console() {
    [ -e "$boot/cmdline.txt.before-spytable-1" ] || return 0
    ! grep -Eq "$serial" "$boot/cmdline.txt" || return 0
    say '  The serial console stays off; to have it back: sudo raspi-config nonint do_serial_cons 0'
}
