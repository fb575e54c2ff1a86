# shellcheck shell=sh disable=SC2154 # boot, yes, i2c, mux, amplifier and console come from install.sh
# config.txt and cmdline.txt of a Raspberry Pi: what the table needs in them, written with consent alone, and taken out.
#
# All that is written stands between two lines of our own at the end of config.txt. Where a setting is there already,
# it is not written again.

begin='# The Spy table: begin'
end='# The Spy table: end'

# Whether config.txt has the setting $1 (an expression for grep -E), outside of our lines.
has_setting() { without_ours | grep -Eq "^[[:space:]]*$1"; }

without_ours() { sed "/^$begin/,/^$end/d" "$boot/config.txt"; }

has_ours() { sed -n "/^$begin/,/^$end/p" "$boot/config.txt" | grep -Eq "^$1"; }

# Decides on one part: its choice $1, its setting $2 (an expression), and the question $3. True where it is to be written.
wanted() {
    if has_setting "$2"; then return 1; fi
    has_ours "$2" || [ -n "$1" ] || agreed "$3"
}

offer_boot() {
    lines=
    if wanted "$i2c" 'dtparam=(.*,)?i2c_arm=on' 'Switch on I2C, the bus of the panels (dtparam=i2c_arm=on)?'; then
        add '# Panels: I2C on GPIO 2 and 3, four times as fast as usual so that pictures do not crawl.' \
            'dtparam=i2c_arm=on,i2c_arm_baudrate=400000'
    fi
    if wanted "$mux" 'dtoverlay=i2c-mux,(.*,)?pca9548' \
        'Are the panels behind a TCA9548A (dtoverlay=i2c-mux,pca9548,addr=0x70)?'; then
        add '# Panels behind a TCA9548A: each of its sides becomes a bus of its own.' \
            'dtoverlay=i2c-mux,pca9548,addr=0x70'
    fi
    if wanted "$amplifier" 'dtoverlay=max98357a' \
        'Is a MAX98357A on GPIO 18, 19 and 21 the sound (dtoverlay=max98357a,no-sdmode)?'; then
        add '# Sound: the MAX98357A. no-sdmode leaves GPIO 4, a key of seat 1, alone.' \
            'dtoverlay=max98357a,no-sdmode'
    fi
    {
        without_ours
        [ -z "$lines" ] || printf '%s\n' "$begin (sudo ./table uninstall takes it out)" '[all]' "$lines" "$end"
    } >"$boot/config.txt.new"
    replace config.txt
    if [ -f "$boot/cmdline.txt" ] && grep -Eq 'console=(serial0|ttyAMA0|ttyS0)' "$boot/cmdline.txt"; then
        if [ "$console" = off ] ||
            agreed 'The serial console has GPIO 14 and 15, keys of seat 2. Take console=serial0 out of cmdline.txt?'; then
            sed -E 's/console=(serial0|ttyAMA0|ttyS0)[^ ]* ?//' "$boot/cmdline.txt" >"$boot/cmdline.txt.new"
            replace cmdline.txt
        else
            say '  Seat 2 cannot be played while cmdline.txt has console=serial0: its keys are on GPIO 14 and 15.'
        fi
    fi
}

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

# Puts $1.new in the place of $1, where they differ; the old one is kept.
replace() {
    if cmp -s -- "$boot/$1" "$boot/$1.new"; then
        rm -f -- "$boot/$1.new"
        return
    fi
    number_of_copy=1
    while [ -e "$boot/$1.before-spytable-$number_of_copy" ]; do number_of_copy=$((number_of_copy + 1)); done
    cp -- "$boot/$1" "$boot/$1.before-spytable-$number_of_copy"
    # On the card before it takes the place of a file that the machine cannot start without.
    sync
    mv -f -- "$boot/$1.new" "$boot/$1"
    sync
    say "  $boot/$1 is changed; the old one is beside it: $1.before-spytable-$number_of_copy"
    # shellcheck disable=SC2034 # for install.sh
    reboot=yes
}

offer_boot_back() {
    grep -q "^$begin" "$boot/config.txt" || return 0
    if [ -n "$yes" ] || agreed 'Take what the table wrote into config.txt out again?'; then
        without_ours >"$boot/config.txt.new"
        replace config.txt
    else
        say "  In $boot/config.txt the lines between \"$begin\" and \"$end\" stay."
    fi
}

# What was taken out of cmdline.txt is not put back: it may have been changed for other reasons since.
tell_of_console() {
    [ -e "$boot/cmdline.txt.before-spytable-1" ] || return 0
    ! grep -Eq 'console=(serial0|ttyAMA0|ttyS0)' "$boot/cmdline.txt" || return 0
    say '  The serial console stays off; to have it back: sudo raspi-config nonint do_serial_cons 0'
}
