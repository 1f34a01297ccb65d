#!/bin/sh
# try-debian.sh PACKAGE [SUITE [MIRROR]]: installs the .deb in a new Debian (debootstrap, as root) without Node and prints how
# long it takes from the installation to the first verdict. Leaves nothing behind.
set -eu
package=$1 suite=${2:-bookworm} mirror=${3:-http://deb.debian.org/debian}
root=$(mktemp -d)
trap 'rm -rf --one-file-system "$root"' EXIT
debootstrap --variant=minbase "$suite" "$root" "$mirror" >"$root.log" 2>&1 || { tail -5 "$root.log" >&2; exit 1; }
rm -f "$root.log"
cp "$package" "$root/tmp/txwarden.deb"
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive chroot "$root" sh -euc '
  ! command -v node >/dev/null || { echo "this system has Node" >&2; exit 1; }
  began=$(date +%s%N)
  dpkg --install /tmp/txwarden.deb >/tmp/log || { cat /tmp/log >&2; exit 1; }
  set +e
  txwarden validate --file /usr/share/doc/txwarden/examples/transfer-to-blocked.json >/tmp/verdict
  code=$?
  set -e
  took=$((($(date +%s%N) - began) / 1000000))
  [ $code -eq 12 ] || { cat /tmp/verdict >&2; echo "expected exit code 12 (blocked), got $code" >&2; exit 1; }
  echo "$took ms from the installation to the first verdict"
  [ $took -le 10000 ]'
