import type { ApiResponse } from '../../api/message.ts'
import type { Operation } from '../../api/operation.ts'
import { pathParameters } from '../../api/operations.ts'

/** RFC 9745 and a link to what replaces it. */
export function deprecationHeaders(
  response: ApiResponse,
  row: Operation,
  params: Readonly<Record<string, string>>,
): ApiResponse {
  if (!row.deprecated) return response
  const { since, successor } = row.deprecated
  const link = pathParameters(successor).reduce(
    (path, name) => path.replace(`{${name}}`, encodeURIComponent(params[name] ?? '')),
    successor,
  )
  return {
    ...response,
    headers: {
      ...response.headers,
      deprecation: `@${Date.parse(since) / 1000}`,
      link: `<${link}>; rel="successor-version"`,
    },
  }
}
