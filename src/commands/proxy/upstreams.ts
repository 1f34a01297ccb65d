import { findChain } from '../../api/chains.ts'
import { mayHoldKey, secretsOf } from '../../api/text/url-secrets.ts'
import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { unknownChain } from '../../cli/input/check-values.ts'
import { readInput } from '../../cli/input/read-input.ts'
import type { ProxyInput } from './proxy-options.ts'

const UPSTREAM_VARIABLE = 'TXWARDEN_UPSTREAM'

/** URLs of nodes by chain name; of a single one without a chain: ''. They are secrets: a key may be anywhere in them. */
export type Upstreams = ReadonlyMap<string, URL>

/**
 * From the flag, the file or the environment, in this order.
 * @throws WardenError usage; of a URL it names the host at most
 */
export async function readUpstreams(
  context: Context,
  { upstream, upstreamFile }: Pick<ProxyInput, 'upstream' | 'upstreamFile'>,
): Promise<Upstreams> {
  if (upstream !== undefined && upstreamFile !== undefined)
    throw usageError('--upstream and --upstream-file exclude each other')
  if (upstream !== undefined) {
    const found = parseUpstreams('--upstream', upstream)
    if ([...found.values()].some(mayHoldKey))
      await context.note(
        `! --upstream: other users of this machine can read command lines, and this URL seems to hold a key. Use ${UPSTREAM_VARIABLE} or --upstream-file.`,
      )
    return found
  }
  if (upstreamFile !== undefined) {
    const text = await readInput(context, upstreamFile)
    if (upstreamFile !== '-') await noteReadable(context, upstreamFile)
    return parseUpstreams(upstreamFile === '-' ? 'stdin' : upstreamFile, text)
  }
  return parseUpstreams(UPSTREAM_VARIABLE, context.env[UPSTREAM_VARIABLE] ?? '')
}

/** One URL, or several `chain=URL` with blanks or line breaks between. @param where the prefix of errors */
export function parseUpstreams(where: string, text: string): Upstreams {
  const entries = text.split(/\s+/).filter((entry) => entry !== '')
  if (entries.length === 0) throw noUpstream(where)
  const found = new Map<string, URL>()
  for (const entry of entries) {
    const [, named, address = entry] = /^([^=:/?#]{1,40})=(.*)$/.exec(entry) ?? []
    if (named === undefined && entries.length > 1)
      throw usageError(`${where}: of several URLs each needs its chain, as in ethereum=https://…`)
    const chain = named === undefined ? undefined : findChain(named)
    if (named !== undefined && !chain) throw unknownChain(named, `${where}: `)
    const name = chain?.name ?? ''
    if (found.has(name)) throw usageError(`${where}: there are two URLs for ${name}`)
    found.set(name, urlOf(where, address))
  }
  return found
}

function noUpstream(where: string): Error {
  const next = `${UPSTREAM_VARIABLE}=http://127.0.0.1:8545 txwarden proxy`
  if (where !== UPSTREAM_VARIABLE) return usageError(`${where}: there is no URL`, { try: next })
  return usageError(`no node to forward to: set ${UPSTREAM_VARIABLE} to its URL, or pass --upstream-file`, {
    try: next,
  })
}

function urlOf(where: string, text: string): URL {
  const url = URL.parse(text)
  const host = url && secretsOf(url).hidden(url.host)
  if (!url) throw usageError(`${where} is not a URL, such as https://node.example:8545`)
  if (url.protocol === 'ws:' || url.protocol === 'wss:')
    throw usageError(`${where}: WebSocket is not supported; use the http URL of ${host}`)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw usageError(`${where} is not an http or https URL, such as https://node.example:8545`)
  if (!canDecode(url.username) || !canDecode(url.password))
    throw usageError(`${where}: the user name or password of the URL of ${host} is not valid percent-encoding`)
  return url
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

async function noteReadable(context: Context, file: string): Promise<void> {
  const { statSync } = await import('node:fs')
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats?.isFile() && (stats.mode & 0o004) !== 0)
    await context.note(`! --upstream-file: other users of this machine can read ${file}. Try: chmod 600 ${file}`)
}
