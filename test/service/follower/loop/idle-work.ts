import type { BlockProcessor } from '../../../../src/service/follower/loop/block-processing.ts'

/** Blocks without monitored addresses. */
export const idleWork: BlockProcessor = {
  begin: async () => ({ alerts: [], removed: [], monitorRevision: 0 }),
  hasNewMonitors: () => false,
  waitsForFinal: async () => false,
  prepare: async () => ({ record: async () => {} }),
  undo: async () => {},
  settle: async () => {},
  atHead: async () => ({ prepared: undefined, fault: undefined, isPartial: false }),
  backfill: async () => undefined,
  sparseAddresses: async () => [],
}
