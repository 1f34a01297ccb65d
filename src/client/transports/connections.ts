import type { Dispatcher } from 'undici'
import { WardenError } from '../../shared/errors.ts'
import { isLoopback } from '../address.ts'

/** Environment variables, as in process.env. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Open connections, kept alive between requests; each kind is made when first needed. */
export interface Connections {
  /** Straight, or through the proxy the environment names. */
  readonly to: (url: URL) => Promise<Dispatcher>
  /** Cuts them all; none can be opened afterwards. */
  readonly close: () => Promise<void>
}

const LONGEST_CONNECT_MS = 10_000

export function openConnections(env: Environment, timeoutMs: number): Connections {
  const proxies = proxiesOf(env)
  // One request and one answer at a time: HTTP/1.1 is all that takes, and every gateway and proxy speaks it.
  const options = { allowH2: false, connectTimeout: Math.min(timeoutMs, LONGEST_CONNECT_MS) }
  const opened = new Map<'direct' | 'proxied', Promise<Dispatcher>>()

  const open = async (way: 'direct' | 'proxied'): Promise<Dispatcher> => {
    const { Agent, EnvHttpProxyAgent } = await import('undici')
    return way === 'direct' || !proxies ? new Agent(options) : new EnvHttpProxyAgent({ ...options, ...proxies })
  }

  return {
    to: (url) => {
      // A proxy's loopback is not ours, and a key sent there over plain http would leave this machine.
      const way = proxies && !isLoopback(url.hostname) ? 'proxied' : 'direct'
      const existing = opened.get(way)
      if (existing) return existing
      const made = open(way)
      opened.set(way, made)
      return made
    },
    close: async () => {
      await Promise.all([...opened.values()].map(async (dispatcher) => (await dispatcher).destroy()))
    },
  }
}

/** All three always given: undici would read what is missing from process.env. */
function proxiesOf(env: Environment): { httpProxy: string; httpsProxy: string; noProxy: string } | undefined {
  const httpProxy = proxyAddress(env, 'HTTP_PROXY')
  const httpsProxy = proxyAddress(env, 'HTTPS_PROXY')
  if (httpProxy === '' && httpsProxy === '') return undefined
  return { httpProxy, httpsProxy, noProxy: env.no_proxy ?? env.NO_PROXY ?? '' }
}

/** In lower case first, as curl does. Without a scheme it is http. Never shown: it may hold a password. */
function proxyAddress(env: Environment, name: string): string {
  const text = (env[name.toLowerCase()] ?? env[name] ?? '').trim()
  if (text === '') return ''
  const address = text.includes('://') ? text : `http://${text}`
  if (URL.canParse(address) && /^https?:\/\//i.test(address)) return address
  throw new WardenError({
    kind: 'refused',
    code: 'invalid-proxy',
    message: `${name} is not the address of a proxy: http://host:port`,
  })
}
