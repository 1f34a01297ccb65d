/** Whether the host is this machine. `hostname` as in a URL: IPv6 in brackets. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase()
  // RFC 6761, 6.3: these names always resolve to the loopback address.
  if (host === 'localhost' || host.endsWith('.localhost')) return true
  const { BlockList } = process.getBuiltinModule('node:net')
  const loopback = new BlockList()
  loopback.addSubnet('127.0.0.0', 8)
  loopback.addAddress('::1', 'ipv6')
  return host.startsWith('[') ? loopback.check(host.slice(1, -1), 'ipv6') : loopback.check(host)
}
