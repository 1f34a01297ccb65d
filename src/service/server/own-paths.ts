import { openApiDocument } from '../../api/openapi/openapi.ts'
import { Problem } from '../problems/problem.ts'
import type { SentAnswer } from './send.ts'

export interface OwnPathsOptions {
  readonly version: string
  /** Rejects when the database does not respond or takes no writes; a Problem says why. */
  readonly checkDatabase: () => Promise<void>
}

/** Answers /healthz and /openapi.json, without a key; undefined for every other path. */
export type OwnPaths = (method: string, path: string) => Promise<SentAnswer> | undefined

export function createOwnPaths({ version, checkDatabase }: OwnPathsOptions): OwnPaths {
  let document: Buffer | undefined
  const answers = new Map<string, () => Promise<SentAnswer>>([
    [
      '/healthz',
      async () => {
        try {
          await checkDatabase()
        } catch (error) {
          if (error instanceof Problem) throw error
          throw new Problem('database-unavailable', 'The database does not respond.', { cause: error })
        }
        return json('{"status":"ok"}')
      },
    ],
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
