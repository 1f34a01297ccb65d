import type { IPv4, IPv6 } from 'ipaddr.js'
import ipaddr from 'ipaddr.js'

/**
 * Cloud metadata services, which give credentials to any process of a machine: refused even inside an allowed CIDR. From
 * each cloud's documentation; the IPv4 ranges include several services of AWS and Google (IMDS, DNS, time, ECS, EKS).
 */
const metadataNetworks = [
  '169.254.169.0/24', // AWS, Google, Azure, DigitalOcean, OpenStack, Oracle, …
  '169.254.170.0/24', // AWS ECS task roles, EKS pod identity
  '169.254.42.42/32', // Scaleway
  '169.254.0.23/32', // Tencent
  '169.254.10.10/32', // Tencent
  '100.100.100.200/32', // Alibaba
  '192.0.0.192/32', // Oracle Cloud Classic
  '168.63.129.16/32', // Azure WireServer: a public address, reachable only inside Azure
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

/** What a refusal calls such an address. */
export const NEVER_ALLOWED = 'a cloud metadata address, which is never allowed'
