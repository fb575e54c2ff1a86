# shellcheck shell=sh disable=SC2154 # here, venv and pins come from ../table
# The launcher's slow part: ../table reads it where a set is not ready, and lends it its functions.
#
# What is begun is written down first (.venv/begun), what is done last (.venv/ready-*): an installation that was cut
# off is noticed by the next start, and repaired.

# What pip and apt say goes here, and is shown where it helps.
log=$venv/install.log

# Installs the set $1, run or test.
install_set() {
    find_python
    lock
    if ready "$1"; then
        exec 9>&- # Another start installed it while this one waited.
        return
    fi
    need_venv
    machine=$("$python" -c 'import platform, struct; print(platform.machine(), 8 * struct.calcsize("P"))')
    resolved=$("$python" -c 'import os, sys; print(os.path.realpath(getattr(sys, "_base_executable", sys.executable)))')
    say "Setting up the table in $venv (once)"
    again=
    if [ ! -x "$venv/bin/python" ] || [ "$(cat -- "$venv/made" 2>/dev/null)" != "$here $resolved" ]; then
        make_environment
    elif [ -f "$venv/begun" ]; then
        say "  An installation was cut off before its end; repairing it"
        # What is ready stays usable, also where the network is gone; all else is made anew.
        if ready run; then again=--ignore-installed; else make_environment; fi
    fi
    : >"$venv/begun"
    set -- "$1" -r "$pins/build.txt" -r "$pins/run.txt"
    case $machine in 'x86_64 64' | 'aarch64 64') set -- "$@" -r "$pins/voice.txt" ;; esac
    chosen=$1
    shift
    if ! ready run; then
        step "what the table needs to play"
        pip_install "$@" || pip_failed
        step "the table itself"
        # The build uses the setuptools that was just installed: nothing is downloaded here.
        pip_install --no-build-isolation --editable "$here" || pip_failed
    fi
    case " $(parts_of "$chosen") " in *' pi '*)
        step "keys, lamps and panels"
        name_pi_pins
        pip_install -r "$pi_pins" || pip_failed
        ;;
    esac
    case $chosen in test)
        step "what the tests need"
        pip_install -r "$pins/test.txt" || pip_failed
        ;;
    esac
    offer_libraries
    if [ "$chosen" = test ]; then write_ready test; fi
    write_ready run
    rm -f -- "$venv/begun"
    exec 9>&- # The lock is not for the table that starts now.
    say "  ready"
}

step() { say "  installing: $1"; }

# Written beside and renamed: half a file would never be compared.
write_ready() {
    expected "$1" >"$venv/new-$1"
    mv -f -- "$venv/new-$1" "$venv/ready-$1"
}

make_environment() {
    step "a Python environment ($resolved)"
    : >"$venv/begun"
    find "$venv/" -mindepth 1 -maxdepth 1 ! -name lock ! -name begun -exec rm -rf -- {} +
    (unset PYTHONHOME PYTHONPATH && exec "$python" -m venv "$venv") </dev/null >"$log" 2>&1 ||
        stop "That failed: $(tail -n 1 -- "$log")"
    printf '%s\n' "$here $resolved" >"$venv/made"
}

# Sets $python to a Python of 3.11 or newer.
find_python() {
    found=
    for name in python3 python3.13 python3.12 python3.11 python3.14; do
        command -v "$name" >/dev/null || continue
        # A name can be there without a Python behind it: pyenv's are.
        version=$("$name" -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) || continue
        found="$found $name is $version;"
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || continue
        python=$name
        return
    done
    [ -n "$found" ] || stop 'Python 3.11 or newer is needed. Debian: sudo apt install python3 python3-venv'
    stop "Python 3.11 or newer is needed:${found%;}. Install a newer one beside it, as python3.13, and start again."
}

has_venv() { "$python" -c 'import ensurepip, sqlite3, ssl, venv' 2>"$log"; }

need_venv() {
    has_venv && return
    # Debian's python3-venv belongs to Debian's python3; another Python's package has its version in its name.
    package=python3-venv
    [ "$python" = python3 ] || package=$python-venv
    debian 'a Python environment, which the table cannot do without' "$package" || exit 1
    has_venv || stop "$python lacks a part that is needed ($(tail -n 1 -- "$log")). Install a Python that has it."
}

# One installation at a time. The lock ends with this process and what it started, however they end.
lock() {
    if ! mkdir -p -- "$venv" 2>/dev/null || ! true 2>/dev/null >>"$venv/lock"; then
        stop "$venv cannot be written. Start ./table once as the owner of that folder, or copy the folder elsewhere."
    fi
    exec 9>>"$venv/lock"
    "$python" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX | fcntl.LOCK_NB)' 2>/dev/null && return
    say 'Another start is installing; waiting for it.'
    "$python" -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)'
}

pip_install() {
    (
        # What someone set for pip or Python elsewhere (--user, another folder) does not fit here.
        unset PIP_TARGET PIP_PREFIX PIP_ROOT PYTHONHOME PYTHONPATH
        export PIP_USER=0
        # shellcheck disable=SC2086 # $again is one option or none
        exec "$venv/bin/python" -m pip install --no-input --disable-pip-version-check --no-deps $again "$@"
    ) </dev/null >"$log" 2>&1
}

# Sets $pi_pins to the pins of keys, lamps and panels. From version 6 on cbor2 is made with Rust, and has nothing ready
# for 32 bit; there the last one of Python alone serves luma.core as well.
name_pi_pins() {
    pi_pins=$pins/pi.txt
    case $machine in
    *' 32')
        pi_pins=$venv/pi.txt
        sed 's/^cbor2==.*/cbor2==5.9.0/' "$pins/pi.txt" >"$pi_pins"
        ;;
    esac
}

pip_failed() {
    say "  That failed. pip's last words (all of them are in $log):"
    grep -v '^WARNING' -- "$log" | tail -n 3 | sed 's/^/    /' >&2
    if grep -q 'No space left' -- "$log"; then
        stop "The disk is full: make room (df -h ${venv%/*} shows how much there is), and start again."
    fi
    if grep -qiE 'connection|name resolution|unreachable|timed out|proxy|ssl|from versions: none' -- "$log"; then
        stop 'The packages come from the network, this once. Connect this machine, and start again.'
    fi
    stop 'Nothing is lost: start again to try again.'
}

# Debian packages that make the table better. It goes on without them.
offer_libraries() {
    case $machine in
    'x86_64 64' | 'aarch64 64') ;;
    *)
        debian "speech: eSpeak NG has no wheel for $machine bit" libespeak-ng1 espeak-ng-data ||
            say '  Going on without: the table is silent, and its words are on the panels.'
        ;;
    esac
    on_a_pi || return 0
    debian 'sound without delay: sounddevice plays through PortAudio' libportaudio2 ||
        say '  Going on without: aplay plays, a little later.'
    "$venv/bin/python" -c 'import lgpio' 2>/dev/null && return
    if debian "keys and lamps: lgpio has no wheel for this Python" python3-lgpio && link_lgpio; then return; fi
    say '  Going on without: the table can be played in the browser, not at wired seats.'
}

# Debian's lgpio is for Debian's Python: two files, which the environment can use where it is made of that Python.
link_lgpio() {
    packages=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("platlib"))')
    for file in /usr/lib/python3/dist-packages/lgpio.py /usr/lib/python3/dist-packages/_lgpio*.so; do
        [ ! -e "$file" ] || ln -sf -- "$file" "$packages/"
    done
    "$venv/bin/python" -c 'import lgpio' 2>/dev/null
}

offer_browser() {
    debian 'the tests in a browser' chromium chromium-driver ||
        say '  Going on without: the tests in a browser are skipped.'
}

# Whether a person sits there who can be asked.
can_ask() { [ -z "${CI:-}" ] && [ -t 0 ] && [ -t 2 ]; }

# Installs the Debian packages after $1, which says what for: as root at once, else through sudo if a person agrees.
debian() {
    reason=$1
    shift
    missing=
    for package in "$@"; do
        dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
            missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    say "  Debian packages are missing for $reason:$missing"
    if ! command -v apt-get >/dev/null; then
        say '  This system has no apt: install what bears these names here.'
        return 1
    fi
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif ! command -v sudo >/dev/null; then
        as_root=no
    elif can_ask; then
        printf '  Install them now, with sudo? [y/N] ' >&2
        read -r answer || answer=
        case $answer in [yY]*) as_root=sudo ;; *) as_root=no ;; esac
    elif [ -n "${CI:-}" ] && sudo -n true 2>/dev/null; then
        as_root='sudo -n'
    else
        as_root=no
    fi
    if [ "$as_root" = no ]; then
        say "  Install them with: sudo apt install$missing"
        return 1
    fi
    say "  installing:$missing"
    # A fresh system has no lists of packages yet, or old ones: the second attempt is with new ones.
    # shellcheck disable=SC2086 # words on purpose
    apt_install $missing || { $as_root apt-get update -q </dev/null >>"$log" 2>&1 && apt_install $missing; } && return
    say "  That failed: $(grep -E '^E:' -- "$log" | tail -n 1)"
    say "  Install them with: sudo apt install$missing"
    return 1
}

apt_install() {
    # shellcheck disable=SC2086 # $as_root is a command, or nothing
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
        -o DPkg::Lock::Timeout=300 "$@" </dev/null >>"$log" 2>&1
}
