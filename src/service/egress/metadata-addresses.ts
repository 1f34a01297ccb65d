import type { IPv4, IPv6 } from 'ipaddr.js'
import ipaddr from 'ipaddr.js'

/**
 * Where clouds hand credentials to whoever asks from inside a machine: refused even when a CIDR around it is allowed.
 * Each cloud's own documentation; the IPv4 ranges hold several of AWS and Google (IMDS, DNS, time, ECS and EKS agents).
 */
const metadataNetworks = [
  '169.254.169.0/24', // AWS, Google, Azure, DigitalOcean, OpenStack, Oracle, …
  '169.254.170.0/24', // AWS ECS task roles, EKS pod identity
  '169.254.42.42/32', // Scaleway
  '169.254.0.23/32', // Tencent
  '169.254.10.10/32', // Tencent
  '100.100.100.200/32', // Alibaba
  '192.0.0.192/32', // Oracle Cloud Classic
  '168.63.129.16/32', // Azure WireServer: a public address that answers inside Azure only
  'fd00:ec2::/32', // AWS
  'fd20:ce::254/128', // Google
  'fd00:c1::a9fe:a9fe/128', // Oracle
  'fd00:42::42/128', // Scaleway
  'fd00:a9fe:a9fe::1/128', // Linode
  'fd00:100::100:200/128', // Alibaba
  'fe80::a9fe:a9fe/128', // OpenStack, Linode
].map((cidr) => ipaddr.parseCIDR(cidr))

export function isMetadataAddress(address: IPv4 | IPv6): boolean {
  return metadataNetworks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
}

const NEVER_OPENED = 'is a cloud metadata address, which is never opened'

export function neverOpened(address: string): string {
  return `${address} ${NEVER_OPENED}`
}

/** Whether an address was refused for that, by the reason given. */
export function isNeverOpened(reason: string): boolean {
  return reason.endsWith(NEVER_OPENED)
}
