import { Refusals } from '../../../src/service/chain/rpc/refusals.ts'
import type { BlockSource } from '../../../src/service/follower/loop/source.ts'
import { TestClock } from '../../support/deterministic.ts'

type Own = Pick<BlockSource, 'host' | 'head' | 'headers' | 'block'> & Partial<BlockSource>

/** A node whose chain is in the test: it is what it was configured as, and answers no call that the test does not. */
export function fakeSource(own: Own): BlockSource {
  return {
    id: own.host,
    isOnOtherChain: () => false,
    refusals: new Refusals(new TestClock()),
    doubtChain: () => {},
    finalized: async () => undefined,
    send: async () => [],
    takeRequests: () => 0,
    ...own,
  }
}
