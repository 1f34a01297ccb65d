import type { Context } from '../context/context.ts'
import { inputName } from '../input/read-input.ts'
import { usageError } from '../usage.ts'

/** Where rows come from. */
export interface Source {
  /** How messages call it. */
  readonly name: string
  /** Absolute path; undefined: stdin. */
  readonly path: string | undefined
  /** Of a file: its bytes. Undefined: nobody knows. */
  readonly size: number | undefined
  /** A pipe can be read once only. */
  readonly canBeReadTwice: boolean
  /** Ends where it is when `signal` aborts: whoever reads looks at it. */
  read(signal: AbortSignal): AsyncIterable<Uint8Array>
}

const PIECE_BYTES = 256 * 1024

/** A file, or stdin for `-`. */
export async function openSource(context: Context, file: string): Promise<Source> {
  const name = inputName(file)
  if (file === '-') {
    const { stdin } = context.io
    if (stdin.isTTY)
      throw usageError('- reads stdin, and stdin is a terminal here', {
        details: ['Pipe something in, or name a file.'],
      })
    return {
      name,
      path: undefined,
      size: undefined,
      canBeReadTwice: false,
      read: (signal) => untilAborted(stdin, signal),
    }
  }
  const { createReadStream } = await import('node:fs')
  const { stat } = await import('node:fs/promises')
  const { resolve } = await import('node:path')
  const found = await stat(file)
  if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR', syscall: 'read', path: file })
  return {
    name,
    path: resolve(file),
    size: found.isFile() ? found.size : undefined,
    canBeReadTwice: found.isFile(),
    read: (signal) => untilAborted(createReadStream(file, { highWaterMark: PIECE_BYTES }), signal),
  }
}

async function* untilAborted(
  stream: NodeJS.ReadableStream & { destroy(): void },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const stop = () => stream.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (!signal.aborted) for await (const piece of stream) yield typeof piece === 'string' ? Buffer.from(piece) : piece
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
