import type { ApiRequest } from '../../api/operations/message.ts'

/** The full URL of a request: the base URL with its path prefix, then path and query. */
export function targetAddress(base: URL, request: Pick<ApiRequest, 'path' | 'query'>): string {
  const prefix = base.pathname.replace(/(?<!\/)\/+$/, '')
  const query = request.query === '' ? '' : `?${request.query}`
  return `${base.origin}${prefix}${request.path}${query}`
}
