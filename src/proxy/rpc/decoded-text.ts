import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
} as const

/** Gives the text of a body, also of one that is compressed although that was not requested; '' where it cannot be read. */
export async function decodedText(bytes: Buffer, encoding: unknown, maxBytes: number): Promise<string> {
  const name = String(encoding ?? 'identity').toLowerCase()
  if (name === 'identity' || name === '') return bytes.toString()
  if (!Object.hasOwn(decoders, name)) return ''
  const decode = decoders[name as keyof typeof decoders]
  const decoded = await decode(bytes, { maxOutputLength: maxBytes }).catch(() => undefined)
  return decoded?.toString() ?? ''
}
