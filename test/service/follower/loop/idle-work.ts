import type { BlockProcessor } from '../../../../src/service/follower/loop/work.ts'

/** Blocks without monitored addresses. */
export const idleWork: BlockProcessor = {
  begin: async () => {},
  removed: () => [],
  hasNewMonitors: () => false,
  waitsForFinal: async () => false,
  prepare: async () => ({ record: async () => {} }),
  undo: async () => {},
  settle: async () => {},
  atHead: async () => ({ prepared: undefined, fault: undefined, isPartial: false }),
  backfill: async () => undefined,
  sparseAddresses: async () => [],
}
