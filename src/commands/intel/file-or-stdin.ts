import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/usage.ts'

/** What the service is to read: a path, or stdin for `-`. */
export function fileOrStdin(context: Context, place: string) {
  if (place !== '-') return { path: place }
  if (context.io.stdin.isTTY)
    throw usageError('- reads stdin, but stdin is a terminal', { details: ['Pipe the input in, or pass a file.'] })
  return { stream: bytesOf(context.io.stdin), name: 'stdin' }
}

async function* bytesOf(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}
