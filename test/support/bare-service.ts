import { parseEgressPolicy } from '../../src/service/egress/egress-policy.ts'
import { createBegin, handleOf } from '../../src/service/http/handle.ts'
import type { Service } from '../../src/service/index.ts'
import { StorageLimit } from '../../src/service/records/quotas.ts'
import { createReads } from '../../src/service/records/reads/reads.ts'
import { createIds } from '../../src/service/runtime/ids.ts'
import { seededRandom, TestClock } from './deterministic.ts'
import { raise } from './open-service.ts'

/** Handles requests on the database of a service, without its node and its courier. @param more what a test looks at */
export function bareHandle(
  { store, masterKey, deadlines }: Service,
  more: Partial<Parameters<typeof createBegin>[0]> & { readonly clock?: TestClock } = {},
) {
  const clock = more.clock ?? new TestClock()
  return handleOf(
    createBegin({
      store,
      masterKey,
      deadlines,
      clock,
      storageLimit: new StorageLimit(store, clock),
      reads: createReads(store.read),
      random: (length) => new Uint8Array(length),
      newId: createIds(clock, seededRandom()),
      pool: () => Promise.reject(new Error('no node is needed')),
      hasAdminApi: false,
      effects: { sendTest: async () => ({ state: 'SENT', errorMessage: '' }) },
      destinationPolicy: async () => parseEgressPolicy([]),
      report: raise,
      wake: () => undefined,
      ...more,
    }),
  )
}
