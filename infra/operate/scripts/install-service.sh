#!/usr/bin/env bash
# make up-local SERVICE=1: a systemd unit that starts the local processes with the machine (systemd.service(5)).
#   install-service.sh [UNIT]   with a file's name it only writes and checks that
set -euo pipefail
. "$(dirname "$0")/steps.sh"

unit=${1:-/etc/systemd/system/voordeur.service}
dir=$(realpath -m "$(setting LOCAL_DIR .local)")
[ $# -eq 1 ] || [ -f "$dir/current/infra/operate/dist/local/up.js" ] || {
  echo "No local processes were ever up here. What to do: make up-local, and when it's up, this again."
  exit 1
}

command -v systemd-analyze >/dev/null || {
  echo "This machine has no systemd. What to do: have make up-local run by what starts programs here."
  exit 1
}

# systemd gives the right to open these to a user who isn't root.
low=
for port in "$(setting WEB_PORT 8080)" "$(setting TLS_PORT 8443)"; do
  [ "$port" -ge 1024 ] || low='AmbientCapabilities=CAP_NET_BIND_SERVICE
'
done

# A % begins a specifier of systemd's, and a path may hold spaces.
quote() { printf '"%s"' "${1//%/%%}"; }
text="[Unit]
Description=Voordeur, the local processes of $PWD
Wants=network-online.target
After=network-online.target

[Service]
# Each process is runit's, which starts a dead one again; this starts and ends all of them.
Type=oneshot
RemainAfterExit=yes
User=$(stat -c %U .)
${low}WorkingDirectory=${PWD//%/%%}
Environment=$(quote "CHECKOUT=$PWD")
ExecStart=$(quote "$(command -v node)") $(quote "$dir/current/infra/operate/dist/local/up.js")
ExecStop=$(quote "$PWD/infra/operate/scripts/stop.sh") $(quote "$dir")
TimeoutStartSec=5min
TimeoutStopSec=2min

[Install]
WantedBy=multi-user.target"

as_root() { if [ -w "$(dirname "$unit")" ]; then "$@"; else sudo "$@"; fi; }
as_root tee "$unit" <<<"$text" >/dev/null
systemd-analyze verify "$unit"
[ $# -eq 0 ] || exit 0
echo "Wrote $unit."
if [ -d /run/systemd/system ]; then
  as_root systemctl daemon-reload
  as_root systemctl enable --now voordeur
  echo "It runs, and starts with the machine. To take it back: sudo systemctl disable --now voordeur"
else
  echo "systemd doesn't run here. What to do where it does: sudo systemctl enable --now voordeur"
fi
