import type { IPv6 } from 'ipaddr.js'
import ipaddr, { type IPv4 } from 'ipaddr.js'

export interface Embedding {
  /** IPv4 addresses that packets to the IPv6 address may end at. */
  readonly addresses: readonly IPv4[]
  /**
   * `translated`: the prefix only stands for the IPv4 address, which alone decides. `own`: the IPv6 address counts as
   * well, nothing of the Internet lives under the prefix by itself.
   */
  readonly decides: 'translated' | 'own'
}

type Bytes = readonly number[]

interface Prefix {
  readonly cidr: string
  readonly decides: Embedding['decides']
  readonly read: (bytes: Bytes) => readonly Bytes[]
}

const prefixes: readonly Prefix[] = [
  // NAT64, RFC 6052: the well-known prefix is always /96.
  { cidr: '64:ff9b::/96', decides: 'translated', read: (bytes) => [bytes.slice(12)] },
  // Local NAT64, RFC 8215: the operator chooses the length.
  { cidr: '64:ff9b:1::/48', decides: 'translated', read: localNat64Readings },
  // 6to4, RFC 3056.
  { cidr: '2002::/16', decides: 'translated', read: (bytes) => [bytes.slice(2, 6)] },
  // Teredo, RFC 4380: the server, and the client with its bits turned over.
  {
    cidr: '2001::/32',
    decides: 'translated',
    read: (bytes) => [bytes.slice(4, 8), bytes.slice(12).map((b) => b ^ 0xff)],
  },
  // SIIT, RFC 2765.
  { cidr: '::ffff:0:0:0/96', decides: 'own', read: (bytes) => [bytes.slice(12)] },
  // IPv4-compatible, RFC 4291, long given up.
  { cidr: '::/96', decides: 'own', read: (bytes) => [bytes.slice(12)] },
]

/** The IPv4 addresses inside an IPv6 address; none for an ordinary one. IPv4-mapped addresses are IPv4 ones and not asked for here. */
export function embeddedIpv4(address: IPv6): Embedding {
  const bytes = address.toByteArray()
  const prefix = prefixes.find(({ cidr }) => address.match(ipaddr.IPv6.parseCIDR(cidr)))
  const found = prefix ? prefix.read(bytes) : isatap(bytes)
  return { addresses: found.map((octets) => new ipaddr.IPv4([...octets])), decides: prefix?.decides ?? 'own' }
}

/**
 * Where RFC 6052 puts the IPv4 address for prefixes of 48, 56, 64 and 96 bits; byte 8 is skipped. Which one the
 * network uses cannot be known, so each reading counts; one that gives 0.x.x.x cannot be meant.
 */
function localNat64Readings(bytes: Bytes): readonly Bytes[] {
  const readings = [6, 7, 9, 12].map((start) =>
    start < 8 ? bytes.slice(start, start + 5).toSpliced(8 - start, 1) : bytes.slice(start, start + 4),
  )
  const meant = readings.filter((octets) => octets[0] !== 0)
  return meant.length > 0 ? meant : readings.slice(-1)
}

/** ISATAP, RFC 5214: the interface id 0:5efe (or 200:5efe) and an IPv4 address, below any prefix. */
function isatap(bytes: Bytes): readonly Bytes[] {
  const [first = 0, ...rest] = bytes.slice(8, 12)
  const marked = (first & 0xfd) === 0 && rest.join() === [0, 0x5e, 0xfe].join()
  return marked ? [bytes.slice(12)] : []
}
