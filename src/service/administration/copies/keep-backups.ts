import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Names that sort by time: txwarden-20260102T030405Z.db. */
const NAME = /^txwarden-\d{8}T\d{6}Z\.db$/

/** The file of a backup at a time (ms) in a folder of backups. */
export function backupFileIn(folder: string, at: number): string {
  const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
  return join(folder, `txwarden-${time}.db`)
}

/** What became of the backups beside a new one; absolute paths. */
export interface KeptBackups {
  readonly removed: string[]
  /** Made while the clock was ahead: they count among none, and stay. */
  readonly ahead: string[]
}

/** Removes the oldest backups beside a new one but the newest `keep`, itself among them. Files of other names stay. */
export function removeOldBackups(made: string, keep: number): KeptBackups {
  const folder = dirname(made)
  const backups = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && NAME.test(entry.name))
    .map(({ name }) => name)
    .sort()
  const pathOf = (name: string) => join(folder, name)
  const isAhead = (name: string) => name > basename(made)
  const due = backups.filter((name) => !isAhead(name))
  const removed = due.slice(0, Math.max(0, due.length - Math.max(1, keep))).map(pathOf)
  for (const path of removed) rmSync(path)
  return { removed, ahead: backups.filter(isAhead).map(pathOf) }
}
