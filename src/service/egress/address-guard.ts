import { isIP } from 'node:net'
import type { IPv4, IPv6 } from 'ipaddr.js'
import ipaddr from 'ipaddr.js'
import { type EgressPolicy, isMetadataAddress, NEVER_ALLOWED } from './egress-policy.ts'

const prefixes: readonly Prefix[] = [
  // NAT64, RFC 6052: the well-known prefix is always /96.
  { cidr: '64:ff9b::/96', check: 'ipv4', read: (bytes) => [bytes.slice(12)] },
  // Local NAT64, RFC 8215: the operator chooses the length.
  { cidr: '64:ff9b:1::/48', check: 'ipv4', read: localNat64Readings },
  // 6to4, RFC 3056.
  { cidr: '2002::/16', check: 'ipv4', read: (bytes) => [bytes.slice(2, 6)] },
  // Teredo, RFC 4380: the server, and the client with inverted bits.
  {
    cidr: '2001::/32',
    check: 'ipv4',
    read: (bytes) => [bytes.slice(4, 8), bytes.slice(12).map((b) => b ^ 0xff)],
  },
  // SIIT, RFC 2765.
  { cidr: '::ffff:0:0:0/96', check: 'both', read: (bytes) => [bytes.slice(12)] },
  // IPv4-compatible, RFC 4291, deprecated.
  { cidr: '::/96', check: 'both', read: (bytes) => [bytes.slice(12)] },
]

export interface Refusal {
  readonly allowed: false
  readonly reason: string
  /** No allow list can change it. */
  readonly isFinal?: true
}

/** `by`: a public address, or one on the allow list. Only the latter may be used with plain http. */
export type AddressVerdict = { readonly allowed: true; readonly by: 'public' | 'allow-list' } | Refusal

type Address = IPv4 | IPv6

/**
 * Whether the service may connect to an IP address and port.
 * @param ip as sockets and resolvers write it
 * @param host the host of the URL: an allowed host name allows its addresses
 */
export function checkAddress(ip: string, port: number, policy: EgressPolicy, host = ip): AddressVerdict {
  if (isIP(ip) === 0) return refuse(`${ip} is not an IP address`)
  // What a name resolves to reveals the network of the service: the reason names only what the caller gave.
  const isLiteral = isIP(host) !== 0
  const address = ipaddr.process(withoutZone(ip))
  const embedded = address.kind() === 'ipv6' ? embeddedIpv4(address as IPv6) : { addresses: [], check: 'both' as const }
  if ([address, ...embedded.addresses].some(isMetadataAddress))
    return { ...refuse(`${host} ${isLiteral ? 'is' : 'resolves to'} ${NEVER_ALLOWED}`), isFinal: true }
  if (isAllowedHost(host, port, policy) || isAllowedAddress(address, port, policy))
    return { allowed: true, by: 'allow-list' }
  const checked = embedded.check === 'both' ? [address, ...embedded.addresses] : embedded.addresses
  return checkAll(checked, isLiteral ? { ip: host } : { name: host }, port, policy)
}

/**
 * Whether a request to the URL may start, before its host name is resolved. Checks IP addresses in any notation, because
 * `URL` has normalized them.
 */
export function checkUrl(url: URL, policy: EgressPolicy): AddressVerdict {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('only https URLs are allowed')
  if (url.username !== '' || url.password !== '') return refuse('the URL must not contain a user name or password')
  const host = hostOf(url)
  const port = portOf(url)
  if (isIP(host) !== 0) return checkScheme(checkAddress(host, port, policy), url.protocol, host)
  if (isAllowedHost(host, port, policy)) return { allowed: true, by: 'allow-list' }
  // The name may resolve to an allowed network: the check of the connection decides.
  if (policy.networks.length > 0) return { allowed: true, by: 'public' }
  return checkScheme(checkPort(port, policy), url.protocol, host)
}

/** Plain http is only for the allow list, because it would expose the secret in the URL. */
export function checkScheme(verdict: AddressVerdict, protocol: string, host: string): AddressVerdict {
  if (!verdict.allowed || protocol === 'https:' || verdict.by === 'allow-list') return verdict
  return refuse(`plain http to ${host} is not allowed; use https`)
}

/** Without brackets and without the final dot of an absolute name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}

/** The host as the caller gave it. */
type Given = { readonly name: string } | { readonly ip: string }

function checkAll(addresses: readonly Address[], given: Given, port: number, policy: EgressPolicy): AddressVerdict {
  let by: 'public' | 'allow-list' = 'allow-list'
  for (const address of addresses) {
    if (isAllowedAddress(address, port, policy)) continue
    const fault = notPublic(address)
    if (fault && 'name' in given) return refuse(`${given.name} resolves to an address that is not public`)
    if (fault && 'ip' in given) return refuse(`${describe(given.ip, address)} ${fault}`)
    const verdict = checkPort(port, policy)
    if (!verdict.allowed) return verdict
    by = 'public'
  }
  return { allowed: true, by }
}

function checkPort(port: number, { publicPorts }: EgressPolicy): AddressVerdict {
  if (publicPorts === 'any' || publicPorts.includes(port)) return { allowed: true, by: 'public' }
  return refuse(`port ${port} is not allowed: only ${publicPorts.join(' and ')}, unless the host is on the allow list`)
}

function describe(ip: string, address: Address): string {
  return String(ipaddr.parse(withoutZone(ip))) === String(address) ? `${ip} is` : `${ip} leads to ${address},`
}

/** A zone id (fe80::1%eth0) chooses an interface, not another address. */
function withoutZone(ip: string): string {
  return ip.replace(/%.*/s, '')
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
  return networks.some((allowed) => {
    const { port: only = port } = allowed
    const [network, bits] = rangeOf(allowed)
    return only === port && network.kind() === address.kind() && address.match(network, bits)
  })
}

/** Each network is parsed once: every request is checked. */
const ranges = new WeakMap<object, [Address, number]>()

function rangeOf(network: EgressPolicy['networks'][number]): [Address, number] {
  const range = ranges.get(network) ?? ipaddr.parseCIDR(network.cidr)
  ranges.set(network, range)
  return range
}

function refuse(reason: string): Refusal {
  return { allowed: false, reason }
}

interface Embedding {
  /** The IPv4 addresses that packets to the IPv6 address may reach. */
  readonly addresses: readonly IPv4[]
  /**
   * `ipv4`: a translation prefix, so that only the IPv4 addresses are checked. `both`: the IPv6 address is checked as well.
   */
  readonly check: 'ipv4' | 'both'
}

type Bytes = readonly number[]

interface Prefix {
  readonly cidr: string
  readonly check: Embedding['check']
  readonly read: (bytes: Bytes) => readonly Bytes[]
}

/** The IPv4 addresses in an IPv6 address. IPv4-mapped addresses must be converted to IPv4 before. */
function embeddedIpv4(address: IPv6): Embedding {
  const bytes = address.toByteArray()
  const prefix = prefixes.find(({ cidr }) => address.match(ipaddr.IPv6.parseCIDR(cidr)))
  const found = prefix ? prefix.read(bytes) : isatap(bytes)
  return { addresses: found.map((octets) => new ipaddr.IPv4([...octets])), check: prefix?.check ?? 'both' }
}

/**
 * The IPv4 address for prefixes of 48, 56, 64 and 96 bits (RFC 6052, without byte 8). The prefix length of the network is
 * unknown, so all readings count, except 0.x.x.x, which is no valid target.
 */
function localNat64Readings(bytes: Bytes): readonly Bytes[] {
  const readings = [6, 7, 9, 12].map((start) =>
    start < 8 ? bytes.slice(start, start + 5).toSpliced(8 - start, 1) : bytes.slice(start, start + 4),
  )
  const valid = readings.filter((octets) => octets[0] !== 0)
  return valid.length > 0 ? valid : readings.slice(-1)
}

/** ISATAP, RFC 5214: any prefix, the interface id 0:5efe or 200:5efe, and an IPv4 address. */
function isatap(bytes: Bytes): readonly Bytes[] {
  const [first = 0, ...rest] = bytes.slice(8, 12)
  const marked = (first & 0xfd) === 0 && rest.join() === [0, 0x5e, 0xfe].join()
  return marked ? [bytes.slice(12)] : []
}
