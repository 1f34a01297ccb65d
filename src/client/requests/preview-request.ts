import type { ApiRequest } from '../../api/operations/message.ts'
import { hideHeaders, hideSecret, replaceSecrets } from '../secrets.ts'

/** A request as it can be shown, with its full URL and without secrets. */
export interface PreviewedRequest {
  readonly method: string
  /** The URL, or only the path for the service in this process. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON, otherwise text. */
  readonly body?: unknown
}

/** A request without its secrets. @param headers also those that the transport adds */
export function previewOf(
  { method, body }: ApiRequest,
  url: string,
  headers: Readonly<Record<string, string>>,
): PreviewedRequest {
  return {
    method,
    url,
    headers: hideHeaders(headers),
    ...(body === undefined ? {} : { body: replaceSecrets(body, hideSecret) }),
  }
}

/**
 * Thrown instead of sending, by `--dry-run` and `--curl`. Not a failure: the command prints `text` (or `request` as
 * JSON) on stdout and exits with 0.
 */
export class RequestPreview extends Error {
  override readonly name = 'RequestPreview'
  readonly reason: 'dry-run' | 'curl'
  readonly request: PreviewedRequest
  readonly text: string

  constructor(reason: 'dry-run' | 'curl', request: PreviewedRequest, text: string) {
    super(`${request.method} ${request.url} was not sent (${reason})`)
    this.reason = reason
    this.request = request
    this.text = text
  }
}
