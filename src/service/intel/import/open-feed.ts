import { createReadStream } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import type { FeedFile, Format } from '../formats/format.ts'

/** Where the bytes of a feed come from. */
export type FeedOrigin =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'stream'; readonly bytes: AsyncIterable<Uint8Array>; readonly path: string }

export interface OpenedFeed {
  readonly files: AsyncIterable<FeedFile>
  /** Of a single file whose size is known. */
  readonly totalBytes: number | undefined
}

interface Reading {
  readonly format: Pick<Format, 'isPart'>
  readonly chainIds: readonly string[] | undefined
  /** Told of every piece that was read, in bytes. */
  readonly onBytes: (count: number) => void
  /** Ends the wait for what stdin or a server does not send. */
  readonly signal: AbortSignal | undefined
}

/** The files of a feed: the one that was named, or those of a folder that belong to it. Throws when it cannot be read. */
export async function openFeed(origin: FeedOrigin, reading: Reading): Promise<OpenedFeed> {
  const { chainIds, onBytes, format, signal } = reading
  const fileOf = (path: string, bytes: AsyncIterable<Uint8Array>): FeedFile => ({
    path,
    text: decode(signal ? untilAborted(bytes, signal) : bytes, onBytes),
    chainIds,
  })
  if (origin.kind === 'stream') return { files: only(fileOf(origin.path, origin.bytes)), totalBytes: undefined }
  const path = resolve(origin.path)
  const found = await stat(path)
  if (!found.isDirectory())
    return { files: only(fileOf(withSlashes(path), createReadStream(path))), totalBytes: found.size }
  return { files: filesOf(path, format, fileOf), totalBytes: undefined }
}

/** The part of a path that names a feed: the file or the folder. */
export function feedName(path: string): string {
  return basename(path.replace(/[/\\]+$/, '')) || 'feed'
}

async function* only(file: FeedFile): AsyncGenerator<FeedFile> {
  yield file
}

/** One after the other, and the folder as it lies on the disk: a feed may have a million files. */
async function* filesOf(
  folder: string,
  format: Pick<Format, 'isPart'>,
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
    // Not waited for: it would wait for the very piece that does not come.
    void iterator.return?.()
  }
}
