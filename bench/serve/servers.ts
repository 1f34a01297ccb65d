import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { validationRequest } from '../../src/api/schemas/transaction.ts'

export const BIN = join(import.meta.dirname, '../../bin/txwarden.js')

export interface Running {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly process: ChildProcess
  stop(): Promise<void>
}

/** `txwarden serve` as users run it, with a database in `folder` by default. */
export async function startTxwarden(
  folder: string,
  more: {
    node?: string[]
    stderr?: 'pipe'
    database?: string
    env?: Readonly<Record<string, string>>
    /** Another build. */
    bin?: string
    /** Of `serve`. */
    flags?: readonly string[]
  } = {},
): Promise<Running> {
  const env = {
    ...process.env,
    ...more.env,
    TXWARDEN_HOME: folder,
    ...(more.database !== undefined && { TXWARDEN_DATABASE: more.database }),
  }
  const bin = more.bin ?? BIN
  const { stdout } = spawnSync(process.execPath, [bin, 'keys', 'create', '--kind', 'validation', '--json'], { env })
  const { key } = JSON.parse(String(stdout)) as { key: string }
  const child = spawn(
    process.execPath,
    [...(more.node ?? []), bin, 'serve', '--drain', '0', '--port', '0', '--quiet', ...(more.flags ?? [])],
    {
      env,
      stdio: ['ignore', 'pipe', more.stderr ?? 'inherit'],
    },
  )
  return running(child, { 'x-api-key': key, 'x-validation-product': 'SONAR' })
}

/** The ceiling: Fastify with the same body schema and a constant response. */
export function startConstant(folder: string, answer: string): Promise<Running> {
  return startCeiling(folder, answer, 'constant-server.ts')
}

/** The ceiling of a durable response: it also stores one row for each. */
export function startDurable(folder: string, answer: string): Promise<Running> {
  return startCeiling(folder, answer, 'durable-server.ts')
}

async function startCeiling(folder: string, answer: string, script: string): Promise<Running> {
  const schemaFile = join(folder, 'schema.json')
  const answerFile = join(folder, 'answer.json')
  writeFileSync(schemaFile, JSON.stringify(bodySchema()))
  writeFileSync(answerFile, answer)
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, script), schemaFile, answerFile, join(folder, 'rows.sqlite')],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return running(child, {})
}

/** Draft 7, which Fastify's own validator reads. */
function bodySchema(): object {
  const { $schema: _, ...schema } = z.toJSONSchema(validationRequest(), {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
  })
  return schema
}

async function running(child: ChildProcess, headers: Readonly<Record<string, string>>): Promise<Running> {
  const [line] = (await once(child.stdout as NonNullable<typeof child.stdout>, 'data')) as [Buffer]
  return {
    url: String(line).trim(),
    headers,
    process: child,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}
