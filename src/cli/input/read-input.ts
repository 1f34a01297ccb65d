import type { Context } from '../context/context.ts'
import { readAll } from '../io.ts'
import { refusedError, usageError } from '../usage.ts'

/** The text of a file, or of stdin for `-`. */
export async function readInput(context: Context, file: string): Promise<string> {
  if (file !== '-') {
    const { readFileSync, statSync } = await import('node:fs')
    try {
      // What is on disk is there at once; to wait for a pipe, node starts all its threads, which takes longer than that.
      if (statSync(file, { throwIfNoEntry: false })?.isFile()) return readFileSync(file, 'utf8')
      const { readFile } = await import('node:fs/promises')
      return await readFile(file, 'utf8')
    } catch (error) {
      // Some failures, a folder for one, do not say of which file.
      throw Object.assign(error as Error, { path: file })
    }
  }
  if (context.io.stdin.isTTY)
    throw usageError('- reads stdin, and stdin is a terminal here', { details: ['Pipe something in, or name a file.'] })
  return readAll(context.io.stdin, context.signal)
}

/** How messages call the source of an input. */
export function inputName(file: string): string {
  return file === '-' ? 'stdin' : file
}

/** The JSON in a file or on stdin; says where it breaks. */
export async function readJson(context: Context, file: string): Promise<unknown> {
  const text = await readInput(context, file)
  const name = inputName(file)
  if (text.trim() === '') throw refusedError(`${name} is empty`)
  try {
    // A byte order mark is no part of the text (RFC 8259, 8.1).
    return JSON.parse(text.replace(/^\ufeff/, '')) as unknown
  } catch (error) {
    throw refusedError(`${name} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}
