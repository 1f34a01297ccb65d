import { type ErrorKind, WardenError } from '../../../shared/errors.ts'

/** Why a transaction service gave no answer. `unavailable`: nothing can be said about what it has. */
export class SafeServiceError extends WardenError {
  /** Wait that the service requests (ms). */
  readonly retryAfterMs: number | undefined

  constructor(kind: ErrorKind, code: string, message: string, retryAfterMs?: number) {
    super({ kind, code, message })
    this.retryAfterMs = retryAfterMs
  }
}

/** @param host of the service; a text of the service itself is never shown */
export function statusError(host: string, status: number, retryAfterMs?: number): SafeServiceError {
  if (status === 401 || status === 403)
    return new SafeServiceError(
      'auth',
      'safe-service-key',
      `${host} refuses the key of the transaction service (${status})`,
    )
  if (status === 404) return new SafeServiceError('not-found', 'not-in-service', `${host} does not have it (404)`)
  if (status === 429) {
    const message = `${host} refuses more requests: the quota is used up (429)`
    return new SafeServiceError('rate-limited', 'safe-quota', message, retryAfterMs)
  }
  return unavailable(host, `answered ${status}`, retryAfterMs)
}

/** @param why it is no answer */
export function unavailable(host: string, why: string, retryAfterMs?: number): SafeServiceError {
  return new SafeServiceError('unavailable', 'safe-service-unavailable', `${host}: ${why}`, retryAfterMs)
}
