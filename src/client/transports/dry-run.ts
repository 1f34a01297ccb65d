import { targetAddress } from '../address.ts'
import { NotSent, type ShownRequest } from '../not-sent.ts'
import { hideHeaders, hideSecret, replaceSecrets } from '../secrets.ts'
import type { Addresses, Outgoing, Transport } from '../transport.ts'

/**
 * Lets through what only reads and throws NotSent for what changes something: here, not by a flag a server may ignore.
 * `addresses` is for showing; without it (the service in this process) the path stands alone.
 */
export function createDryRun(inner: Transport, addresses?: Addresses): Transport {
  return async (outgoing) => {
    if (!outgoing.changes) return inner(outgoing)
    const request = shown(outgoing, addresses)
    throw new NotSent('dry-run', request, describe(outgoing.summary, request))
  }
}

function shown({ request, key }: Outgoing, addresses: Addresses | undefined): ShownRequest {
  return {
    method: request.method,
    url: addresses ? targetAddress(addresses[key], request) : pathAndQuery(request),
    headers: hideHeaders(request.headers),
    ...(request.body === undefined ? {} : { body: replaceSecrets(request.body, hideSecret) }),
  }
}

function pathAndQuery({ path, query }: Outgoing['request']): string {
  return query === '' ? path : `${path}?${query}`
}

function describe(summary: string, { method, url, headers, body }: ShownRequest): string {
  const lines = [`Not sent (dry run): ${summary}`, `${method} ${url}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined) lines.push('', typeof body === 'string' ? body : JSON.stringify(body, null, 2))
  return lines.join('\n')
}
