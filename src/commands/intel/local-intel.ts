import { withProgress } from '../../cli/bulk/progress.ts'
import type { Context } from '../../cli/context/context.ts'
import { pipedIn } from '../../cli/input/read-input.ts'
import type { ImportControl } from '../../service/index.ts'

/** The input for the service: a path, or stdin for `-`. */
export function fileOrStdin(context: Context, place: string) {
  if (place !== '-') return { path: place }
  return { stream: bytesOf(pipedIn(context)), name: 'stdin' }
}

async function* bytesOf(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
  for await (const piece of stream) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

/** Shows a progress line on stderr during a long import, and clears it at the end. */
export function withImportProgress<T>(context: Context, work: (control: ImportControl) => Promise<T>): Promise<T> {
  return withProgress(context, (progress) =>
    work({
      signal: context.signal,
      onWait: () => void context.note('Waiting for another import to finish.'),
      onProgress: ({ rows, bytes, totalBytes }) =>
        void progress.show('read', rows, totalBytes ? bytes / totalBytes : undefined),
    }),
  )
}
