import { execFileSync } from 'node:child_process'

/** The arguments that a POSIX shell passes to `txwarden` for this command line. */
export function argvOfShell(line: string): string[] {
  const script = `txwarden() { printf '%s\\0' "$@"; }; ${line}`
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
}
