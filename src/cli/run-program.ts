import type { ChildProcess, StdioOptions } from 'node:child_process'
import { WardenError } from '../shared/errors.ts'

export interface ProgramEnd {
  /** Null: a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export type Words = readonly [program: string, ...words: string[]]

/**
 * Runs a program to its end. `started` gets its process.
 * @throws WardenError `program-not-found`, `program-not-executable`
 */
export async function runProgram(
  [program, ...words]: Words,
  env: Readonly<Record<string, string | undefined>>,
  stdio: StdioOptions,
  started: (child: ChildProcess) => void,
): Promise<ProgramEnd> {
  const { spawn } = await import('node:child_process')
  const { promise, resolve, reject } = Promise.withResolvers<ProgramEnd>()
  const child = spawn(program, words, { env, stdio })
  child.once('error', (error: NodeJS.ErrnoException) => reject(startError(program, error)))
  child.once('close', (code, signal) => resolve({ code, signal }))
  started(child)
  return promise
}

function startError(program: string, error: NodeJS.ErrnoException): Error {
  const name = JSON.stringify(program)
  if (error.code === 'ENOENT')
    return new WardenError({
      kind: 'not-found',
      code: 'program-not-found',
      message: `command not found: ${name}`,
      cause: error,
    })
  if (error.code === 'EACCES')
    return new WardenError({
      kind: 'refused',
      code: 'program-not-executable',
      message: `${name} is not executable`,
      cause: error,
    })
  return error
}
