import type { ApiRequest, ApiResponse } from '../../../src/api/operations/message.ts'
import type { Outgoing } from '../../../src/client/transport.ts'

/** A listing, unless notified otherwise. */
export function outgoing(
  changed: Partial<Omit<Outgoing, 'request'>> & { request?: Partial<ApiRequest> } = {},
): Outgoing {
  const { request, ...rest } = changed
  return {
    key: 'management',
    changes: false,
    repeatable: true,
    summary: 'List monitored addresses',
    ...rest,
    request: { method: 'GET', path: '/api/v2/management/monitor', query: '', headers: {}, ...request },
  }
}

export function answer(status: number, body: unknown = '', headers: Record<string, string> = {}): ApiResponse {
  return { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
}
