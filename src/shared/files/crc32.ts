/** Bytes that are summed here; for more, zlib is faster although loading it takes a tenth of node's start time. */
const FEW_BYTES = 64 * 1024

let summed = 0
let table: Int32Array | undefined
let zlib: typeof import('node:zlib') | undefined

/** CRC-32 of the text in UTF-8, as zlib computes it. */
export function crc32(text: string): number {
  if (summed < FEW_BYTES) {
    const bytes = Buffer.from(text)
    summed += bytes.length
    if (summed < FEW_BYTES) return sumHere(bytes)
  }
  zlib ??= process.getBuiltinModule('node:zlib')
  return zlib.crc32(text)
}

function sumHere(bytes: Uint8Array): number {
  table ??= Int32Array.from({ length: 256 }, (_, value) => {
    let entry = value
    for (let bit = 0; bit < 8; bit++) entry = entry & 1 ? (entry >>> 1) ^ 0xedb88320 : entry >>> 1
    return entry
  })
  let sum = -1
  // Without an iterator: few bytes are summed before this is compiled to machine code.
  for (let at = 0; at < bytes.length; at++) sum = (table[(sum ^ (bytes[at] as number)) & 0xff] as number) ^ (sum >>> 8)
  return ~sum >>> 0
}
