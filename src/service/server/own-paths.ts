import { openApiDocument } from '../../api/openapi/openapi.ts'
import { Problem } from '../problems/problem.ts'
import type { SentAnswer } from './send.ts'

/** Answered as long as the event loop runs, also while the service stops. */
export const LIVE_PATH = '/livez'
const OK = '{"status":"ok"}'

export interface OwnPathsOptions {
  readonly version: string
  /** Rejects with a Problem when requests would not be answered. */
  readonly requireReady: () => Promise<void>
}

/** Answers probes and /openapi.json, without a key; undefined for every other path. */
export type OwnPaths = (method: string, path: string) => Promise<SentAnswer> | undefined

export function createOwnPaths({ version, requireReady }: OwnPathsOptions): OwnPaths {
  let document: Buffer | undefined
  const ready = async () => {
    await requireReady()
    return json(OK)
  }
  const answers = new Map<string, () => Promise<SentAnswer>>([
    [LIVE_PATH, async () => json(OK)],
    ['/readyz', ready],
    ['/healthz', ready],
    [
      '/openapi.json',
      async () => {
        // Relative server addresses: behind a proxy the public address is unknown.
        document ??= Buffer.from(
          JSON.stringify(openApiDocument({ version, servers: { validation: '/', management: '/' } })),
        )
        return json(document)
      },
    ],
  ])
  return (method, path) => {
    const answer = answers.get(path)
    if (!answer) return undefined
    if (method === 'GET' || method === 'HEAD') return answer()
    throw new Problem('method-not-allowed', `${path} takes GET, HEAD, not ${method}.`, {
      headers: { allow: 'GET, HEAD' },
    })
  }
}

function json(body: string | Buffer): SentAnswer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}
