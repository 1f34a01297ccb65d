import type { IPv6 } from 'ipaddr.js'
import ipaddr, { type IPv4 } from 'ipaddr.js'

export interface Embedding {
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

/** The IPv4 addresses in an IPv6 address. IPv4-mapped addresses must be converted to IPv4 before. */
export function embeddedIpv4(address: IPv6): Embedding {
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
