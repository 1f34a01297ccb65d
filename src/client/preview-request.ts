/** A request as it may be shown: with its whole address, without keys and secrets. */
export interface PreviewedRequest {
  readonly method: string
  /** The address, or the path alone where there is none (the service in this process). */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Parsed JSON; text when it is not JSON. */
  readonly body?: unknown
}

/**
 * Thrown instead of sending, by a dry run and by `--curl`. No failure: whoever catches it prints `text`
 * (or `request` as JSON) on stdout and ends well.
 */
export class RequestPreview extends Error {
  override readonly name = 'NotSent'
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
