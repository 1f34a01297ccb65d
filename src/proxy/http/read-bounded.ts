import { Readable } from 'node:stream'
import { resumed } from '../../shared/streams/resumed.ts'

export interface BoundedRead {
  readonly bytes: Buffer
  /** All bytes, also those that were read; undefined: `bytes` is all. */
  readonly whole: Readable | undefined
}

/** Reads a body of at most `maxBytes`. Of a longer one the rest stays unread. Rejects when the body breaks off. */
export async function readBounded(body: Readable | Buffer, maxBytes: number): Promise<BoundedRead> {
  if (Buffer.isBuffer(body)) return { bytes: body, whole: undefined }
  const chunks: Buffer[] = []
  let size = 0
  const rest = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  for (;;) {
    const { value, done } = await rest.next()
    if (done) return { bytes: Buffer.concat(chunks, size), whole: undefined }
    chunks.push(value)
    size += value.length
    if (size > maxBytes) break
  }
  const bytes = Buffer.concat(chunks, size)
  return { bytes, whole: Readable.from(resumed(bytes, rest), { objectMode: false }) }
}
