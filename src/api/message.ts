/** One HTTP exchange as plain data: what every transport carries and what the service answers. */

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
  /** '' when there is none. */
  readonly body: string
}
