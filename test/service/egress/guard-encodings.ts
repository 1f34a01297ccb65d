import { innerHosts, loopbackHosts, metadataHosts } from './guard-cases.ts'

/** Addresses of every kind that must not be reached. */
const targets: readonly string[] = [
  '127.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
]

const FULL_WIDTH_ZERO = 0xff10

/** Ways to write an IPv4 address into the host of a URL, by hand, by a resolver's libc, or inside an IPv6 address. */
const encodings: Readonly<Record<string, (octets: readonly number[]) => string>> = {
  dotted: (octets) => octets.join('.'),
  'trailing dot': (octets) => `${octets.join('.')}.`,
  decimal: (octets) => String(wordOf(octets)),
  hex: (octets) => `0x${wordOf(octets).toString(16)}`,
  octal: (octets) => `0${wordOf(octets).toString(8)}`,
  'dotted hex': (octets) => octets.map((octet) => `0x${octet.toString(16)}`).join('.'),
  'dotted octal': (octets) => octets.map((octet) => `0${octet.toString(8)}`).join('.'),
  mixed: ([a = 0, b = 0, c = 0, d = 0]) => `0x${a.toString(16)}.0${b.toString(8)}.${c}.0x${d.toString(16)}`,
  'three parts': ([a = 0, b = 0, c = 0, d = 0]) => `${a}.${b}.${c * 256 + d}`,
  'two parts': ([a = 0, ...rest]) => `${a}.${wordOf(rest)}`,
  'leading zeros': (octets) => octets.map((octet) => `00${octet.toString(8)}`).join('.'),
  'full-width digits': (octets) =>
    octets.join('.').replace(/\d/g, (digit) => String.fromCodePoint(FULL_WIDTH_ZERO + Number(digit))),
  'ideographic dots': (octets) => octets.join('。'),
  percent: (octets) => [...octets.join('.')].map((c) => `%${c.charCodeAt(0).toString(16)}`).join(''),
  mapped: (octets) => `[::ffff:${octets.join('.')}]`,
  'mapped hex': (octets) => `[::FFFF:${groupsOf(octets)}]`,
  'mapped in full': (octets) => `[0000:0000:0000:0000:0000:ffff:${groupsOf(octets)}]`,
  compatible: (octets) => `[::${groupsOf(octets)}]`,
  translated: (octets) => `[::ffff:0:${groupsOf(octets)}]`,
  NAT64: (octets) => `[64:ff9b::${octets.join('.')}]`,
  'local NAT64': (octets) => `[64:ff9b:1::${groupsOf(octets)}]`,
  '6to4': (octets) => `[2002:${groupsOf(octets)}::1]`,
  'Teredo server': (octets) => `[2001:0:${groupsOf(octets)}::]`,
  'Teredo client': (octets) => `[2001:0:808:808:0:0:${groupsOf(octets.map((octet) => octet ^ 0xff))}]`,
  ISATAP: (octets) => `[2606:4700::5efe:${groupsOf(octets)}]`,
}

/** Names that stand for this machine or for a metadata service somewhere. */
export const innerNames: readonly string[] = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'a.b.localhost',
  'localhost.localdomain',
  'ip6-localhost',
  'ip6-loopback',
  'metadata',
  'metadata.google.internal',
  'metadata.google.internal.',
  'instance-data.ec2.internal',
  'host.docker.internal',
  'kubernetes.default.svc',
  'intranet',
  'bücher.internal',
]

/** Every literal, each once. */
export const innerLiterals: readonly string[] = [
  ...new Set([
    ...loopbackHosts,
    ...innerHosts,
    ...metadataHosts,
    ...targets.flatMap((target) => Object.values(encodings).map((encode) => encode(target.split('.').map(Number)))),
  ]),
]

function wordOf(octets: readonly number[]): number {
  return octets.reduce((word, octet) => word * 256 + octet, 0)
}

function groupsOf([a = 0, b = 0, c = 0, d = 0]: readonly number[]): string {
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}
