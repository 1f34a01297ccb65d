#!/bin/sh
# chroot.sh SHARED SCRIPT: runs SCRIPT as root in a copy of this system without Node, where it finds SHARED as /shared.
# Needs namespaces and overlayfs; what the script changes is in memory, and is lost.
set -eu
shared=$1 script=$2
export shared script
exec unshare --mount --pid --fork --propagation private sh -euc '
  work=$(mktemp -d)
  trap "umount -l \"$work\"; rmdir \"$work\"" EXIT
  mount -t tmpfs none "$work"
  mkdir "$work/upper" "$work/other" "$work/root"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$work/upper,workdir=$work/other" "$work/root"
  mount -t tmpfs none "$work/root/tmp"
  mount -t tmpfs none "$work/root/run"
  mount -t proc none "$work/root/proc"
  mount --rbind /dev "$work/root/dev"
  mkdir "$work/root/shared"
  mount --bind "$shared" "$work/root/shared"
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive TMPDIR=/tmp HOME=/root \
    chroot "$work/root" sh -euc "
      while node=\$(command -v node); do rm \"\$node\"; done
      cd /tmp
      $script"
'
