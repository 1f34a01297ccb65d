import type { Clock } from '../../../shared/clock.ts'
import { findProbe, saveProbe } from '../../store/repositories/chain-nodes.ts'
import type { Store } from '../../store/store.ts'
import type { NodeDeps } from './pooled-node.ts'
import { PROBE_LIFETIME_MS, probeText, readProbeText } from './probe.ts'

/** Probes of nodes that were not used for so long are deleted (ms). */
const KEPT_FOR_MS = 30 * PROBE_LIFETIME_MS

/** Keeps probes between processes. A database that takes no writes must not cost a verdict. */
export function probeStore({
  store,
  clock,
}: {
  readonly store: Pick<Store, 'read' | 'write'>
  readonly clock: Clock
}): Pick<NodeDeps, 'loadProbe' | 'saveProbe'> {
  return {
    async loadProbe(key) {
      const row = await findProbe(store.read, key)
      return row && readProbeText(row.content, Number(row.probed_at))
    },
    async saveProbe(key, probe) {
      const row = { key, content: probeText(probe), probed_at: probe.probedAt }
      await store.write((db) => saveProbe(db, row, clock.now() - KEPT_FOR_MS)).catch(() => {})
    },
  }
}
