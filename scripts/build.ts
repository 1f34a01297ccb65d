import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import config, { complete, loader, threads } from '../rolldown.config.ts'

const TABLES = join(import.meta.dirname, '../data/tables')

/** Builds the program without output; the rolldown command would list every file. */
export function build(dir = 'dist'): Promise<void> {
  return write([config, ...threads], dir)
}

/** Builds the program for the single executable, and its main script. */
export function buildComplete(dir: string): Promise<void> {
  return write([complete, ...threads, loader], dir)
}

async function write(parts: readonly (typeof config | typeof complete | typeof loader)[], dir: string): Promise<void> {
  for (const options of parts) {
    await using bundle = await rolldown(options)
    await bundle.write({ ...options.output, dir })
  }
  cpSync(TABLES, join(dir, 'tables'), { recursive: true })
}

if (import.meta.main) await build()
