/** Whether this is the single executable (scripts/package): its files are inside it, and so is Node. */
export function isSingleExecutable(): boolean {
  return process.getBuiltinModule('node:sea').isSea()
}

/** A file of the single executable, where it is compressed; undefined when the program runs from files. */
export function embeddedFile(name: string): Uint8Array | undefined {
  if (!isSingleExecutable()) return undefined
  return process.getBuiltinModule('node:zlib').gunzipSync(process.getBuiltinModule('node:sea').getRawAsset(name))
}
