/** In hexadecimal digits without 0x. The built-in module loads only when something is hashed: most commands hash nothing. */
export function sha256(content: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(content).digest('hex')
}

/** Of several parts, as bytes. With their lengths, so that different lists of parts have different hashes. */
export function sha256OfParts(parts: readonly string[]): Buffer {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:${part}`)
  return hash.digest()
}
