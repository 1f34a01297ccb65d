import ipaddr from 'ipaddr.js'
import { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/quote-word.ts'
import { isMetadataAddress } from './metadata-addresses.ts'

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

/** Where the service may send to, beyond public addresses. */
export interface EgressPolicy {
  /** The ports that are open on public addresses. */
  readonly publicPorts: readonly number[]
  readonly hosts: readonly AllowedHost[]
  readonly networks: readonly AllowedNetwork[]
}

/** Wider ones would be an off switch; 10.0.0.0/8 and fc00::/7 are the widest private networks. */
const WIDEST = { ipv4: 8, ipv6: 7 } as const

const HOST_NAME = /^(?:[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/

/**
 * The policy of a list of `host`, `host:port` and CIDR entries (`[…]:port` for IPv6). A host or CIDR opens every port
 * there, host:port one. A host is matched by its name, whatever it resolves to.
 * @throws WardenError `bad-allowance`
 */
export function parseEgressPolicy(list: readonly string[]): EgressPolicy {
  const hosts: AllowedHost[] = []
  const networks: AllowedNetwork[] = []
  for (const entry of list) {
    const parsed = parseAllowance(entry.trim())
    if ('name' in parsed) hosts.push(parsed)
    else networks.push(parsed)
  }
  return { publicPorts: [443, 80], hosts, networks }
}

function parseAllowance(text: string): AllowedHost | AllowedNetwork {
  if (text.includes('://')) throw bad(text, 'is an address with a scheme; give the host alone', tryHostOf(text))
  if (text.includes('/')) return parseNetwork(text)
  if (ipaddr.IPv6.isValid(text)) return singleAddress(text, text, {})
  const [, host = '', digits] = HOST_AND_PORT.exec(text) ?? []
  if (host === '') throw bad(text, 'is no host, host:port or CIDR')
  const port = digits === undefined ? {} : { port: Number(digits) }
  if (port.port === 0 || (port.port ?? 0) > 65_535) throw bad(text, 'has no port of 1 to 65535')
  if (host.startsWith('[')) return singleAddress(text, host.slice(1, -1), port)
  return parseHost(text, host, port)
}

function parseHost(text: string, host: string, port: { port?: number }): AllowedHost | AllowedNetwork {
  const name = canonicalHost(host)
  if (name === undefined || !HOST_NAME.test(name)) throw bad(text, 'is no host name; wildcards are not taken')
  if (!ipaddr.IPv4.isValid(name)) return { name, ...port }
  // 0x7f.1, 2130706433 and full-width digits are addresses too: a list that people review says what it means.
  if (name !== host) throw bad(text, `is another spelling of ${name}; write that`, name)
  return singleAddress(text, name, port)
}

function singleAddress(text: string, address: string, port: { port?: number }): AllowedNetwork {
  if (!ipaddr.isValid(address) || address.includes('%')) throw bad(text, 'is no IP address')
  const parsed = ipaddr.process(address)
  if (isMetadataAddress(parsed)) throw bad(text, 'is a cloud metadata address, which is never opened')
  return { cidr: `${parsed}/${parsed.kind() === 'ipv4' ? 32 : 128}`, ...port }
}

function parseNetwork(text: string): AllowedNetwork {
  if (!ipaddr.isValidCIDR(text) || text.includes('%')) throw bad(text, 'is no CIDR such as 10.0.0.0/8')
  const [address, bits] = ipaddr.parseCIDR(text)
  const kind = address.kind()
  if (kind === 'ipv4' && !ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) throw bad(text, 'is no CIDR such as 10.0.0.0/8')
  if (bits < WIDEST[kind]) throw bad(text, `is too wide: /${WIDEST[kind]} or narrower`)
  if (address.kind() === 'ipv6' && address.range() === 'ipv4Mapped')
    throw bad(text, 'is IPv4 in disguise; write the IPv4 CIDR')
  const first = kind === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(text) : ipaddr.IPv6.networkAddressFromCIDR(text)
  const cidr = `${first}/${bits}`
  if (String(first) !== String(address)) throw bad(text, `has bits set beyond its prefix; write ${cidr}`, cidr)
  return { cidr }
}

/** The name as `URL` reads it, which is what requests are made with; undefined when it reads none. */
function canonicalHost(host: string): string | undefined {
  return /[@?#\\\s%]/.test(host) ? undefined : URL.parse(`https://${host}/`)?.hostname.replace(/\.$/, '')
}

function tryHostOf(text: string): string {
  return URL.parse(text)?.host || 'hooks.example.com'
}

function bad(text: string, fault: string, instead = 'hooks.example.com:8443'): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'bad-allowance',
    message: `${JSON.stringify(text)} ${fault}`,
    details: ['An allowed destination is a host, host:port or CIDR.'],
    try: `txwarden serve --allow-destination ${quoteWord(instead)}`,
  })
}

/** What lets the service send to `host` or `host:port` too; '' where nothing does. */
export function howToOpen(host: string): string {
  try {
    parseEgressPolicy([host])
  } catch {
    return ''
  }
  return `; where the service runs, TXWARDEN_ALLOW_DESTINATION=${quoteWord(host)} or \`txwarden config set allow-destination ${quoteWord(host)}\` opens it`
}
