import { hostname } from 'node:os'
import { secretsOf } from '../../api/text/url-secrets.ts'
import { isLoopback } from '../../shared/system/loopback.ts'
import { unescaped } from '../../shared/text/unescaped.ts'
import type { Upstreams } from './upstreams.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Variables of this program that stay: they hold no key and lead to no node. */
const KEPT = ['TXWARDEN_HOME', 'TXWARDEN_PROFILE']

const LOOPBACK = ['127.0.0.1', 'localhost']
/** Lead to this machine on most systems. */
const ALSO_HERE = ['[::]', '0.0.0.0', 'localhost.localdomain', 'ip6-localhost']

/** Shorter parts of a URL may be in other values by chance. */
const MIN_SECRET = 16

export interface ChildEnvironmentOptions {
  /** By chain; the first is that of ETH_RPC_URL. */
  readonly upstreams: Upstreams
  /** URLs of the proxy, by path. */
  readonly urls: ReadonlyMap<string, string>
  /** Whether the command has no other choice than the first. */
  readonly isOnly: boolean
  /** Removes variables that hold a secret of a node. */
  readonly strips: boolean
}

export interface ChildEnvironment {
  readonly env: Environment
  /** Variables that hold a secret of a node and no URL of it, with which the command can go around the proxy. */
  readonly secret: readonly string[]
}

/**
 * The environment of a command behind the proxy: with its URL, and without keys and URLs of this program, with which the
 * command could go around the proxy or approve what it sends. URLs of the nodes in other variables become those of the proxy.
 */
export function childEnvironment(
  env: Environment,
  { upstreams, urls, isOnly, strips }: ChildEnvironmentOptions,
): ChildEnvironment {
  const [[, url = ''] = []] = urls
  const secrets = [...upstreams.values()].map((upstream) => secretsOf(upstream, MIN_SECRET))
  const own = Object.entries(env)
    .filter(([name]) => !name.startsWith('TXWARDEN_') || KEPT.includes(name))
    .map(([name, value = '']) => ({ name, value: withProxyUrls(value, upstreams, urls) }))
  const secret = own.filter(({ value }) => secrets.some(({ isIn }) => isIn(value))).map(({ name }) => name)
  const { NO_PROXY, no_proxy } = env
  return {
    env: {
      ...Object.fromEntries(
        own.filter(({ name }) => !strips || !secret.includes(name)).map(({ name, value }) => [name, value]),
      ),
      ETH_RPC_URL: url,
      // forge script and forge create read this one only. It counts more than --rpc-url, which chooses another one.
      FOUNDRY_ETH_RPC_URL: isOnly ? url : undefined,
      // Programs read either, and would send what they sign to an HTTP proxy.
      NO_PROXY: withLoopback(NO_PROXY ?? no_proxy),
      no_proxy: withLoopback(no_proxy ?? NO_PROXY),
    },
    secret,
  }
}

/** Names variables, not their values. */
export function secretText(names: readonly string[], isRemoved: boolean): string {
  const isOne = names.length === 1
  const what = `${names.join(', ')} ${isOne ? 'has' : 'have'} a key of the node`
  const it = isOne ? 'it' : 'them'
  return isRemoved
    ? `! ${what}: removed for the command (--strip-env)`
    : `! ${what}: the command can go around the proxy with ${it} (--strip-env removes ${it})`
}

/** As JSON and JavaScript can write it, also in texts of each other. */
const SLASH = String.raw`(?:\\*\/|\\+(?:u00|x)2f)`
/** URLs in a value, which may be a list, or JSON. */
const URLS = new RegExp(String.raw`\b(?:https?|wss?):${SLASH}{2}(?:${SLASH}|[^\s"'\x60<>|;,{}()\\])+`, 'gi')
/** With escapes, once or more often, as a part of another URL. */
const ESCAPED_URLS = /\b(?:https?|wss?)(?:%(?:25)*3a|:%(?:25)*2f)(?:\/|%(?:25)*2f){1,2}[^\s"'`<>|;,{}()\\&#]+/gi
/** A host, with what follows it in a URL without a scheme, or with that of another program. */
const BARE =
  /(?<=^|\/\/|[^\w.\-/@:%])(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*\.?|\[[0-9a-f:.]+\])(?::\d+)?(?:[/?][^\s"'`<>|;,{}()\\]*)?/gi

function withProxyUrls(value: string, upstreams: Upstreams, urls: ReadonlyMap<string, string>): string {
  const urlFor = (text: string): string | undefined => {
    const found = URL.parse(text)
    const [chain] = (found && [...upstreams].find(([, upstream]) => leadsTo(found, upstream))) ?? []
    return chain === undefined ? undefined : urls.get(`/${chain}`)
  }
  return value
    .replace(URLS, (given) => {
      const text = withoutBracket(given)
      const slash = new RegExp(SLASH, 'i').exec(text)?.[0] ?? '/'
      const url = urlFor(text.replace(new RegExp(SLASH, 'gi'), '/'))
      return url === undefined ? given : url.replaceAll('/', () => slash) + given.slice(text.length)
    })
    .replace(ESCAPED_URLS, (text) => {
      const { plain, times } = unescapedWhole(text)
      const url = urlFor(plain)
      if (url === undefined) return text
      return /%(?:25)*(?:3a|2f)/i.test(text) ? encoded(url, times) : url
    })
    .replace(BARE, (text, at: number, whole: string) => {
      const url = namesNode(text, whole.slice(0, at).endsWith('//')) ? urlFor(`https://${text}`) : undefined
      return url?.replace(/^https?:\/\//, '') ?? text
    })
}

/** A list may be in brackets; those of a URL are in pairs. */
function withoutBracket(text: string): string {
  const isOdd = text.endsWith(']') && text.split(']').length > text.split('[').length
  return isOdd ? withoutBracket(text.slice(0, -1)) : text
}

const MOST_TIMES = 5

function unescapedWhole(text: string, times = 0): { readonly plain: string; readonly times: number } {
  const plain = unescaped(text).text
  return plain === text || times === MOST_TIMES ? { plain: text, times } : unescapedWhole(plain, times + 1)
}

function encoded(text: string, times: number): string {
  return times === 0 ? text : encoded(encodeURIComponent(text), times - 1)
}

/**
 * This machine has other services: only with a port, or a path where no scheme says that it is one of them, its name is that
 * of the node.
 */
function namesNode(text: string, hasScheme: boolean): boolean {
  const url = URL.parse(`https://${text}`)
  if (!url || !isHere(hostOf(url))) return url !== null
  return /^(?:\[[^\]]*\]|[^:/?]+):\d/.test(text) || (!hasScheme && /[/?]/.test(text))
}

/** Whether it is the URL of a node, or one that begins with it; also as a WebSocket, which would go around the proxy. */
function leadsTo(url: URL, upstream: URL): boolean {
  // A path in another case leads nowhere, or to the same place.
  const path = pathOf(upstream).toLowerCase()
  const given = pathOf(url).toLowerCase()
  const isLocal = isHere(hostOf(upstream))
  const isSameHost = hostOf(url) === hostOf(upstream) || (isLocal && isHere(hostOf(url)))
  if (!isSameHost || portOf(url) !== portOf(upstream)) return false
  // Where the host has no path of its own, other paths may be other services.
  const isBelow = given === path || ((path !== '' || isLocal) && given.startsWith(`${path}/`))
  return isBelow && [...upstream.searchParams].every(([name, value]) => hasParameter(url, name, value))
}

function hasParameter({ searchParams }: URL, name: string, value: string): boolean {
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  return [...searchParams].some(([given, of]) => isSame(given, name) && isSame(of, value))
}

/** With one slash for several, without one at its end, and with letters instead of their escapes. */
function pathOf({ pathname }: URL): string {
  return unescaped(pathname).text.replace(/\/+/g, '/').replace(/\/$/, '')
}

/** A dot at its end changes nothing. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '')
}

function isHere(host: string): boolean {
  return isLoopback(host) || ALSO_HERE.includes(host) || host === hostname().toLowerCase()
}

/** Both default ports are one: a node answers on both, or redirects to https. */
function portOf({ port }: URL): string {
  return port === '80' || port === '443' ? '' : port
}

function withLoopback(hosts = ''): string {
  const entries = hosts.split(/[\s,]+/).filter((entry) => entry !== '')
  // curl reads * only where it stands alone.
  if (entries.includes('*')) return '*'
  return [...new Set([...entries, ...LOOPBACK])].join(',')
}
