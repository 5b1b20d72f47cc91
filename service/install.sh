#!/bin/bash
# `./setup.sh install` and `./setup.sh uninstall`; read by setup.sh, never started by itself.
#
# The table runs from a copy of the code that nobody but root can write, as a user of its own. Whatever is done to the
# checkout reaches the table with the next install. A file is written only if it differs, and the table is started
# again only if something did. With $DESTDIR the machine's files are those below it, and nothing is started.
# shellcheck disable=SC2154  # dry, table, league, console, with_league, hotspot are setup.sh's

readonly TOP=${DESTDIR:-}
readonly CODE=/opt/tableside
readonly STATE=/var/lib/tableside
readonly UNITS=/etc/systemd/system
readonly NOTES=/etc/tableside.installed # what uninstall cannot know by itself
readonly MODULES=/etc/modules-load.d/tableside.conf
readonly STICKS=/etc/udev/rules.d/99-tableside.rules
readonly COMMAND=/usr/local/bin/kiosk
readonly LEAGUE_COMMAND=/usr/local/bin/league
readonly OWN_LEAGUE=http://127.0.0.1:8460
readonly HOTSPOT=/etc/NetworkManager/system-connections/tableside-hotspot.nmconnection
readonly CONFIG=/boot/firmware/config.txt
readonly CMDLINE=/boot/firmware/cmdline.txt
readonly BEGIN='# tableside: begin; setup.sh uninstall takes it out'
readonly END='# tableside: end'
readonly PARTS=(rules firmware_py kiosk league hardware sounds locale service docs pyproject.toml README.md LICENSE)

user=''
changed=''
reboot=''

install_service() {
    on_a_pi || [ -n "$dry" ] || wrong "install works on a Raspberry Pi; here use './setup.sh run'"
    [ -n "$dry" ] || may_be_root || fail "cannot install the service without root or sudo; an administrator can run: ./setup.sh install"
    [ -n "$dry" ] || command -v systemctl > /dev/null || fail "there is no systemd here, which starts the table"
    [ ! -e "$TOP$COMMAND" ] || grep -qF 'setup.sh install' "$TOP$COMMAND" || fail "$COMMAND is there and is not ours; move it away"
    [ ! -e "$TOP$UNITS/tableside-league.service" ] || with_league=yes # a suitcase stays one
    [ -z "$with_league" ] || own_league
    install_tableside requirements.lock
    [ -n "$dry" ] || .venv/bin/python -c 'import lgpio' 2> /dev/null ||
        remark "no library for the pins: Raspberry Pi OS has python3-lgpio; without it the table says SIMULATED"
    copy_code
    choose_user
    write_settings
    write_units
    write_boot
    [ -z "$with_league" ] || enrol_here
    [ -z "$with_league" ] || write_hotspot
    start_table
}

own_league() { # the table's league is on its own machine; the table has a name there
    [ ! -e "$TOP$LEAGUE_COMMAND" ] || grep -qF 'setup.sh install' "$TOP$LEAGUE_COMMAND" || fail "$LEAGUE_COMMAND is there and is not ours; move it away"
    league=$OWN_LEAGUE
    [ -n "$table" ] || table=$(root_cat "$TOP$STATE/tableside.toml" | sed -n '/^\[table\]/,/^\[/s/^name *= *"\(.*\)"/\1/p')
    table=${table:-T1}
}

# ---------------------------------------------------------------- one file

put() { # FILE MODE, its text on standard input: written only if it differs
    local file=$TOP$1 text
    text=$(cat)
    if [ -e "$file" ] && [ "$text" = "$(root_cat "$file")" ]; then return; fi
    changed=yes
    say "write $1"
    if [ -n "$dry" ]; then
        diff -u --label "$1 as it is" --label "$1" <(root_cat "$file") - <<< "$text" | sed 's/^/         /' || true
        return
    fi
    # Replaced as a whole: the machine may lose its power now, and has to start again.
    as_root mkdir -p "${file%/*}"
    as_root tee "$file.new" > /dev/null <<< "$text"
    as_root chmod "$2" "$file.new"
    as_root sync "$file.new"
    as_root mv "$file.new" "$file"
}

root_cat() { cat "$1" 2> /dev/null || [ -n "$dry" ] || as_root cat "$1" 2> /dev/null || true; }

note() { # KEY VALUE: kept for uninstall; the first one stays
    [ -z "$(noted "$1")" ] || return 0
    put "$NOTES" 644 <<< "# what setup.sh install changed; uninstall needs it
$(root_cat "$TOP$NOTES" | grep -v '^#'; printf '%s=%s' "$1" "$2")"
}

noted() { root_cat "$TOP$NOTES" | sed -n "s/^$1=//p"; }

# ---------------------------------------------------------------- code, user, settings

copy_code() {
    local stamp site new=$TOP$CODE.new parts=(rules firmware_py kiosk)
    local packages=(colorzero gpiozero ifaddr nacl pygame serial urllib3 zeroconf)
    if [ -n "$with_league" ]; then
        parts+=(league)
        packages+=(alembic anyio babel granian jinja2 litestar msgspec multidict sqlalchemy)
    fi
    stamp=$({ readlink -f .venv/bin/python; echo "$with_league"; cat requirements.lock
        find "${PARTS[@]}" -type f ! -name '*.pyc' -print0 | sort -z | xargs -0 sha256sum; } | sha256sum)
    if [ "$stamp" = "$(cat "$TOP$CODE/.copied" 2> /dev/null)" ]; then return; fi
    changed=yes
    say "copy ${PARTS[*]} .venv to $CODE"
    [ -n "$dry" ] || copy_tree "$new"
    site=$(echo "$new"/.venv/lib/python*/site-packages)
    # compiled here: the table can write none of it, and would compile everything at each start
    step "compile what the table loads" as_root "$new/.venv/bin/python" -m compileall -q -j 0 -s "$new" -p "$CODE" \
        "${parts[@]/#/$new/}" "${packages[@]/#/$site/}"
    [ -z "$dry" ] || return 0
    as_root tee "$new/.copied" > /dev/null <<< "$stamp"
    as_root rm -rf "$TOP$CODE.old"
    [ ! -e "$TOP$CODE" ] || as_root mv "$TOP$CODE" "$TOP$CODE.old"
    as_root mv "$new" "$TOP$CODE"
    as_root rm -rf "$TOP$CODE.old"
}

copy_tree() { # NEW
    local site
    as_root rm -rf "$1"
    as_root mkdir -p "$1"
    tar -c --owner=0 --group=0 --mode=u+rwX,go+rX,go-w --exclude=__pycache__ --exclude='.made-from-*' "${PARTS[@]}" .venv | as_root tar -x -C "$1"
    # Nothing in it may lead back to the checkout: the programs' first lines do, and the mark of an editable install.
    as_root find "$1/.venv/bin" -type f -delete
    site=$(echo "$1"/.venv/lib/python*/site-packages)
    as_root find "$site" -maxdepth 1 -name '*tableside*.pth' -delete
    as_root tee "$site/tableside.pth" > /dev/null <<< "$CODE"
}

choose_user() { # one of the table's own; with a desktop the one whose desktop it is
    user=tableside
    if has_desktop; then
        user=$(sed -n 's/^autologin-user=//p' "$TOP/etc/lightdm/lightdm.conf" 2> /dev/null | tail -1)
        [ -n "$user" ] || user=$(stat -c %U .)
    elif ! getent passwd tableside > /dev/null; then
        note user made
        step "make the user tableside" as_root useradd --system --home-dir "$STATE" --shell /usr/sbin/nologin tableside
    fi
    [ ! -d "$TOP$STATE" ] || return 0
    step "make $STATE" as_root mkdir -p -m 750 "$TOP$STATE"
    step "give it to $user" as_root chown "$user:" "$TOP$STATE"
}

has_desktop() { [ -e "$TOP$UNITS/display-manager.service" ] && [[ $(readlink "$TOP$UNITS/default.target") != *multi-user.target ]]; }

groups_here() { # a unit that names a group that is not there does not start
    local group found=()
    for group in gpio video render input audio dialout; do
        if getent group "$group" > /dev/null; then found+=("$group"); fi
    done
    printf '%s' "${found[*]}"
}

write_settings() {
    local file=$STATE/tableside.toml settings='' line
    [ -z "$table" ] || settings+="[table]"$'\n'"name = \"$table\""$'\n'
    [ -z "$league" ] || settings+="[league]"$'\n'"url = \"$league\""$'\n'
    [ -n "$settings" ] || return 0
    if [ -z "$(root_cat "$TOP$file")" ]; then
        put "$file" 644 <<< "${settings%$'\n'}"
        return
    fi
    # A file that somebody may have written is not rewritten.
    while read -r line; do
        root_cat "$TOP$file" | grep -qxF "$line" || fail "$file is there already; change it by hand to: $line"
    done <<< "${settings%$'\n'}"
}

# ---------------------------------------------------------------- units

write_units() {
    local blanks unit screen=console
    ! has_desktop || screen=desktop
    blanks="s|@USER@|$user|g; s|@CODE@|$CODE|g; s|@GROUPS@|$(groups_here)|g
        s|@UID@|$(id -u "$user" 2> /dev/null || true)|g; s|@HOME@|$({ getent passwd "$user" || true; } | cut -d: -f6)|g"
    unit=$(fill service/tableside.service)
    # A board that the machine does not name was named to us, and has to be to the table.
    [ -z "${TABLESIDE_BOARD:-}" ] ||
        unit=${unit/Environment=TABLESIDE_HOME/Environment=TABLESIDE_BOARD=$TABLESIDE_BOARD$'\n'Environment=TABLESIDE_HOME}
    put "$UNITS/tableside.service" 644 <<< "$unit"
    put "$UNITS/tableside.service.d/screen.conf" 644 <<< "$(fill "service/$screen.conf")"
    put "$UNITS/tableside-console.service" 644 <<< "$(fill service/tableside-console.service)"
    put "$COMMAND" 755 <<< "$(fill service/kiosk)"
    if [ -n "$with_league" ]; then
        put "$UNITS/tableside-league.service" 644 <<< "$(fill service/tableside-league.service)"
        put "$LEAGUE_COMMAND" 755 <<< "$(fill service/league)"
    fi
    put "$STICKS" 644 <<< "$(fill service/sticks.rules)"
    # The table may use a device only if its driver was there when the table started.
    put "$MODULES" 644 <<< $'# drivers of the table: setup.sh install\nevdev\nusbserial\ncdc_acm'
}

fill() { sed -e "$blanks" "$1"; } # TEMPLATE

start_table() {
    local wait=()
    enable tableside.service
    [ -z "$console" ] || enable tableside-console.service
    [ -z "$with_league" ] || enable tableside-league.service
    [ -z "$reboot" ] || remark "restart the machine once: $CONFIG or $CMDLINE was changed"
    if [ -z "$dry" ] && ! runs_systemd; then
        remark "systemd does not run here: the table starts at the next power-on"
        return
    fi
    ! has_desktop || wait=(--no-block) # until somebody logs in
    if [ -n "$changed" ]; then
        control "read the units again" daemon-reload
        control "start the table" restart "${wait[@]}" tableside.service || fail "the table does not start; journalctl -u tableside says why"
    else
        control "start the table, unless it runs" start "${wait[@]}" tableside.service
    fi
    [ -z "$console" ] || control "start the console" restart tableside-console.service
    [ -z "$with_league" ] || start_league
}

start_league() {
    if [ -n "$changed" ]; then
        control "start the league" restart tableside-league.service
    else
        control "start the league, unless it runs" start tableside-league.service
    fi
}

enable() { # UNIT
    [ -e "$TOP$UNITS/multi-user.target.wants/$1" ] || control "start $1 at every power-on" enable "$1"
}

control() { # STEP WORD...
    local said=$1
    shift
    step "$said" as_root systemctl --quiet ${TOP:+"--root=$TOP"} "$@"
}

runs_systemd() { [ -z "$TOP" ] && [ -d /run/systemd/system ]; }

remark() { printf 'setup.sh: %s\n' "$1"; }

# ---------------------------------------------------------------- one suitcase

enrol_here() { # the table at its own league, as their user; what is done already is not done again
    [ -z "$TOP" ] || return 0
    step "enrol $table at the league of this machine" as_user env TABLESIDE_HOME="$STATE" \
        "$CODE/service/own-league" "$CODE/.venv/bin/python" "$table" "${OWN_LEAGUE##*:}"
}

as_user() { # a program as the table's user, in a folder that he may enter
    if [ "$(id -un)" = "$user" ]; then (cd / && "$@"); else (cd / && as_root runuser -u "$user" -- "$@"); fi
}

write_hotspot() {
    local uuid psk blanks
    if [ -z "$hotspot" ]; then return; fi
    if [ ! -d "$TOP${HOTSPOT%/*}" ]; then
        remark "there is no NetworkManager: no hotspot; the league is found on whatever network this machine is in"
        return
    fi
    uuid=$(in_hotspot uuid)
    psk=$(in_hotspot psk)
    if [ -z "$psk" ] && [ -n "$dry" ]; then
        uuid="(made up when it is installed)" psk=$uuid
    elif [ -z "$psk" ]; then
        uuid=$(cat /proc/sys/kernel/random/uuid)
        psk=$(head -c 999 /dev/urandom | tr -dc 'a-hjkmnp-tv-z2-9') # nothing that is misread
        psk=${psk:0:12}
    fi
    blanks="s|@UUID@|$uuid|; s|@SSID@|Tableside $table|; s|@PSK@|$psk|"
    put "$HOTSPOT" 600 <<< "$(fill service/hotspot.nmconnection)"
    [ -n "$dry" ] || remark "hotspot: network 'Tableside $table', password $psk; the league is http://10.42.0.1:8460 there"
    ! command -v raspi-config > /dev/null || [ -n "$(raspi-config nonint get_wifi_country 2> /dev/null)" ] ||
        remark "the Wi-Fi has no country yet, so it stays off: sudo raspi-config nonint do_wifi_country DK (or yours)"
    raise_hotspot
}

in_hotspot() { root_cat "$TOP$HOTSPOT" | sed -n "s/^$1=//p"; } # KEY

raise_hotspot() { # now, unless that would cut off whoever installs
    local wifi
    if [ -n "$dry" ] || ! runs_systemd || ! command -v nmcli > /dev/null; then return; fi
    quietly as_root nmcli connection load "$HOTSPOT"
    wifi=$(nmcli -t -f TYPE,STATE device 2> /dev/null | sed -n 's/^wifi://p' | head -1)
    case $wifi in
        '') remark "this machine has no Wi-Fi: no hotspot before it has some" ;;
        disconnected) step "raise the hotspot" quietly as_root nmcli --wait 20 connection up tableside-hotspot ;;
        *) remark "its Wi-Fi is in use or off ($wifi): the hotspot comes with the next restart" ;;
    esac
}

remove_hotspot() {
    [ -e "$TOP$HOTSPOT" ] || return 0
    step "remove $HOTSPOT" as_root rm "$TOP$HOTSPOT"
    if [ -n "$dry" ] || ! runs_systemd || ! command -v nmcli > /dev/null; then return; fi
    as_root nmcli connection reload || true # and the hotspot is gone
}

# ---------------------------------------------------------------- what the firmware and the kernel are told

write_boot() {
    local word words=() kept=() removed=() added='consoleblank=0'
    if [ ! -e "$TOP$CONFIG" ]; then
        remark "there is no $CONFIG: overlays and UART are up to you (docs/install.md)"
        return
    fi
    edit "$CONFIG" <<< "$(without_block; printf '%s\n' "$BEGIN"; boot_lines; printf '%s\n' "$END")"
    read -ra words < "$TOP$CMDLINE" || true
    for word in "${words[@]}"; do
        case $word in
            console=serial* | console=ttyAMA* | console=ttyS*) removed+=("$word") ;;
            consoleblank=0) kept+=("$word"); added='' ;;
            consoleblank=*) removed+=("$word") ;;
            *) kept+=("$word") ;;
        esac
    done
    [ -n "$added${removed[*]}" ] || return 0
    note cmdline_removed "${removed[*]}"
    note cmdline_added "$added"
    edit "$CMDLINE" <<< "${kept[*]}${added:+ $added}"
}

boot_lines() { # made from the pin map; an overlay that somebody else loads is not loaded twice
    local line python=.venv/bin/python
    [ -x $python ] || python=$(find_python)
    if [ -z "$python" ]; then # only with --dry-run
        echo "(the lines that follow from hardware/pins.toml; there is no Python here yet to make them)"
        return
    fi
    "$python" -B -m firmware_py.bootconfig hardware/pins.toml | while read -r line; do
        if [[ $line == dtoverlay=* ]] && without_block | grep -qxF "$line"; then continue; fi
        printf '%s\n' "$line"
    done
}

without_block() { sed "/^$BEGIN\$/,/^$END\$/d" "$TOP$CONFIG"; }

edit() { # FILE, its new text on standard input; kept as it was, once
    local text
    text=$(cat)
    if [ "$text" = "$(cat "$TOP$1")" ]; then return; fi
    reboot=yes
    [ -e "$TOP$1.before-tableside" ] || step "keep $1 as it was" as_root cp -p "$TOP$1" "$TOP$1.before-tableside"
    put "$1" 755 <<< "$text"
}

# ---------------------------------------------------------------- uninstall

uninstall_service() {
    local file owner units=(tableside.service tableside-console.service)
    [ -n "$dry" ] || may_be_root || fail "cannot uninstall without root or sudo; an administrator can run: ./setup.sh uninstall"
    [ ! -e "$TOP$UNITS/tableside-league.service" ] || units+=(tableside-league.service)
    if [ -e "$TOP$UNITS/tableside.service" ]; then
        control "do not start the table any more" disable "${units[@]}"
        ! runs_systemd || control "end it" stop "${units[@]}"
    fi
    if [ -e "$TOP$LEAGUE_COMMAND" ] && grep -qF 'setup.sh install' "$TOP$LEAGUE_COMMAND"; then
        step "remove $LEAGUE_COMMAND" as_root rm "$TOP$LEAGUE_COMMAND"
    fi
    remove_hotspot
    for file in "$UNITS"/tableside{,-console,-league}.service "$UNITS/tableside.service.d" "$MODULES" "$STICKS" "$COMMAND" "$CODE"; do
        if [ -e "$TOP$file" ]; then step "remove $file" as_root rm -rf "$TOP$file"; fi
    done
    if runs_systemd; then
        control "read the units again" daemon-reload
        control "give the first console its login back" start --no-block getty@tty1.service || true
    fi
    restore_boot
    owner=$(stat -c %U .)
    if [ -d "$TOP$STATE" ]; then step "give $STATE to $owner" as_root chown -R "$owner:" "$TOP$STATE"; fi
    if [ "$(noted user)" = made ]; then step "remove the user tableside" as_root userdel tableside; fi
    if [ -e "$TOP$NOTES" ]; then step "remove $NOTES" as_root rm "$TOP$NOTES"; fi
    [ ! -d "$TOP$STATE" ] || remark "games, keys, settings and the league stay in $STATE, and Debian packages where they are"
}

restore_boot() { # as they were, without what was changed by others since
    local word words=() kept=()
    if [ -e "$TOP$CONFIG" ]; then restore "$CONFIG" <<< "$(without_block)"; fi
    if [ ! -e "$TOP$CMDLINE" ] || [ ! -e "$TOP$NOTES" ]; then return; fi
    read -ra words < "$TOP$CMDLINE" || true
    for word in "${words[@]}"; do
        if [ "$word" != "$(noted cmdline_added)" ]; then kept+=("$word"); fi
    done
    restore "$CMDLINE" <<< "${kept[*]} $(noted cmdline_removed)"
}

restore() { # FILE, its text on standard input; the very bytes of before where nothing else was changed
    local text before=$TOP$1.before-tableside
    text=$(cat)
    if [ -e "$before" ] && [ "$(sorted_words <<< "$text")" = "$(sorted_words < "$before")" ]; then
        step "put $1 back as it was" as_root mv "$before" "$TOP$1"
        return
    fi
    put "$1" 755 <<< "${text% }"
    if [ -e "$before" ]; then step "remove $1.before-tableside" as_root rm "$before"; fi
}

sorted_words() { tr ' ' '\n' | grep . | sort; }
