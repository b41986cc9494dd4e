#!/bin/sh
# A Ceph of one monitor, one disk in memory and one gateway that speaks S3, on loopback alone, for tests of storage:
#   apt-get install --no-install-recommends ceph-mon ceph-osd radosgw
#   scripts/testing/ceph.sh /tmp/ceph     prints the variables that tests need; as root
#   kill $(cat /tmp/ceph/*.pid)           ends it
# The folder is made, and must not be there before.
set -eu
at=$1
gateway=${2:-7480}
mkdir "$at" "$at/mon" "$at/osd"
export CEPH_CONF="$at/ceph.conf"
uuid() { cat /proc/sys/kernel/random/uuid; }
cluster=$(uuid)
cat > "$CEPH_CONF" <<CONF
[global]
fsid = $cluster
mon_host = [v2:127.0.0.1:7301,v1:127.0.0.1:7300]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv6 = false
run_dir = $at
keyring = $at/keyring
log_file = $at/\$name.log
admin_socket = $at/\$name.sock
pid_file = $at/\$name.pid
osd_pool_default_size = 1
osd_pool_default_min_size = 1
mon_allow_pool_size_one = true
osd_crush_chooseleaf_type = 0
osd_pool_default_pg_num = 4
osd_pool_default_pg_autoscale_mode = off
[mon]
mon_data = $at/mon
[osd]
osd_data = $at/osd
osd_objectstore = memstore
memstore_device_bytes = 4294967296
[client]
rgw_frontends = beast endpoint=127.0.0.1:$gateway
rgw_data = $at
CONF
{
  key() { ceph-authtool "$at/keyring" --gen-key -n "$@"; }
  ceph-authtool -C "$at/keyring" --gen-key -n mon. --cap mon 'allow *'
  key client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
  key osd.0 --cap mon 'allow profile osd' --cap osd 'allow *'
  key client.rgw --cap mon 'allow rwx' --cap osd 'allow rwx'
  monmaptool --create --fsid "$cluster" --addv a '[v2:127.0.0.1:7301,v1:127.0.0.1:7300]' "$at/monmap"
  ceph-mon -i a --mkfs --monmap "$at/monmap" --keyring "$at/keyring"
  ceph-mon -i a
  disk=$(uuid)
  ceph osd new "$disk"
  ceph-osd -i 0 --mkfs --osd-uuid "$disk"
  ceph-osd -i 0
  radosgw -n client.rgw
  radosgw-admin user create --uid pagecast --display-name Pagecast --max-buckets 0 \
    --access-key PAGECAST --secret-key PAGECAST-SECRET
} > "$at/start.log" 2>&1
echo "S3_TEST_ENDPOINT=http://127.0.0.1:$gateway"
echo 'S3_TEST_ACCESS_KEY_ID=PAGECAST'
echo 'S3_TEST_SECRET_ACCESS_KEY=PAGECAST-SECRET'
