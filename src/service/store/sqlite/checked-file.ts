import { readFileSync } from 'node:fs'
import { crc32 } from '../../../shared/files/crc32.ts'
import { writeWhole } from '../../../shared/files/whole-file.ts'
import { isRecord, parseJson } from '../../../shared/json/json.ts'

/**
 * Writes a JSON value with its checksum. Not synced: a power cut can leave the file before it, none, or an empty one.
 * @param isFirst false: drafts of ended processes are not looked for
 */
export function writeChecked(path: string, content: object, { isFirst = true } = {}): void {
  const text = JSON.stringify({ content, checksum: checksumOf(content) })
  writeWhole(path, `${text}\n`, { replace: true, isDurable: false, sweeps: isFirst })
}

/** `missing`: also after a power cut. `damaged`: not what `writeChecked` wrote, or not readable. */
export function readChecked(path: string): { readonly content: unknown } | 'missing' | 'damaged' {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'damaged'
  }
  // File systems that store a size before its content read as zeros.
  if (/^\0*$/.test(text)) return 'missing'
  const value = parseJson(text)
  return isRecord(value) && value.checksum === checksumOf(value.content) ? { content: value.content } : 'damaged'
}

/** CRC-32 of the JSON text. */
function checksumOf(content: unknown): number {
  return crc32(JSON.stringify(content) ?? '')
}
