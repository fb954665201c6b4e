#!/usr/bin/env bash
# Installs the named programs from Debian's (Ubuntu's) packages, without letting Debian start them as services
# of the system: ours run under .local/.
#   install-packages.sh PACKAGE…
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}
apt() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300 "$@"
}

# Debian asks this program whether a freshly installed service may start. One that is there is its owner's.
policy=/usr/sbin/policy-rc.d
clusters=/etc/postgresql-common/createcluster.conf
made_policy= kept_clusters=
put_back() {
  [ -z "$made_policy" ] || as_root rm -f $policy
  [ -z "$kept_clusters" ] || { as_root cp "$kept_clusters" $clusters && rm -f "$kept_clusters"; }
}
trap put_back EXIT
if [ ! -e $policy ]; then
  printf '#!/bin/sh\nexit 101\n' | as_root tee $policy >/dev/null
  as_root chmod 755 $policy
  made_policy=yes
fi

# Lists that are a little old may still do; the install says it if they do not.
apt update || true
case " $* " in
*' postgresql '*)
  apt install -y --no-install-recommends postgresql-common
  kept_clusters=$(mktemp)
  cp $clusters "$kept_clusters"
  echo 'create_main_cluster = false' | as_root tee -a $clusters >/dev/null
  ;;
esac
apt install -y --no-install-recommends "$@"

# From the next start of the machine on they would answer everyone, on all of its addresses.
for package in "$@"; do
  case $package in
  prometheus* | patroni | haproxy | etcd-server)
    ! command -v systemctl >/dev/null || as_root systemctl disable --quiet "${package%-server}"
    ;;
  esac
done
