import { afterAll, beforeAll } from 'vitest'
import type { CheckedBlock } from '../../../../src/service/chain/blocks/block.ts'
import { Refusals } from '../../../../src/service/chain/rpc/refusals.ts'
import type { SendBatch } from '../../../../src/service/chain/state/state-reader.ts'
import { StepTraces } from '../../../../src/service/chain/traces.ts'
import type { Activity } from '../../../../src/service/follower/activity/activity.ts'
import { readActivities } from '../../../../src/service/follower/activity/read-activities.ts'
import { createReads, type Reads } from '../../../../src/service/records/reads/reads.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { startLocalIntel } from '../../intel/local-intel.ts'
import { block, node, ops, type Tx, treasury, vault } from './blocks.ts'

export const monitored = new Set([treasury, ops, vault])
const names: Readonly<Record<string, string>> = { [treasury]: 'treasury', [ops]: 'ops', [vault]: 'vault' }

/** Reads blocks with one empty database for all tests of a file. */
export function activityReader() {
  let started: Awaited<ReturnType<typeof startLocalIntel>>
  let reads: Reads
  beforeAll(async () => {
    started = await startLocalIntel()
    reads = createReads(started.local.service.store.read)
  })
  afterAll(() => started.close())

  const readBlock = async (content: CheckedBlock, send: SendBatch = node().send): Promise<Activity[]> =>
    await readActivities(content, monitored, {
      chainId: '1',
      reads,
      source: { send, refusals: new Refusals(new TestClock()) },
      traces: new StepTraces(),
    })
  const read = async (transactions: readonly Tx[], send?: SendBatch): Promise<Activity[]> =>
    await readBlock(block(transactions), send)

  return {
    read,
    readBlock,
    /** "treasury sent", of one transaction. */
    kinds: async (tx: Tx, send?: SendBatch) =>
      (await read([tx], send)).map(({ address, kind }) => `${names[address] ?? address} ${kind}`),
    /** The only activity of one transaction. */
    only: async (tx: Tx, send?: SendBatch): Promise<Activity> => {
      const activities = await read([tx], send)
      if (activities.length !== 1) throw new Error(`kinds: ${activities.map(({ kind }) => kind).join()}`)
      return activities[0] as Activity
    },
    write: async (work: Parameters<typeof started.local.service.store.write>[0]) =>
      await started.local.service.store.write(work),
  }
}
