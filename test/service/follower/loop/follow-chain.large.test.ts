import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nodeFailure, type RpcFailure } from '../../../../src/service/chain/rpc/json-rpc.ts'
import type { BlockProcessor } from '../../../../src/service/follower/loop/block-processing.ts'
import type { FollowFault } from '../../../../src/service/follower/loop/faults.ts'
import { FollowChain } from '../../../../src/service/follower/loop/follow-chain.ts'
import type { BlockSource } from '../../../../src/service/follower/loop/source.ts'
import { openStore } from '../../../../src/service/store/open.ts'
import type { StoredAlert } from '../../../../src/service/store/repositories/alerts.ts'
import { ensureChainHead, findChainHead } from '../../../../src/service/store/repositories/chain-heads.ts'
import { takeLease } from '../../../../src/service/store/repositories/leases.ts'
import type { ChainHeadRow } from '../../../../src/service/store/schema/schema.ts'
import { DeadlineClock } from '../../../../src/service/store/writes/deadline-clock.ts'
import { TestClock } from '../../../support/deterministic.ts'
import { freshDatabase } from '../../../support/fresh-database.ts'
import { runs } from '../../../support/share.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { BlockTree, sourceOf } from '../block-tree.ts'
import { idleWork } from './idle-work.ts'

const CHAIN = '1'
const CLAIM = { claimId: 'claim', holder: 'test' }

/** A follower of chain 1 whose work is a list of the blocks that are in. */
async function following(
  sources: (lead?: string) => readonly BlockSource[] | FollowFault,
  maxGapMs = 24 * 60 * 60 * 1000,
) {
  const { database } = await freshDatabase(temporaryFolder())
  const clock = new TestClock()
  const store = await openStore(database, { clock, env: {} } as never)
  onTestFinished(() => store.close())
  await store.write(async (db) => {
    await ensureChainHead(db, CHAIN, 0)
    await takeLease(db, { table: 'chain_heads', id: CHAIN, ...CLAIM }, { until: 2 ** 50, now: 0 })
  })
  const applied: string[] = []
  const reported: unknown[] = []
  const audited: number[] = []
  let isPartial = false
  let waits = false
  const alerts: StoredAlert[] = []
  let failing: ((number: number) => boolean) | undefined
  const work: BlockProcessor = {
    ...idleWork,
    begin: async () => ({ alerts, removed: [], monitorRevision: 0 }),
    waitsForFinal: async () => waits,
    prepare: async (_, { header }) => ({
      async record() {
        if (failing?.(header.number)) throw new RangeError('Invalid time value')
        applied.push(header.hash)
      },
    }),
    undo: async (_, { from, tip }) => void applied.splice(applied.length - Math.min(applied.length, tip - from + 1)),
    async atHead(_, { number }) {
      audited.push(number)
      return { prepared: undefined, fault: undefined, isPartial }
    },
  }
  const row = async () => (await findChainHead(store.read, CHAIN)) as ChainHeadRow
  const follow = new FollowChain(await row(), {
    chainId: CHAIN,
    store,
    clock,
    work,
    claim: CLAIM,
    leaseMs: 10_000,
    maxGapMs,
    deadlines: await DeadlineClock.open(store, clock),
    sources: async (lead) => sources(lead),
    takeOver: async () => {},
    report: (error) => reported.push(error),
    stopping: new AbortController().signal,
  })
  /** Steps until it waits for more than nothing. */
  const settle = async () => {
    for (let steps = 0; steps < 200; steps++) if ((await follow.step()) > 0) return
    throw new Error('the follower does not come to rest')
  }
  const failOn = (fails: typeof failing) => {
    failing = fails
  }
  const wait = (isWaiting: boolean) => {
    waits = isWaiting
  }
  const leavePart = (isLeft: boolean) => {
    isPartial = isLeft
  }
  return { follow, applied, audited, row, settle, clock, store, reported, failOn, wait, leavePart, alerts }
}

const hashes = (tree: BlockTree, from: number) => tree.branch.slice(from).map(({ hash }) => hash)

test('following begins after the head, then every block is applied in order', async () => {
  const tree = new BlockTree(10)
  const { settle, applied, row } = await following(() => [sourceOf(tree)])
  await settle()
  expect(applied).toEqual([])
  expect(await row()).toMatchObject({ state: 'AT_HEAD', tip_number: 10, start_number: 11, node: 'node' })
  tree.mine(30)
  await settle()
  expect(applied).toEqual(hashes(tree, 11))
  expect(await row()).toMatchObject({ state: 'AT_HEAD', tip_number: 40, head_number: 40 })
})

test('a head is audited once, and again while something is left and the chain stands still', async () => {
  const tree = new BlockTree(10)
  const { settle, follow, audited, clock, leavePart } = await following(() => [sourceOf(tree)])
  leavePart(true)
  await settle()
  await follow.step()
  expect(audited).toEqual([10])
  clock.advance(5000)
  await follow.step()
  expect(audited).toEqual([10, 10])
  leavePart(false)
  for (let steps = 0; steps < 3; steps++) {
    clock.advance(5000)
    await follow.step()
  }
  expect(audited).toEqual([10, 10, 10])
})

test('after any reorgs and delays, the applied blocks are those of the last branch', async () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('mine' as const), blocks: fc.integer({ min: 1, max: 9 }) }),
    fc.record({
      kind: fc.constant('reorg' as const),
      depth: fc.integer({ min: 1, max: 12 }),
      more: fc.integer({ min: 0, max: 3 }),
    }),
    fc.record({ kind: fc.constant('lag' as const), blocks: fc.integer({ min: 0, max: 5 }) }),
    fc.record({ kind: fc.constant('step' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
      const tree = new BlockTree(20)
      let behind = 0
      const { settle, applied, row, follow } = await following(() => [sourceOf(tree, { behind: () => behind })])
      await settle()
      const { start_number: start } = await row()
      for (const each of actions) {
        if (each.kind === 'mine') tree.mine(each.blocks)
        else if (each.kind === 'reorg') tree.reorg(each.depth, each.depth + each.more)
        else if (each.kind === 'lag') behind = each.blocks
        else await follow.step()
      }
      behind = 0
      tree.mine(1)
      await settle()
      const { tip_hash, start_number } = await row()
      expect(tip_hash).toBe(tree.head.hash)
      expect(start_number).toBeLessThanOrEqual(start as number)
      expect(applied.slice(-(tree.head.number - (start_number as number) + 1))).toEqual(
        hashes(tree, start_number as number),
      )
    }),
    { numRuns: runs(25) },
  )
})

describe('a reorg', () => {
  test('below the block where following began is read down to the common ancestor', async () => {
    const tree = new BlockTree(20)
    const { settle, applied, row } = await following(() => [sourceOf(tree)])
    await settle()
    tree.reorg(5, 6)
    await settle()
    expect(applied).toEqual(hashes(tree, 16))
    expect(await row()).toMatchObject({ start_number: 16, tip_number: 21 })
  })

  test('deeper than kept stops the chain, and says so', async () => {
    const tree = new BlockTree(300)
    const { settle, applied, row } = await following(() => [sourceOf(tree)])
    await settle()
    tree.reorg(120, 125)
    await settle()
    expect(applied).toEqual([])
    expect(await row()).toMatchObject({ state: 'STOPPED', reason_code: 'deep-reorg', tip_number: 300 })
  })
})

test('another chain with the same id is no reorg: it begins with another block', async () => {
  const tree = new BlockTree(40)
  let other = false
  const strange = new BlockTree(60, 'another genesis')
  const { settle, applied, row, follow } = await following(() => [sourceOf(other ? strange : tree)])
  await settle()
  other = true
  expect(await follow.step()).toBeLessThanOrEqual(3000)
  expect(await row()).toMatchObject({
    state: 'STOPPED',
    reason_code: 'wrong-chain',
    reason: 'node: another chain with the same id',
    tip_number: 40,
  })
  // The node is repaired: nobody has to decide.
  other = false
  tree.mine(2)
  await settle()
  expect(await row()).toMatchObject({ state: 'AT_HEAD', tip_number: 42, reason: null })
  expect(applied).toEqual(hashes(tree, 41))
})

test('a stop for good reads few headers: the lowest block that is kept is compared first', async () => {
  const tree = new BlockTree(300)
  let asked = 0
  const source = sourceOf(tree)
  const counting = {
    ...source,
    headers: (numbers: readonly number[]) => {
      asked += numbers.length
      return source.headers(numbers)
    },
  }
  const { settle, follow } = await following(() => [counting])
  await settle()
  tree.reorg(120, 125)
  asked = 0
  await follow.step()
  expect(asked).toBeLessThanOrEqual(17)
})

test('the final block is asked for every 12 s, and every 2 s while an alert waits for it', async () => {
  const tree = new BlockTree(20)
  const source = sourceOf(tree)
  let asked = 0
  const finalized = () => {
    asked += 1
    return source.finalized('finalized')
  }
  const { settle, clock, wait } = await following(() => [{ ...source, finalized }])
  await settle()
  const askedIn = async (seconds: number) => {
    asked = 0
    for (let second = 0; second < seconds; second++) {
      clock.advance(1000)
      tree.mine(1)
      await settle()
    }
    return asked
  }
  expect(await askedIn(24)).toBe(2)
  wait(true)
  expect(await askedIn(24)).toBe(12)
})

test('a node that knows no final block for a minute: the line says so where an alert waits for it, and a number goes on', async () => {
  const tree = new BlockTree(300)
  const source = sourceOf(tree)
  let knows = true
  const finalized = async () => (knows ? source.finalized('finalized') : undefined)
  const { settle, clock, row, alerts } = await following(() => [{ ...source, finalized }])
  const mine = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 12) {
      clock.advance(12_000)
      tree.mine(1)
      await settle()
    }
  }
  await mine(24)
  const known = (await row()).finalized_number ?? 0
  knows = false
  await mine(48)
  expect(await row()).toMatchObject({ finalized_number: known, reason: null })
  await mine(3600)
  const { tip_number: tip } = await row()
  expect(await row()).toMatchObject({ finalized_number: (tip ?? 0) - 256, reason: null })
  alerts.push({ type: 'MONITOR', chain_filter: JSON.stringify({ confirmations: 'finalized' }) } as StoredAlert)
  await mine(24)
  expect(await row()).toMatchObject({
    state: 'AT_HEAD',
    reason: 'node gives no block "finalized": for alerts a block is final under 256 others',
    reason_code: 'no-final-block',
  })
  knows = true
  await mine(24)
  expect(await row()).toMatchObject({ reason: null, reason_code: null })
})

test('while no node answers, one that is back is read after as long as between two questions at most', async () => {
  const tree = new BlockTree(20)
  const failure: RpcFailure = nodeFailure('node', 'network', 'connection refused')
  let fails = false
  const { settle, follow } = await following(() => [sourceOf(tree, { fails: () => (fails ? failure : undefined) })])
  await settle()
  fails = true
  const waits: number[] = []
  for (let step = 0; step < 8; step++) waits.push(await follow.step())
  expect(waits).toEqual([500, 1000, 2000, 3000, 3000, 3000, 3000, 3000])
})

test('a node whose head goes back without another block at our height lags: nothing is undone', async () => {
  const tree = new BlockTree(20)
  const { settle, applied, row, clock } = await following(() => [sourceOf(tree)])
  await settle()
  tree.mine(5)
  await settle()
  const before = [...applied]
  tree.goBack(3)
  await settle()
  clock.advance(11_000)
  await settle()
  expect(applied).toEqual(before)
  expect(await row()).toMatchObject({ state: 'WAITING', reason_code: 'node-behind', tip_number: 25 })
})

test('a second node is asked when the first fails, and the chain waits with both reasons when all do', async () => {
  const tree = new BlockTree(20)
  const failure: RpcFailure = nodeFailure('one', 'timeout', 'no answer')
  const other: RpcFailure = nodeFailure('two', 'network', 'connection refused')
  let fails = false
  const { settle, applied, row } = await following(() => [
    sourceOf(tree, { host: 'one', fails: () => failure }),
    sourceOf(tree, { host: 'two', fails: () => (fails ? other : undefined) }),
  ])
  await settle()
  tree.mine(2)
  await settle()
  expect(applied).toEqual(hashes(tree, 21))
  expect(await row()).toMatchObject({ state: 'AT_HEAD', node: 'two' })
  fails = true
  await settle()
  expect(await row()).toMatchObject({
    state: 'WAITING',
    reason_code: 'no-node',
    reason: 'one: no answer; two: connection refused',
  })
})

describe('a chain that waits shows how far its node is', () => {
  const failure = (kind: RpcFailure['kind']): RpcFailure => ({ kind, message: `node: ${kind}` })
  for (const kind of ['bad-answer', 'lagging', 'pruned', 'timeout', 'failed'] as const)
    test(`blocks cannot be read: ${kind}`, async () => {
      const tree = new BlockTree(20)
      let fails = false
      const { settle, row, clock } = await following(() => {
        const source = sourceOf(tree)
        return [{ ...source, block: async (number) => (fails ? failure(kind) : source.block(number)) }]
      })
      await settle()
      fails = true
      for (const blocks of [3, 4]) {
        tree.mine(blocks)
        await settle()
        clock.advance(11_000)
        await settle()
        expect(await row()).toMatchObject({ state: 'WAITING', tip_number: 20, head_number: tree.head.number })
      }
      fails = false
      await settle()
      expect(await row()).toMatchObject({ state: 'AT_HEAD', tip_number: 27, head_number: 27 })
    })

  test('what is read cannot be stored', async () => {
    const tree = new BlockTree(20)
    const { settle, row, failOn } = await following(() => [sourceOf(tree)])
    await settle()
    failOn(() => true)
    tree.mine(5)
    await settle()
    expect(await row()).toMatchObject({ state: 'WAITING', tip_number: 20, head_number: 25 })
  })

  test('near miss: the node lags, or is of another chain', async () => {
    const tree = new BlockTree(20)
    const other = new BlockTree(90, 'another genesis')
    let followed = tree
    const { settle, row, clock } = await following(() => [sourceOf(followed)])
    await settle()
    tree.goBack(3)
    await settle()
    clock.advance(11_000)
    await settle()
    expect(await row()).toMatchObject({ state: 'WAITING', head_number: 20 })
    followed = other
    await settle()
    expect(await row()).toMatchObject({ state: 'STOPPED', reason_code: 'wrong-chain', head_number: 20 })
  })
})

test('a long gap waits for a person; a shorter one is caught up completely', async () => {
  const tree = new BlockTree(10)
  const { settle, applied, row } = await following(() => [sourceOf(tree)], 2 * 60 * 60 * 1000)
  await settle()
  tree.mine(500)
  await settle()
  expect(applied).toEqual(hashes(tree, 11))
  tree.mine(700)
  await settle()
  expect(await row()).toMatchObject({
    state: 'WAITING',
    reason_code: 'gap',
    reason: '700 blocks (2 hours) were not followed',
  })
  expect(applied).toHaveLength(500)
})

test('what cannot be stored makes the chain wait with a reason, and nothing is skipped', async () => {
  const tree = new BlockTree(20)
  const { settle, applied, row, reported, failOn } = await following(() => [sourceOf(tree)])
  await settle()
  failOn((number) => number === 22)
  tree.mine(5)
  await settle()
  expect(applied).toEqual(hashes(tree, 21).slice(0, 1))
  expect(reported).toEqual([new RangeError('Invalid time value')])
  expect(await row()).toMatchObject({ state: 'WAITING', reason_code: 'error', tip_number: 21 })
  failOn(undefined)
  await settle()
  expect(applied).toEqual(hashes(tree, 21))
  expect(await row()).toMatchObject({ state: 'AT_HEAD', reason: null })
})

describe('a reorg of final blocks', () => {
  test.each([
    ['that one of two nodes tells is not believed: the other is read', 'AT_HEAD', null],
    ['that both nodes tell stops the chain', 'STOPPED', 'deep-reorg'],
  ])('%s', async (_, state, code) => {
    const tree = new BlockTree(200)
    const old = new BlockTree(200)
    const other = code === 'deep-reorg' ? tree : old
    const { settle, applied, row, clock } = await following(() => [sourceOf(tree), sourceOf(other, { host: 'other' })])
    await settle()
    // Below the last final block, 64 blocks deep.
    tree.mine(1)
    old.mine(1)
    clock.advance(13_000)
    await settle()
    tree.reorg(81, 86)
    await settle()
    expect(applied).toHaveLength(1)
    expect(await row()).toMatchObject({ state, reason_code: code, tip_number: 201 })
  })
})

describe('two nodes on different forks', () => {
  /** The first node fails, and the second has other blocks from `depth` below the tip. */
  async function forked(depth: number, [one, two]: readonly [string, string] = ['first', 'second']) {
    const tree = new BlockTree(20)
    const fork = new BlockTree(20)
    let isDown = false
    const fails = (): RpcFailure | undefined => (isDown ? nodeFailure('first', 'failed', 'down') : undefined)
    const first = sourceOf(tree, { host: one, id: 'first', fails })
    const second = sourceOf(fork, { host: two, id: 'second' })
    let leading = first
    const lab = await following((lead) => {
      leading = [first, second].find(({ id }) => id === lead) ?? leading
      return leading === first ? [first, second] : [second, first]
    })
    await lab.settle()
    tree.mine(10)
    fork.mine(10)
    await lab.settle()
    fork.reorg(depth, depth + 1)
    const leadSecond = () => {
      leading = second
    }
    const setDown = (value: boolean) => {
      isDown = value
      if (value) leadSecond()
    }
    return { ...lab, tree, fork, setDown, leadSecond }
  }

  test('a change of node undoes no more than a few blocks: the chain waits, and the first node is used again', async () => {
    const { tree, fork, applied, row, settle, setDown } = await forked(5)
    const before = [...applied]
    setDown(true)
    await settle()
    const reason = 'second has another block 26 than first, which does not answer; first: down'
    expect(await row()).toMatchObject({ state: 'WAITING', reason_code: 'nodes-disagree', reason })
    expect(applied).toEqual(before)
    setDown(false)
    tree.mine(2)
    fork.mine(4)
    await settle()
    expect(await row()).toMatchObject({ state: 'AT_HEAD', node: 'first', tip_number: 32 })
    expect(applied).toEqual(hashes(tree, 21))
  })

  test('two nodes of one host are compared, too', async () => {
    const { tree, applied, row, settle, setDown } = await forked(5, ['one.example', 'one.example'])
    const before = [...applied]
    setDown(true)
    await settle()
    expect(await row()).toMatchObject({ state: 'WAITING', reason_code: 'nodes-disagree', node_id: 'first' })
    expect(applied).toEqual(before)
    setDown(false)
    tree.mine(2)
    await settle()
    expect(await row()).toMatchObject({ state: 'AT_HEAD', node_id: 'first', tip_number: 32 })
  })

  test('a change of node undoes a few blocks, as nodes differ for a moment', async () => {
    const { fork, applied, row, settle, setDown } = await forked(4)
    setDown(true)
    await settle()
    expect(await row()).toMatchObject({ state: 'AT_HEAD', node: 'second' })
    expect(applied).toEqual(hashes(fork, 21))
  })

  test('a reorg that both nodes have is followed through a change of node', async () => {
    const { tree, fork, applied, row, settle, leadSecond } = await forked(9)
    tree.reorg(9, 10)
    expect(fork.head.hash).toBe(tree.head.hash)
    leadSecond()
    await settle()
    expect(await row()).toMatchObject({ state: 'AT_HEAD', node: 'second' })
    expect(applied).toEqual(hashes(fork, 21))
  })

  test('the first node leads again when it has the same blocks', async () => {
    const { tree, fork, row, settle, setDown, clock, follow } = await forked(1)
    setDown(true)
    await settle()
    expect(await row()).toMatchObject({ node: 'second' })
    setDown(false)
    tree.reorg(1, 2)
    expect(fork.head.hash).toBe(tree.head.hash)
    clock.advance(31_000)
    await follow.step()
    fork.mine(1)
    tree.mine(1)
    await settle()
    expect(await row()).toMatchObject({ state: 'AT_HEAD', node: 'first', tip_number: 32 })
  })
})
