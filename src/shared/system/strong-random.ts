const DEVICE = '/dev/urandom'
/** Device number of the generator on Linux: major 1, minor 9. */
const GENERATOR = 0x109

/**
 * Fills with cryptographically strong bytes. On Linux from the kernel's generator, because loading node:crypto takes a
 * fifth of node's start time. Node has waited for that generator to be seeded when it started.
 */
export function fillRandom(bytes: Uint8Array): void {
  if (process.platform !== 'linux' || !readFromDevice(bytes))
    process.getBuiltinModule('node:crypto').randomFillSync(bytes)
}

/** False when the device is missing, or another file has its name. */
function readFromDevice(bytes: Uint8Array): boolean {
  // Not imported: reading a command line must load no files.
  const { closeSync, fstatSync, openSync, readSync } = process.getBuiltinModule('node:fs')
  let file: number | undefined
  try {
    file = openSync(DEVICE, 'r')
    const stats = fstatSync(file)
    if (!stats.isCharacterDevice() || stats.rdev !== GENERATOR) return false
    let filled = 0
    while (filled < bytes.length) {
      const count = readSync(file, bytes, filled, bytes.length - filled, null)
      if (count === 0) return false
      filled += count
    }
    return true
  } catch {
    return false
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
