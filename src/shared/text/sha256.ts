/** In hexadecimal digits without 0x. The built-in module loads only when something is hashed: most commands hash nothing. */
export function sha256(content: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(content).digest('hex')
}
