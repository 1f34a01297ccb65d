import type { IPv4, IPv6 } from 'ipaddr.js'
import ipaddr from 'ipaddr.js'
import { commandFor } from '../../api/text/commands.ts'
import { refusal, type WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'

interface AllowedHost {
  /** Lower case, punycode, no dot at the end. */
  readonly name: string
  /** Absent: every port. */
  readonly port?: number
}

interface AllowedNetwork {
  readonly cidr: string
  /** Absent: every port. */
  readonly port?: number
}

/** Where the service may connect to: some ports of public addresses, and the allow list. */
export interface EgressPolicy {
  readonly publicPorts: readonly number[] | 'any'
  readonly hosts: readonly AllowedHost[]
  readonly networks: readonly AllowedNetwork[]
}

/** The sizes of the largest private networks, 10.0.0.0/8 and fc00::/7. Wider prefixes would disable the guard. */
const MIN_PREFIX = { ipv4: 8, ipv6: 7 } as const

const HOST_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/

/**
 * Parses an allow list of `host`, `host:port` and CIDR entries (`[…]:port` for IPv6). A host or CIDR allows every port,
 * `host:port` one. A host name is allowed with any address that it resolves to.
 * @throws WardenError `bad-allowance`
 */
export function parseEgressPolicy(list: readonly string[]): EgressPolicy {
  const hosts: AllowedHost[] = []
  const networks: AllowedNetwork[] = []
  for (const entry of list) {
    const parsed = parseEntry(entry.trim())
    if ('name' in parsed) hosts.push(parsed)
    else networks.push(parsed)
  }
  return { publicPorts: [443, 80], hosts, networks }
}

/**
 * For nodes of chains, which only the operator configures: any port of public addresses, and with plain http loopback and
 * the private networks (RFC 1918, RFC 4193).
 */
export const NODE_POLICY: EgressPolicy = {
  publicPorts: 'any',
  hosts: [],
  networks: ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1/128', 'fc00::/7'].map((cidr) => ({
    cidr,
  })),
}

function parseEntry(text: string): AllowedHost | AllowedNetwork {
  if (text.includes('://')) throw bad(text, 'is a URL; give only its host', tryHostOf(text))
  if (text.includes('/')) return parseNetwork(text)
  if (ipaddr.IPv6.isValid(text)) return singleAddress(text, text, {})
  const [, host = '', digits] = HOST_AND_PORT.exec(text) ?? []
  if (host === '') throw bad(text, 'is not a host, host:port or CIDR')
  const port = digits === undefined ? {} : { port: Number(digits) }
  if (port.port === 0 || (port.port ?? 0) > 65_535) throw bad(text, 'has an invalid port: expected 1 to 65535')
  if (host.startsWith('[')) return singleAddress(text, host.slice(1, -1), port)
  return parseHost(text, host, port)
}

function parseHost(text: string, host: string, port: { port?: number }): AllowedHost | AllowedNetwork {
  const name = canonicalHost(host)
  if (name === undefined || !HOST_NAME.test(name)) throw bad(text, 'is not a host name (wildcards are not supported)')
  if (!ipaddr.IPv4.isValid(name)) return { name, ...port }
  // 0x7f.1, 2130706433 and full-width digits are addresses too: a reviewer must see the real one.
  if (name !== host) throw bad(text, `is another spelling of ${name}; use that`, name)
  return singleAddress(text, name, port)
}

function singleAddress(text: string, address: string, port: { port?: number }): AllowedNetwork {
  if (!ipaddr.isValid(address) || address.includes('%')) throw bad(text, 'is not an IP address')
  const parsed = ipaddr.process(address)
  if (isMetadataAddress(parsed)) throw bad(text, `is ${NEVER_ALLOWED}`)
  return { cidr: `${parsed}/${parsed.kind() === 'ipv4' ? 32 : 128}`, ...port }
}

function parseNetwork(text: string): AllowedNetwork {
  if (!ipaddr.isValidCIDR(text) || text.includes('%')) throw bad(text, 'is not a CIDR such as 10.0.0.0/8')
  const [address, bits] = ipaddr.parseCIDR(text)
  const kind = address.kind()
  if (kind === 'ipv4' && !ipaddr.IPv4.isValidCIDRFourPartDecimal(text))
    throw bad(text, 'is not a CIDR such as 10.0.0.0/8')
  if (bits < MIN_PREFIX[kind]) throw bad(text, `is too wide: use /${MIN_PREFIX[kind]} or longer`)
  if (address.kind() === 'ipv6' && address.range() === 'ipv4Mapped')
    throw bad(text, 'is an IPv4-mapped network; use the IPv4 CIDR')
  const first = kind === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(text) : ipaddr.IPv6.networkAddressFromCIDR(text)
  const cidr = `${first}/${bits}`
  if (String(first) !== String(address)) throw bad(text, `has bits set after its prefix; use ${cidr}`, cidr)
  return { cidr }
}

/** The host as `URL` normalizes it for requests; undefined when it is invalid. */
function canonicalHost(host: string): string | undefined {
  return /[@?#\\\s%]/.test(host) ? undefined : URL.parse(`https://${host}/`)?.hostname.replace(/\.$/, '')
}

function tryHostOf(text: string): string {
  return URL.parse(text)?.host || 'hooks.example.com'
}

function bad(text: string, fault: string, instead = 'hooks.example.com:8443'): WardenError {
  return refusal('bad-allowance', `${JSON.stringify(text)} ${fault}`, {
    details: ['An entry of the allow list is a host, host:port or CIDR.'],
    parameters: { instead },
  })
}

/**
 * Advice on how to allow a refused host, to append to an error; '' for a host that cannot be allowed.
 * @param host `host` or `host:port`
 */
export function howToAllow(host: string): string {
  try {
    parseEgressPolicy([host])
  } catch {
    return ''
  }
  return `; to allow it, set TXWARDEN_ALLOW_DESTINATION=${quoteWord(host)} or run \`${commandFor['allow-destination'](quoteWord(host))}\` where the service runs`
}

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
