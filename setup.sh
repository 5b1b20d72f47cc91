#!/bin/bash
# Installs Tableside into this folder and does one thing with it. `./setup.sh --help` says what.
#
# Everything Python lies in .venv; Debian packages are the only thing installed outside it. Each step is skipped
# when its result is already there, so a second call costs next to nothing.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"

readonly USAGE="usage: ./setup.sh demo|run|test|install|uninstall|bench|lint [--dry-run] [options]"
readonly FONTS=/usr/share/fonts/truetype/roboto/unhinted/RobotoCondensed-Bold.ttf

dry=''
word=''
rest=()
table=''
league=''
console=''
with_league=''
hotspot=yes

main() {
    read_arguments "$@"
    case $word in
        demo) install_tableside requirements.lock; finish .venv/bin/python -m demo "${rest[@]}" ;;
        run) install_tableside requirements.lock; finish .venv/bin/kiosk run "${rest[@]}" ;;
        bench)
            # the league's figures need PostgreSQL, so all together do; nothing of the table's does
            if [[ " ${rest[*]} " =~ \ (ingest|league|standings) || " ${rest[*]} " =~ ^(\ |\ --json)*\ $ ]]; then
                need_servers; install_tableside requirements-test.lock
            else
                install_tableside requirements.lock
            fi
            finish .venv/bin/python -m bench "${rest[@]}"
            ;;
        test)
            need_compiler; need_drawers; need_servers
            need_package dbus-daemon dbus-daemon; need_package chromium chromium
            install_tableside requirements-test.lock
            export TABLESIDE_DATABASES=${TABLESIDE_DATABASES:-sqlite postgresql} # the league's tests run on each
            finish .venv/bin/python -m pytest "${rest[@]}"
            ;;
        lint) need_package shellcheck shellcheck; install_tableside requirements-lint.lock; lint ;;
        install | uninstall)
            # shellcheck source=service/install.sh
            . service/install.sh
            "${word}_service"
            ;;
    esac
}

read_arguments() {
    local argument
    while [ $# -gt 0 ]; do
        argument=$1
        shift
        case $argument in
            --dry-run) dry=yes ;;
            -h | --help)
                if [ -z "$word" ]; then usage; exit 0; fi
                rest+=("$argument")
                ;;
            --table | --league)
                if [ "$word" != install ]; then rest+=("$argument"); continue; fi
                [ $# -gt 0 ] || wrong "$argument needs a value"
                if [ "$argument" = --table ]; then table=$1; else league=$1; fi
                shift
                ;;
            --console)
                if [ "$word" = install ]; then console=yes; else rest+=("$argument"); fi
                ;;
            --with-league)
                if [ "$word" = install ]; then with_league=yes; else rest+=("$argument"); fi
                ;;
            --no-hotspot)
                if [ "$word" = install ]; then hotspot=''; else rest+=("$argument"); fi
                ;;
            --uninstall)
                if [ "$word" = install ]; then word=uninstall; else rest+=("$argument"); fi
                ;;
            *) if [ -z "$word" ]; then word=$argument; else rest+=("$argument"); fi ;;
        esac
    done
    case $word in
        demo | run | test | bench) ;;
        install | uninstall | lint) [ ${#rest[@]} -eq 0 ] || wrong "$word takes no '${rest[0]}'" ;;
        '') wrong "nothing to do" ;;
        *) wrong "unknown word '$word'" ;;
    esac
    is_name "$table" || wrong "--table '$table': letters, digits, '_', '.', '-', at most 64"
    [[ $league =~ ^(|none|auto|mdns|serial:[^\"\\]+|https?://[^\"\\]+)$ ]] ||
        wrong "--league '$league': http://HOST, https://HOST, serial:PORT, mdns, auto or none"
    [ -z "$with_league" ] || [ -z "$league" ] || wrong "--with-league: the table's league is its own; leave --league out"
    [ -n "$hotspot" ] || [ -n "$with_league" ] || wrong "--no-hotspot: goes with --with-league"
}

is_name() { # letters beyond ASCII too, which are looked at by their bytes, whatever the locale is
    local LC_ALL=C
    [[ $1 != *[!A-Za-z0-9_.$'\x80'-$'\xff'-]* ]] && [ ${#1} -le 128 ] && { [ ${#1} -le 64 ] || [[ $1 == *[$'\x80'-$'\xff']* ]]; }
}

usage() {
    cat <<TEXT
$USAGE

  demo       play one complete championship game at a simulated table, deliver it to a league server, show the result
  run        open the kiosk (off a Raspberry Pi: a window, the keyboard as buttons); options go to 'kiosk run'
  test       run the whole test suite; options go to pytest
  install    on a Raspberry Pi: start the table at power-on [--table N] [--league URL] [--console]
             one suitcase, table and league and hotspot: [--with-league] [--no-hotspot]
  uninstall  undo that and keep the games
  bench      measure [--json] [league|NAME...]
  lint       formatting, linters, type checks

  --dry-run  with any of them: print what would be done, do nothing
TEXT
}

wrong() { printf 'setup.sh: %s; %s\n' "$1" "$USAGE" >&2; exit 2; }
fail() { printf 'setup.sh: %s\n' "$1" >&2; exit 1; }
say() { if [ -n "$dry" ]; then printf 'would: %s\n' "$1"; else printf '== %s\n' "$1"; fi; }

# Says a step and does it; with --dry-run it only says it, and the command.
step() {
    say "$1"
    shift
    if [ -z "$dry" ]; then "$@"; return; fi
    if [ "$1" = quietly ]; then shift; fi
    if [ "$1" = as_root ]; then shift; [ "$(id -u)" = 0 ] || set -- sudo "$@"; fi
    printf '         %s\n' "$*"
}

finish() {
    [ -z "$dry" ] || { step "start $word" "$@"; return; }
    exec "$@"
}

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; elif [ -t 0 ]; then sudo "$@"; else sudo -n "$@"; fi; }

# Runs a talkative program; what it said is shown only when it fails.
quietly() {
    local said
    said=$("$@" 2>&1) || { printf '%s\n' "$said" >&2; fail "this failed: $*"; }
}

may_be_root() {
    [ "$(id -u)" != 0 ] || return 0
    command -v sudo > /dev/null && { [ -t 0 ] || sudo -n true 2> /dev/null; }
}

# TABLESIDE_BOARD is how the kiosk too is told of a board that the machine does not name.
on_a_pi() { [ -n "${TABLESIDE_BOARD:-}" ] || grep -qs 'Raspberry Pi' /proc/device-tree/model; }

# ---------------------------------------------------------------- Debian packages

wanted=()

need_package() { # PACKAGE PROGRAM-OR-FILE: wanted unless there
    if [ -e "$2" ] || command -v "$2" > /dev/null; then return; fi
    wanted+=("$1")
}

need_compiler() { # the tests build GPIO chips of their own, for the real pin library
    need_package gcc cc
    need_package libc6-dev /usr/include/stdlib.h
}

need_drawers() { # the tests draw hardware/ again: wires with graphviz, printed parts and their pictures with openscad
    need_package graphviz dot
    need_package openscad openscad
    need_package xvfb xvfb-run
    need_package xauth xauth
}

need_servers() { # the tests start them on loopback and stop them; neither runs as a service (`rest_servers`)
    compgen -G '/usr/lib/postgresql/*/bin/postgres' > /dev/null || wanted+=(postgresql)
    need_package nats-server /usr/sbin/nats-server
}

find_python() { # the newest Python that is new enough, or nothing
    local name
    for name in python3 python3.13 python3.12 python3.11; do
        if command -v "$name" > /dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
            command -v "$name"
            return
        fi
    done
}

find_packages() {
    python=$(find_python)
    # ensurepip is what Debian leaves out of python3 and puts into python3-venv
    if [ -z "$python" ]; then
        wanted+=(python3 python3-venv)
    elif [ ! -x .venv/bin/python ] && ! "$python" -c 'import ensurepip' 2> /dev/null; then
        wanted+=(python3-venv)
    fi
    need_package fonts-roboto-unhinted "$FONTS"
    if on_a_pi; then
        [ -e /usr/lib/python3/dist-packages/lgpio.py ] || ! is_in_debian python3-lgpio || wanted+=(python3-lgpio)
        # what SDL loads when it draws without a desktop
        need_package libgbm1 "$(library libgbm.so.1)"
        need_package libegl1 "$(library libEGL.so.1)"
        need_package libgles2 "$(library libGLESv2.so.2)"
        need_package libdrm2 "$(library libdrm.so.2)"
        [ -z "$with_league" ] || [ -z "$hotspot" ] || need_package dnsmasq-base "${DESTDIR:-}/usr/sbin/dnsmasq" # gives addresses out
    fi
}

library() { printf '/usr/lib/%s/%s' "$(uname -m)-linux-gnu" "$1"; }

install_packages() {
    [ ${#wanted[@]} -gt 0 ] || return 0
    if [ -z "$dry" ] && ! may_be_root; then
        [ -n "$python" ] || fail "cannot install ${wanted[*]} without root or sudo; ask an administrator to run: apt-get install ${wanted[*]}"
        printf 'setup.sh: going on without %s, which only root or sudo can install\n' "${wanted[*]}" >&2
        return
    fi
    step "fetch the list of Debian packages" quietly as_root apt-get update -q
    [ -n "$dry" ] || leave_out python3-lgpio "Raspberry Pi OS has it; without it the pins do not work"
    [ ${#wanted[@]} -gt 0 ] || return 0
    step "install ${wanted[*]}" quietly as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -q --no-install-recommends "${wanted[@]}"
    python=$(find_python)
    [ -n "$python" ] || [ -n "$dry" ] || fail "no Python 3.11 or newer here; Debian 12 or 13 or Raspberry Pi OS Bookworm or later is needed"
    rest_servers
}

rest_servers() { # Debian's packages start what they hold, and again at each boot; what we installed shall not
    local service
    [ -d /run/systemd/system ] || return 0
    for service in postgresql nats-server; do
        case " ${wanted[*]} " in
            *" $service "*) step "keep $service from running by itself" quietly as_root systemctl disable --now "$service" ;;
        esac
    done
}

# False only where the list of packages is there and does not have it.
is_in_debian() { ! compgen -G '/var/lib/apt/lists/*_Packages*' > /dev/null || apt-cache show "$1" > /dev/null 2>&1; }

leave_out() { # PACKAGE WHY: not wanted where Debian does not have it
    local package kept=()
    for package in "${wanted[@]}"; do
        if [ "$package" != "$1" ] || is_in_debian "$1"; then kept+=("$package"); continue; fi
        printf 'setup.sh: no package %s here: %s\n' "$1" "$2" >&2
    done
    wanted=("${kept[@]}")
}

# ---------------------------------------------------------------- .venv

stamp_for() { # what .venv was made from; another folder, Python or lock makes another stamp
    printf '%s %s %s\n' "$PWD" "$(readlink -f .venv/bin/python)" "$(cat "$1" pyproject.toml | sha256sum)"
}

install_tableside() { # LOCK
    local lock=$1 stamp=.venv/.made-from-$1
    find_packages
    install_packages
    if [ ! -x .venv/bin/python ]; then
        local options=()
        if on_a_pi; then options=(--system-site-packages); fi # lgpio comes from Debian there
        step "make .venv" "${python:-python3}" -m venv --clear "${options[@]}" .venv
    fi
    if [ "$(cat "$stamp" 2> /dev/null)" != "$(stamp_for "$lock")" ]; then
        # The lock is complete, so nothing is resolved; only wheels, so nothing is compiled.
        step "install what $lock names" .venv/bin/python -m pip install --quiet --no-input --disable-pip-version-check \
            --no-deps --no-compile --only-binary :all: --require-hashes -r "$lock"
        step "install Tableside itself" .venv/bin/python -m pip install --quiet --no-input --disable-pip-version-check \
            --no-deps --no-compile --no-index --no-build-isolation -e .
        [ -n "$dry" ] || stamp_for "$lock" > "$stamp"
    fi
    make_texts
}

make_texts() { # locale/*.po -> *.mo, when one is newer
    local po
    for po in locale/*/LC_MESSAGES/*.po; do
        [ -e "$po" ] || continue
        [ "$po" -nt "${po%.po}.mo" ] || continue
        step "compile the texts" .venv/bin/python locale/compile.py
        return
    done
}

# ---------------------------------------------------------------- lint

lint() {
    local failed=0
    step "ruff format" .venv/bin/ruff format --check --quiet . || failed=1
    step "ruff check" .venv/bin/ruff check --quiet . || failed=1
    step "mypy" .venv/bin/mypy || failed=1
    step "lint-imports" .venv/bin/lint-imports || failed=1
    step "shellcheck" shellcheck setup.sh service/install.sh service/on-desktop service/own-league .ci/run .ci/lock || failed=1
    return $failed
}

main "$@"
