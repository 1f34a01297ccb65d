import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Names that sort by time: txwarden-20260102T030405Z.db. */
const NAME = /^txwarden-\d{8}T\d{6}Z\.db$/

/** The file of a backup at a time (ms) in a folder of backups. */
export function backupFileIn(folder: string, at: number): string {
  const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
  return join(folder, `txwarden-${time}.db`)
}

/** Removes the oldest backups of a folder but the newest `keep`; returns their paths. Files of other names stay. */
export function removeOldBackups(folder: string, keep: number): string[] {
  const backups = readdirSync(folder).filter((name) => NAME.test(name))
  const old = backups.sort().reverse().slice(keep)
  const paths = old.map((name) => join(folder, name)).sort()
  for (const path of paths) rmSync(path)
  return paths
}
