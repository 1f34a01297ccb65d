/** One HTTP exchange as plain data, for transports and the service. */

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface ApiRequest {
  readonly method: string
  /** Path without origin and query, percent-encoded. */
  readonly path: string
  /** Query string without the question mark, '' when there is none. */
  readonly query: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface ApiResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** '' when empty. */
  readonly body: string
}
