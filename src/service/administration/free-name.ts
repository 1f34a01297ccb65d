import { existsSync } from 'node:fs'

/** "20260102T030405Z": sorts by time, and no file system minds it. */
export function fileTime(now: number): string {
  return new Date(now).toISOString().replace(/\.\d+|[-:]/g, '')
}

/** The name itself, or the first of name-2, name-3, … that nothing has. */
export function freeName(name: string): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}-${count}`
    if (!existsSync(candidate)) return candidate
  }
}
