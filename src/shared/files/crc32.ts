let zlib: typeof import('node:zlib') | undefined

/** Loads zlib with the first checksum: commands that only read compute none. */
export function crc32(text: string): number {
  zlib ??= process.getBuiltinModule('node:zlib')
  return zlib.crc32(text)
}
