/** Room: Files and stdin as text, and values that are checked before a request. */

import type { WardenError } from '../../shared/errors.ts'
import { findJsonFault } from '../../shared/json/strict-json.ts'
import type { Context } from '../context/context.ts'
import { refusedError, usageError } from '../errors/usage.ts'
import { readAll } from '../io.ts'

/**
 * The text of a file, or of stdin for `-`, without a byte order mark, which is not part of it (RFC 8259, 8.1).
 * @throws WardenError `refused`: not UTF-8, which would become other text
 */
export async function readInput(context: Context, file: string): Promise<string> {
  return (await readUnchanged(context, file)).replace(/^\ufeff/, '')
}

/** The same with its byte order mark. */
export async function readUnchanged(context: Context, file: string): Promise<string> {
  const bytes = await readBytes(context, file)
  const { isUtf8 } = await import('node:buffer')
  if (isUtf8(bytes)) return bytes.toString('utf8')
  throw refusedError(`${inputName(file)} is not UTF-8 text`, {
    details: [`The first invalid byte is on line ${lineOfInvalidByte(bytes, isUtf8)}.`],
  })
}

async function readBytes(context: Context, file: string): Promise<Buffer> {
  if (file !== '-') {
    const { readFileSync, statSync } = await import('node:fs')
    try {
      // A synchronous read of a regular file is faster: an asynchronous one starts Node's thread pool.
      if (statSync(file, { throwIfNoEntry: false })?.isFile()) return readFileSync(file)
      const { readFile } = await import('node:fs/promises')
      return await readFile(file)
    } catch (error) {
      // Some errors, such as EISDIR, do not name the file.
      throw Object.assign(error as Error, { path: file })
    }
  }
  return readAll(pipedIn(context), context.signal)
}

/** Stdin for `-`. @throws WardenError `usage` where it is a terminal */
export function pipedIn({ io: { stdin } }: Pick<Context, 'io'>): Context['io']['stdin'] {
  if (!stdin.isTTY) return stdin
  throw usageError('- reads stdin, but stdin is a terminal', { details: ['Pipe the input in, or pass a file.'] })
}

/** No byte of a longer UTF-8 character is a line feed, so each line can be checked alone. */
function lineOfInvalidByte(bytes: Buffer, isUtf8: (bytes: Uint8Array) => boolean): number {
  let line = 1
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(0x0a, start)
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line
    start = end + 1
  }
}

export function inputName(file: string): string {
  return file === '-' ? 'stdin' : file
}

/**
 * Parses the JSON in a file or on stdin.
 * @throws WardenError `refused`: empty, not JSON, or with a member twice in one object
 */
export async function readJson(context: Context, file: string): Promise<unknown> {
  const text = await readInput(context, file)
  const name = inputName(file)
  if (text.trim() === '') throw refusedError(`${name} is empty`)
  const value = parsed(text, name)
  refuseJsonFault(text, name)
  return value
}

/** Refuses valid JSON with a member twice in one object: which of the two counts depends on the reader. */
export function refuseJsonFault(text: string, name: string): void {
  const fault = findJsonFault(text)
  if (fault) throw refusedError(`${name} ${fault.text} (line ${fault.line})`)
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw notJson(name, error)
  }
}

/** The engine repeats in some of its messages that it is not JSON. */
export function notJson(name: string, error: unknown): WardenError {
  const why = (error instanceof Error ? error.message : String(error)).replace(/ is not valid JSON$/, '')
  return refusedError(`${name} is not valid JSON: ${why}`)
}

/**
 * Reads one line from the file of a flag, where `-` is stdin; undefined without a file. Secrets are never read from the
 * command line, which every process on the machine can see.
 * @param name the prefix of the flag: `token` of `--token-file`
 */
export async function readSecret(
  context: Context,
  name: string,
  file: string | undefined,
): Promise<string | undefined> {
  if (file === undefined) return undefined
  if (file === '-' && context.io.stdin.isTTY)
    throw usageError(`--${name}-file - reads stdin, but stdin is a terminal`, {
      details: ['Typed input would be visible. Pipe the secret in, or omit the flag and type it at the prompt.'],
    })
  const secret = (await readInput(context, file)).trim()
  const where = file === '-' ? 'stdin' : file
  if (secret === '') throw refusedError(`${where} is empty: expected a ${name}`)
  if (/[\r\n]/.test(secret)) throw refusedError(`${where} has more than one line: expected a ${name} on one line`)
  return secret
}
