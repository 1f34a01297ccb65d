import { isIP } from 'node:net'
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'
import type { EgressPolicy } from './egress-policy.ts'
import { embeddedIpv4 } from './embedded-ipv4.ts'
import { isMetadataAddress, neverOpened } from './metadata-addresses.ts'

/** `by` tells public addresses from those an operator allowed: only the latter may be spoken to in plain http. */
export type AddressVerdict =
  | { readonly allowed: true; readonly by: 'public' | 'allowance' }
  | { readonly allowed: false; readonly reason: string }

type Address = IPv4 | IPv6

/**
 * Whether a connection to `ip` (as a socket or a resolver writes it) and `port` may be made.
 * @param host the name in the URL that led there: an allowance of the name counts for its addresses.
 */
export function judgeAddress(ip: string, port: number, policy: EgressPolicy, host = ip): AddressVerdict {
  if (isIP(ip) === 0) return refuse(`${ip} is not an IP address`)
  const address = ipaddr.process(withoutZone(ip))
  const inside = address.kind() === 'ipv6' ? embeddedIpv4(address as IPv6) : { addresses: [], decides: 'own' as const }
  if ([address, ...inside.addresses].some(isMetadataAddress)) {
    return refuse(neverOpened(ip))
  }
  if (isAllowedHost(host, port, policy) || isAllowedAddress(address, port, policy))
    return { allowed: true, by: 'allowance' }
  if (inside.decides === 'own') return judgeAll([address, ...inside.addresses], ip, port, policy)
  return judgeAll(inside.addresses, ip, port, policy)
}

/**
 * Whether a request to the URL may be tried: what can be said before its name is resolved. Addresses in every
 * spelling are judged here, because `URL` has already turned them into plain ones.
 */
export function judgeUrl(url: URL, policy: EgressPolicy): AddressVerdict {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('only https addresses are sent to')
  if (url.username !== '' || url.password !== '') return refuse('an address must not carry a user or password')
  const host = hostOf(url)
  const port = portOf(url)
  if (isIP(host) !== 0) return judgeScheme(judgeAddress(host, port, policy), url.protocol, host)
  if (isAllowedHost(host, port, policy)) return { allowed: true, by: 'allowance' }
  // A name may lead into an allowed network: the connection, which knows the address, decides.
  if (policy.networks.length > 0) return { allowed: true, by: 'public' }
  return judgeScheme(judgePort(port, policy), url.protocol, host)
}

/** Plain http only where an operator allowed it: elsewhere the secret in the address would be there for all to read. */
export function judgeScheme(verdict: AddressVerdict, protocol: string, host: string): AddressVerdict {
  if (!verdict.allowed || protocol === 'https:' || verdict.by === 'allowance') return verdict
  return refuse(`plain http to ${host} is not allowed; use https`)
}

/** The host without brackets; the dot at the end of an absolute name is not part of it. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

function judgeAll(addresses: readonly Address[], ip: string, port: number, policy: EgressPolicy): AddressVerdict {
  let by: 'public' | 'allowance' = 'allowance'
  for (const address of addresses) {
    if (isAllowedAddress(address, port, policy)) continue
    const fault = notPublic(address)
    if (fault) return refuse(`${describe(ip, address)} ${fault}`)
    const verdict = judgePort(port, policy)
    if (!verdict.allowed) return verdict
    by = 'public'
  }
  return { allowed: true, by }
}

function judgePort(port: number, { publicPorts }: EgressPolicy): AddressVerdict {
  if (publicPorts.includes(port)) return { allowed: true, by: 'public' }
  return refuse(`port ${port} is not open, only ${publicPorts.join(' and ')}, unless the host is allowed`)
}

function describe(ip: string, address: Address): string {
  return String(ipaddr.parse(withoutZone(ip))) === String(address) ? `${ip} is` : `${ip} leads to ${address},`
}

/** A zone id (fe80::1%eth0) chooses an interface, not another address. */
function withoutZone(ip: string): string {
  return ip.replace(/%.*$/, '')
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** What an address that is not public unicast is; the ranges are those of the IANA special-purpose registries. */
function notPublic(address: Address): string | undefined {
  const range: string = address.range()
  if (range !== 'unicast') return rangeNames[range] ?? 'not a public address'
  const assigned = address.kind() === 'ipv4' || (address as IPv6).match(GLOBAL_UNICAST)
  return assigned ? undefined : 'not a public address'
}

const rangeNames: Readonly<Record<string, string>> = {
  unspecified: 'an unspecified address',
  broadcast: 'the broadcast address',
  multicast: 'a multicast address',
  linkLocal: 'a link-local address',
  loopback: 'a loopback address',
  carrierGradeNat: 'a carrier-grade NAT address',
  private: 'a private address',
  uniqueLocal: 'a unique local (private) address',
  deprecatedSiteLocal: 'a site-local (private) address',
  benchmarking: 'a benchmarking address',
  reserved: 'a reserved address',
}

function isAllowedHost(host: string, port: number, { hosts }: EgressPolicy): boolean {
  return hosts.some((allowed) => allowed.name === host && (allowed.port ?? port) === port)
}

function isAllowedAddress(address: Address, port: number, { networks }: EgressPolicy): boolean {
  return networks.some(({ cidr, port: only = port }) => {
    const [network, bits] = ipaddr.parseCIDR(cidr)
    return only === port && network.kind() === address.kind() && address.match(network, bits)
  })
}

function refuse(reason: string): AddressVerdict {
  return { allowed: false, reason }
}
