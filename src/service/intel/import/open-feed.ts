import { createReadStream } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import type { FeedFile, FormatReader } from '../formats/format.ts'

export type FeedOrigin =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'streams'; readonly files: readonly FeedStream[]; readonly totalBytes?: number }

export interface FeedStream {
  /** As in `FeedFile`. */
  readonly path: string
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface OpenedFeed {
  readonly files: AsyncIterable<FeedFile> | Iterable<FeedFile>
  /** Undefined for a folder, and for a stream of unknown length. */
  readonly totalBytes: number | undefined
}

interface FeedOptions {
  readonly format: Pick<FormatReader, 'isPart'>
  readonly chainIds: readonly string[] | undefined
  /** Called with the size of every chunk read (bytes). */
  readonly onBytes: (count: number) => void
  /** Also ends a pending read of stdin or of a server. */
  readonly signal: AbortSignal | undefined
}

/**
 * The files of a feed: the named one, or the parts in a folder.
 * @throws the file system's error
 */
export async function openFeed(origin: FeedOrigin, options: FeedOptions): Promise<OpenedFeed> {
  const { chainIds, onBytes, format, signal } = options
  const fileOf = (path: string, bytes: AsyncIterable<Uint8Array>): FeedFile => ({
    path,
    text: decode(signal ? untilAborted(bytes, signal) : bytes, onBytes),
    chainIds,
  })
  if (origin.kind === 'streams')
    return { files: origin.files.map(({ path, bytes }) => fileOf(path, bytes)), totalBytes: origin.totalBytes }
  const path = resolve(origin.path)
  const found = await stat(path)
  if (!found.isDirectory())
    return { files: [fileOf(withSlashes(path), createReadStream(path))], totalBytes: found.size }
  return { files: filesOf(path, format, fileOf), totalBytes: undefined }
}

/** Last part of a path: the file or the folder. */
export function feedName(path: string): string {
  return basename(path.replace(/(?<![/\\])[/\\]+$/, '')) || 'feed'
}

/** Lazily, in directory order: a feed may have a million files. */
async function* filesOf(
  folder: string,
  format: Pick<FormatReader, 'isPart'>,
  fileOf: (path: string, bytes: AsyncIterable<Uint8Array>) => FeedFile,
): AsyncGenerator<FeedFile> {
  for await (const entry of await opendir(folder)) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    if (entry.isDirectory()) yield* filesOf(path, format, fileOf)
    else if (format.isPart(withSlashes(path)) && (entry.isFile() || (await stat(path)).isFile()))
      yield fileOf(withSlashes(path), createReadStream(path))
  }
}

function withSlashes(path: string): string {
  return path.split(sep).join('/')
}

async function* decode(bytes: AsyncIterable<Uint8Array>, onBytes: (count: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of bytes) {
    onBytes(chunk.length)
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder.decode()
}

async function* untilAborted(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted()
  const iterator = bytes[Symbol.asyncIterator]()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  aborted.catch(() => {})
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    for (;;) {
      const { value, done } = await Promise.race([iterator.next(), aborted])
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // Not awaited: it would wait for the pending read.
    void iterator.return?.()
  }
}
