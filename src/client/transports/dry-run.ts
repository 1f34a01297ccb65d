import type { ApiResponse } from '../../api/message.ts'
import { DRY_RUN_HEADER } from '../../api/operations.ts'
import { isRecord, parseJson } from '../../shared/json.ts'
import { targetAddress } from '../address.ts'
import { type PreviewedRequest, RequestPreview } from '../preview-request.ts'
import { hideHeaders, hideSecret, replaceSecrets } from '../secrets.ts'
import type { Addresses, Outgoing, Transport } from '../transport.ts'

/** Says once that a service has kept what was only to be judged. */
export type Notice = (line: string) => void

/**
 * Lets through what only asks and throws RequestPreview for what changes something: here, not by a flag a server may ignore.
 * `addresses` is for showing; without it (the service in this process) the path stands alone.
 */
export function createDryRun(inner: Transport, addresses?: Addresses, notice: Notice = () => undefined): Transport {
  const ask = asking(inner, notice)
  return async (outgoing) => {
    if (!outgoing.changes) return ask(outgoing)
    const request = shown(outgoing, addresses)
    throw new RequestPreview('dry-run', request, describe(outgoing.summary, request))
  }
}

/** Sends with the header by which our own service keeps nothing of a validation, and tells nobody. */
export function asking(inner: Transport, notice: Notice): Transport {
  let isSaid = false
  return async (outgoing) => {
    const { request } = outgoing
    const answer = await inner({
      ...outgoing,
      request: { ...request, headers: { ...request.headers, [DRY_RUN_HEADER]: 'true' } },
    })
    if (!isSaid && request.method === 'POST' && isRecorded(answer)) {
      isSaid = true
      notice(
        '! The service does not know dry runs of a validation: it has recorded what it was asked, and its alerts may tell people.',
      )
    }
    return answer
  }
}

/** What is recorded has an id. */
function isRecorded({ status, body }: ApiResponse): boolean {
  if (status < 200 || status > 299) return false
  const answer = parseJson(body)
  return isRecord(answer) && typeof answer.svcTxId === 'string'
}

function shown({ request, key }: Outgoing, addresses: Addresses | undefined): PreviewedRequest {
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

function describe(summary: string, { method, url, headers, body }: PreviewedRequest): string {
  const lines = [`Not sent (dry run): ${summary}`, `${method} ${url}`]
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
  if (body !== undefined) lines.push('', typeof body === 'string' ? body : JSON.stringify(body, null, 2))
  return lines.join('\n')
}
