import type { Context } from '../context/context.ts'
import { inputName, pipedIn } from '../input/read-input.ts'

/** The input of a bulk run. */
export interface BulkSource {
  /** Its name in messages. */
  readonly name: string
  /** Absolute path; undefined: stdin. */
  readonly path: string | undefined
  /** Bytes of a file; undefined if unknown. */
  readonly size: number | undefined
  /** False for a pipe. */
  readonly isRereadable: boolean
  /** Ends early when `signal` aborts. */
  read(signal: AbortSignal): AsyncIterable<Uint8Array>
}

const PIECE_BYTES = 256 * 1024

/** A file, or stdin for `-`. */
export async function openSource(context: Context, file: string): Promise<BulkSource> {
  const name = inputName(file)
  if (file === '-') {
    const stdin = pipedIn(context)
    return {
      name,
      path: undefined,
      size: undefined,
      isRereadable: false,
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
    isRereadable: found.isFile(),
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
