import { keyringForSealing } from '../../records/master-key.ts'
import type { MasterKey } from '../../secrets/keyring.ts'
import { findProbe, saveProbe } from '../../store/repositories/chain-nodes.ts'
import type { Store } from '../../store/store.ts'
import type { NodeDeps } from './pooled-node.ts'
import { probeText, readProbeText } from './probe.ts'

/** Keeps probes between processes. A database that takes no writes, or a missing master key, must not cost a verdict. */
export function probeStore({
  store,
  masterKey,
}: {
  readonly store: Pick<Store, 'read' | 'write'>
  readonly masterKey: MasterKey
}): Pick<NodeDeps, 'loadProbe' | 'saveProbe'> {
  return {
    async loadProbe(source) {
      try {
        const row = await findProbe(store.read, source.probeKey())
        return row && readProbeText(row.content, Number(row.probed_at))
      } catch {
        return undefined
      }
    },
    async saveProbe(source, probe) {
      try {
        await store.write(async (db) => {
          await keyringForSealing(db, masterKey)
          await saveProbe(db, { key: source.probeKey(), content: probeText(probe), probed_at: probe.probedAt })
        })
      } catch {
        // The next process probes again.
      }
    },
  }
}
