import type { Dispatcher } from 'undici'
import { refusal } from '../../shared/errors.ts'
import { isLoopback } from '../../shared/system/loopback.ts'

/** Environment variables, as in process.env. */
export type ProxyVariables = Readonly<Record<string, string | undefined>>

/** Connections, kept alive between requests and opened on first use. */
export interface Connections {
  /** Direct, or through the proxy of the environment. */
  readonly to: (url: URL) => Promise<Dispatcher>
  /** The proxy on the way to `url`, as host and port; undefined: the connection is direct. */
  readonly proxyTo: (url: URL) => string | undefined
  /** Closes all connections, also active ones. */
  readonly close: () => Promise<void>
}

const MAX_CONNECT_MS = 10_000

export function openConnections(env: ProxyVariables, timeoutMs: number): Connections {
  const proxies = proxiesOf(env)
  // HTTP/1.1 suffices for sequential requests, and every gateway and proxy supports it.
  const options = { allowH2: false, connectTimeout: Math.min(timeoutMs, MAX_CONNECT_MS) }
  /** By proxy address. */
  const opened = new Map<string | undefined, Promise<Dispatcher>>()

  const open = async (proxy: URL | undefined): Promise<Dispatcher> => {
    const { Agent, ProxyAgent } = await import('undici')
    return proxy === undefined ? new Agent(options) : new ProxyAgent({ ...options, uri: proxy.href })
  }
  const proxyOf = (url: URL): URL | undefined => {
    // Loopback of a proxy is another machine, and a key sent there over plain http would leave this one.
    if (isLoopback(url.hostname) || isExempt(url, proxies.exempt)) return undefined
    return url.protocol === 'https:' ? (proxies.https ?? proxies.http) : proxies.http
  }

  return {
    to: (url) => {
      const proxy = proxyOf(url)
      const existing = opened.get(proxy?.href)
      if (existing) return existing
      const dispatcher = open(proxy)
      opened.set(proxy?.href, dispatcher)
      return dispatcher
    },
    proxyTo: (url) => {
      const proxy = proxyOf(url)
      return proxy && `${proxy.hostname}:${proxy.port || DEFAULT_PORTS[proxy.protocol]}`
    },
    close: async () => {
      await Promise.all([...opened.values()].map(async (dispatcher) => (await dispatcher).destroy()))
    },
  }
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

interface Proxies {
  readonly http: URL | undefined
  readonly https: URL | undefined
  /** The entries of NO_PROXY. */
  readonly exempt: readonly string[]
}

function proxiesOf(env: ProxyVariables): Proxies {
  return {
    http: proxyAddress(env, 'HTTP_PROXY'),
    https: proxyAddress(env, 'HTTPS_PROXY'),
    exempt: (env.no_proxy ?? env.NO_PROXY ?? '').split(/[\s,]+/).filter((entry) => entry !== ''),
  }
}

/**
 * Whether NO_PROXY lists the host. `host` and `.host` also match subdomains, `*.host` only these; `*` matches every host.
 * An entry with a port matches that port only.
 */
function isExempt(url: URL, entries: readonly string[]): boolean {
  const host = url.hostname.replace(/^\[(.+)\]$/, '$1').replace(/\.$/, '')
  return entries.some((entry) => {
    const [, brackets, name = '', port] =
      /^(?:\[([^\]]+)\]|([^:]*(?::[^:]*:.*)?))(?::(\d+))?$/s.exec(entry.toLowerCase()) ?? []
    if (port !== undefined && port !== (url.port || DEFAULT_PORTS[url.protocol])) return false
    const domain = (brackets ?? name).replace(/^\*?\./, '').replace(/\.$/, '')
    if (domain === '') return false
    return domain === '*' || host.endsWith(`.${domain}`) || (host === domain && !name.startsWith('*'))
  })
}

function proxyAddress(env: ProxyVariables, name: string): URL | undefined {
  const text = proxyText(env, name)
  if (text === '') return undefined
  const url = parseProxy(text)
  if (url) return url
  throw refusal('invalid-proxy', `${name} is not a proxy address: expected http://host:port`)
}

/** Lower-case variables take precedence, as in curl. Never shown: it may contain a password. */
export function proxyText(env: ProxyVariables, name: string): string {
  return (env[name.toLowerCase()] ?? env[name] ?? '').trim()
}

/** The default scheme is http. Undefined: it is no proxy. */
export function parseProxy(text: string): URL | undefined {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}
