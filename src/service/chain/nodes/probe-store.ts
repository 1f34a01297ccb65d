import { keyringForSealing } from '../../records/master-key.ts'
import type { MasterKey } from '../../secrets/keyring.ts'
import { findProbe, saveAnswer, saveProbe } from '../../store/repositories/chain-nodes.ts'
import type { ChainProbeRow, Db } from '../../store/schema/schema.ts'
import type { Store } from '../../store/store.ts'
import type { NodeSource } from './node-sources.ts'
import type { NodeDeps } from './pooled-node.ts'
import { probeText, readProbeText } from './probe.ts'

/** The time of the last answer is stored to this (ms). */
const EXACT_MS = 60_000

/** Keeps probes and silence between processes. A database that takes no writes, or a missing master key, must not cost a verdict. */
export function probeStore({
  store,
  masterKey,
}: {
  readonly store: Pick<Store, 'read' | 'write'>
  readonly masterKey: MasterKey
}): Pick<NodeDeps, 'loadProbe' | 'saveProbe' | 'loadSilence' | 'saveAnswer'> {
  /** Undefined: nothing is stored, or the master key is missing. */
  const find = async (source: NodeSource): Promise<ChainProbeRow | undefined> => {
    try {
      return await findProbe(store.read, source.probeKey())
    } catch {
      return undefined
    }
  }
  const save = async (work: (db: Db) => Promise<void>): Promise<void> => {
    try {
      await store.write(async (db) => {
        await keyringForSealing(db, masterKey)
        await work(db)
      })
    } catch {
      // The next process probes again, and the next minute notes the answer.
    }
  }
  return {
    async loadProbe(source) {
      const row = await find(source)
      return row && readProbeText(row.content, row.probed_at)
    },
    saveProbe: (source, probe) =>
      save((db) => saveProbe(db, { key: source.probeKey(), content: probeText(probe), probed_at: probe.probedAt })),
    async loadSilence(source) {
      const { answered_at = null, failed_at = null } = (await find(source)) ?? {}
      return failed_at === null ? undefined : (answered_at ?? failed_at)
    },
    async saveAnswer(source, answers, now) {
      const { answered_at = null, failed_at = null } = (await find(source)) ?? {}
      const isKnown = answers
        ? failed_at === null && answered_at !== null && Math.abs(now - answered_at) < EXACT_MS
        : failed_at !== null
      if (isKnown) return
      const answer = answers ? { answered_at: now, failed_at: null } : { answered_at, failed_at: now }
      await save((db) => saveAnswer(db, source.probeKey(), answer, now))
    },
  }
}
