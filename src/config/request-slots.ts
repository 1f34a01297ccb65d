import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from '../shared/make-folder.ts'
import { whileLocked } from './file-lock.ts'
import { nextSlot, type Sent } from './request-windows.ts'

/** When requests of one profile may leave, kept in one file for every process of the user. */
export interface RequestSlots {
  /**
   * Takes the next moment (ms since the epoch) a request may leave, unless it is later than `latest`: then nothing is
   * taken, and the answer only says when it would have been.
   */
  take(now: number, latest: number): Promise<number>
  /** Nobody sends before `until` (ms since the epoch): the service said so. */
  close(until: number): Promise<void>
}

/**
 * The file is replaced as a whole, so that a process that dies leaves the old or the new one. One that cannot be read
 * counts as empty: the service's own limit is still there.
 */
export function openRequestSlots(path: string, perMinute: number): RequestSlots {
  const change = (now: (sent: Sent) => Sent | undefined) =>
    whileLocked(path, async () => {
      const changed = now(read(path))
      if (changed) replace(path, changed)
    })
  makeFolder(dirname(path))
  return {
    async take(now, latest) {
      let slot = now
      await change((sent) => {
        const next = nextSlot(sent, now, perMinute)
        slot = next.at
        return slot > latest ? undefined : next.sent
      })
      return slot
    },
    async close(until) {
      await change((sent) => ({ ...sent, closedUntil: Math.max(sent.closedUntil, until) }))
    },
  }
}

/** Until when (ms since the epoch) the service asked for silence; 0 when it did not. */
export function closedUntil(path: string): number {
  return read(path).closedUntil
}

function read(path: string): Sent {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Sent>
    const at = Array.isArray(value.at) ? value.at.filter((each) => Number.isFinite(each)) : []
    return { at, closedUntil: Number.isFinite(value.closedUntil) ? Number(value.closedUntil) : 0 }
  } catch {
    return { at: [], closedUntil: 0 }
  }
}

function replace(path: string, sent: Sent): void {
  const beside = `${path}.${process.pid}`
  writeFileSync(beside, JSON.stringify(sent), { mode: 0o600 })
  renameSync(beside, path)
}
