import { DRY_RUN_HEADER } from '../../api/operations/contract.ts'
import type { ApiResponse } from '../../api/operations/message.ts'
import { isRecord, parseJson } from '../../shared/json/json.ts'
import { targetAddress } from '../requests/address.ts'
import { type PreviewedRequest, previewOf, RequestPreview } from '../requests/preview-request.ts'
import type { Addresses, Outgoing, Transport } from '../transport.ts'

/** Prints a notice. */
export type DryRunNotice = (line: string) => void

/**
 * Sends reads and throws RequestPreview for changes: decided here, because a server may ignore a dry-run flag.
 * `addresses` is for display; without it (the service in this process) only the path is shown.
 */
export function createDryRun(
  inner: Transport,
  addresses?: Addresses,
  notice: DryRunNotice = () => undefined,
): Transport {
  const read = withDryRunHeader(inner, notice)
  return async (outgoing) => {
    if (!outgoing.changes) return read(outgoing)
    const { request, key, summary } = outgoing
    const url = addresses ? targetAddress(addresses[key], request) : pathAndQuery(request)
    const preview = previewOf(request, url, request.headers)
    throw new RequestPreview('dry-run', preview, describe(summary, preview))
  }
}

/** Adds the header that makes our service neither store a validation nor send alerts. */
export function withDryRunHeader(inner: Transport, notice: DryRunNotice): Transport {
  let isNoticed = false
  return async (outgoing) => {
    const { request } = outgoing
    const response = await inner({
      ...outgoing,
      request: { ...request, headers: { ...request.headers, [DRY_RUN_HEADER]: 'true' } },
    })
    if (!isNoticed && request.method === 'POST' && isRecorded(response)) {
      isNoticed = true
      notice(
        '! The service does not support dry runs of validations: it recorded the validation, and alerts may be sent.',
      )
    }
    return response
  }
}

/** A recorded validation has an id. */
function isRecorded({ status, body }: ApiResponse): boolean {
  if (status < 200 || status > 299) return false
  const value = parseJson(body)
  return isRecord(value) && typeof value.svcTxId === 'string'
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
