import type { ChildProcess, StdioOptions } from 'node:child_process'
import { WardenError } from '../../shared/errors.ts'

export interface ProgramEnd {
  /** Null: a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export type ProgramWords = readonly [program: string, ...words: string[]]

/**
 * Runs a program to its end. `started` gets its process.
 * @throws WardenError `program-not-found`, `program-not-executable`
 */
export async function runProgram(
  [program, ...words]: ProgramWords,
  env: Readonly<Record<string, string | undefined>>,
  stdio: StdioOptions,
  started: (child: ChildProcess) => void,
): Promise<ProgramEnd> {
  const { spawn } = await import('node:child_process')
  const { promise, resolve, reject } = Promise.withResolvers<ProgramEnd>()
  try {
    const child = spawn(program, words, { env, stdio })
    child.once('error', (error) => reject(startError(program, error)))
    child.once('close', (code, signal) => resolve({ code, signal }))
    started(child)
  } catch (error) {
    // Node throws for some of the faults.
    throw startError(program, error)
  }
  return promise
}

/** Those of execve(2) that a file or its arguments cause. */
const NOT_EXECUTABLE: Readonly<Record<string, string>> = {
  EACCES: 'is not executable',
  EPERM: 'is not executable',
  ENOTDIR: 'is not executable: part of the path is not a directory',
  EISDIR: 'is a directory',
  ELOOP: 'is a loop of symbolic links',
  ENAMETOOLONG: 'is not executable: the name is too long',
  E2BIG: 'cannot be run: its arguments or the environment are too long',
}

/** As env, nohup and timeout do (POSIX): 127 for what is not there, 126 for what cannot be run. */
function startError(program: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const name = JSON.stringify(program)
  if (code === 'ENOENT' || program === '')
    return new WardenError({
      kind: 'program-not-found',
      code: 'program-not-found',
      message: `command not found: ${name}`,
      cause: error,
    })
  const fault = NOT_EXECUTABLE[code]
  if (fault === undefined) return error
  return new WardenError({
    kind: 'program-not-executable',
    code: 'program-not-executable',
    message: `${name} ${fault}`,
    cause: error,
  })
}
