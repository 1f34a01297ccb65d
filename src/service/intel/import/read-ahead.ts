import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportFormat } from '../../../api/vocabulary.ts'
import { unavailable } from '../../../shared/errors.ts'
import { PRIVATE } from '../../../shared/files/whole-file.ts'
import type { IntelSourceRow } from '../../store/schema/schema.ts'
import { formatOf } from '../formats/index.ts'
import { FeedHead, withFittingFormat } from './fitting-formats.ts'
import type { FeedOrigin, FeedStream } from './open-feed.ts'
import { checkSnapshot, type FeedReading, type FetchLimits, readRows } from './read-rows.ts'

export interface FeedAhead extends Pick<FeedReading, 'chainIds' | 'onProgress' | 'signal'> {
  readonly format: ImportFormat
  readonly files: readonly FeedStream[]
  readonly limits: FetchLimits
  /** The snapshot it is compared with, unless `force` accepts every size. */
  readonly before: IntelSourceRow | undefined
  readonly force: boolean
}

/**
 * Takes what a server sends into files of the system's temporary folder, and checks it on the way. A server may send for
 * half an hour: `use` begins when all is there, so that the import lock is held only while rows are stored.
 * @throws WardenError as `readRows` and `checkSnapshot` do, and `no-temporary-file`
 */
export async function readAhead<T>(feed: FeedAhead, use: (origin: FeedOrigin) => Promise<T>): Promise<T> {
  const { format, before, force } = feed
  const taken: TakenFile[] = []
  try {
    for (const stream of feed.files) taken.push({ ...stream, file: await onDisk(openUnnamed), size: 0 })
    const files = taken.map((each) => ({ path: each.path, bytes: take(each) }))
    const origin = { kind: 'streams', files } as const
    const head = new FeedHead()
    try {
      const tally = await readRows(formatOf(format), { ...feed, origin, head })
      checkSnapshot(tally, before, force)
    } catch (error) {
      throw await withFittingFormat(error, head, { format, origin })
    }
    return await use({
      kind: 'streams',
      totalBytes: taken.reduce((sum, { size }) => sum + size, 0),
      files: taken.map(({ path, file }) => ({ path, bytes: fromStart(file) })),
    })
  } finally {
    await Promise.all(taken.map(({ file }) => file.close()))
  }
}

interface TakenFile extends FeedStream {
  readonly file: FileHandle
  size: number
}

async function* take(taken: TakenFile): AsyncGenerator<Uint8Array> {
  for await (const chunk of taken.bytes) {
    await onDisk(() => taken.file.appendFile(chunk))
    taken.size += chunk.length
    yield chunk
  }
}

async function* fromStart(file: FileHandle): AsyncGenerator<Uint8Array> {
  yield* file.createReadStream({ start: 0, autoClose: false })
}

/** A file without a name: it ends with its handle, and so with a process that is killed. */
async function openUnnamed(): Promise<FileHandle> {
  const unique = Buffer.alloc(12)
  crypto.getRandomValues(unique)
  const path = join(tmpdir(), `txwarden-feed-${unique.toString('hex')}`)
  const file = await open(path, 'wx+', PRIVATE)
  await rm(path)
  return file
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw unavailable(
      'no-temporary-file',
      `the feed cannot be kept in ${tmpdir()} until it is stored: ${(cause as NodeJS.ErrnoException).code}`,
      { cause, details: ['TMPDIR names another folder for temporary files.'] },
    )
  }
}
