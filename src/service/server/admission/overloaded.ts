import type { ApiResponse } from '../../../api/operations/message.ts'
import { Problem, problemResponse } from '../../problems/problem.ts'

/** Made once: an error with its stack costs more than the rest of a refusal. */
const problem = new Problem('overloaded', 'The service has too much to do; nothing was done. Retry.')

/** Callers that are refused together come back at different times (s). */
const RETRY_AFTER = ['1', '2', '3']
let next = 0

/** The refusal of a request that there is no room for. */
export function overloaded(path: string): ApiResponse {
  next = (next + 1) % RETRY_AFTER.length
  const response = problemResponse(problem, path)
  return { ...response, headers: { ...response.headers, 'retry-after': RETRY_AFTER[next] ?? '1' } }
}
