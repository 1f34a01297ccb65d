import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BlockHeader, MatchedTransaction } from '../../../../src/service/chain/blocks/block.ts'
import { topicOf } from '../../../../src/service/evm/words.ts'
import type { ActivityMove } from '../../../../src/service/follower/activity/activity.ts'
import { AUDIT_NONCES } from '../../../../src/service/follower/loop/rates.ts'
import { type SeenEvent, upsertChainEvents } from '../../../../src/service/store/repositories/chain-events.ts'
import { deleteMonitorBalancesFrom } from '../../../../src/service/store/repositories/monitor-balances.ts'
import { findMonitor, updateMonitor } from '../../../../src/service/store/repositories/monitors.ts'
import { CHAIN, followed, shown } from './audited.ts'
import { transfer } from './blocks.ts'
import type { Content, SimulatedChain, SourceOptions, Tracing } from './simulated-chain.ts'

const A = `0x${'aa'.repeat(20)}`
const B = `0x${'bb'.repeat(20)}`
const CONTRACT = `0x${'cc'.repeat(20)}`
const OTHERS = ['d0', 'd1', 'd2'].map((byte) => `0x${byte.repeat(20)}`)

/** What was reported of a transaction. */
function eventOf(
  { number, hash, timestamp }: BlockHeader,
  { transaction }: MatchedTransaction,
  address: string,
  moves: readonly ActivityMove[],
): SeenEvent {
  return {
    id: 'notified',
    chain_id: CHAIN,
    tx_hash: transaction.hash,
    address,
    kind: 'sent',
    svc_tx_id: null,
    block_number: number,
    block_hash: hash,
    block_time: timestamp,
    created_at: 0,
    updated_at: 0,
    content: JSON.stringify({ moves }),
  }
}

/** execTransaction of a Safe that succeeds. */
function safeCall(safe: string, { from, to, value }: { from: string; to: string; value: bigint }): MatchedTransaction {
  const word = (each: bigint | string) => BigInt(each).toString(16).padStart(64, '0')
  const executed = { address: safe, topics: [topicOf('ExecutionSuccess(bytes32,uint256)')], data: `0x${word(0n)}` }
  const data = `0x6a761202${[to, value, 320n, 0n, 0n, 0n, 0n, 0n, 0n, 0n].map(word).join('')}`
  return transfer({ from, to: safe, data, logs: [executed] })
}

/** Applies blocks one by one and audits after each. */
async function run(following: Awaited<ReturnType<typeof followed>>, contents: readonly Content[]) {
  const found = [...shown(await following.audit())]
  for (const content of contents) {
    await following.apply(following.chain.mine(content))
    found.push(...shown(await following.audit()))
  }
  return found
}

const account = fc.constantFrom(A, B, CONTRACT, ...OTHERS)
const anyTransfer = fc
  .record({
    from: account,
    to: account,
    value: fc.bigInt(0n, 10n ** 18n),
    fee: fc.bigInt(0n, 10n ** 15n),
    succeeded: fc.boolean(),
  })
  .map(transfer)
const anyContent: fc.Arbitrary<Content> = fc.record({
  transactions: fc.array(anyTransfer, { maxLength: 4 }),
  credits: fc.array(
    fc.record({ address: account, amount: fc.bigInt(1n, 10n ** 18n), of: fc.constant('withdrawal' as const) }),
    { maxLength: 1 },
  ),
})

describe('balances that the blocks explain', () => {
  test('are no event, and a single wei that nothing explains is one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyContent, { minLength: 1, maxLength: 5 }),
        fc.nat(),
        fc.constantFrom(A, B),
        fc.constantFrom(1n, -1n),
        async (contents, at, address, wei) => {
          const fair = await followed([A, B])
          expect(await run(fair, contents)).toEqual([])

          const block = 1 + (at % contents.length)
          const changed = contents.map((content, index) =>
            index + 1 === block ? { ...content, hidden: [{ address, balance: wei }] } : content,
          )
          const unfair = await followed([A, B])
          expect(await run(unfair, changed)).toEqual([
            {
              block,
              hash: unfair.chain.blocks[block]?.block.header.hash,
              address,
              kind: 'unexplained-balance',
              transaction: undefined,
              amounts: [wei > 0n ? '+1' : '-1'],
            },
          ])
        },
      ),
      { numRuns: 8 },
    )
  })

  test('fees of the block that it does not say, unknown fees and statuses are no event', async () => {
    const following = await followed([A, B])
    const contents: Content[] = [
      { credits: [{ address: A, amount: undefined, of: 'fees' }], hidden: [{ address: A, balance: 5n }] },
      { transactions: [transfer({ from: A, to: B, value: 3n, fee: undefined })] },
      { transactions: [transfer({ from: A, to: B, value: 3n, fee: undefined, succeeded: undefined })] },
      {
        transactions: [
          transfer({ from: OTHERS[0] ?? '', authorizations: [{ authority: A, delegate: CONTRACT, nonce: 0n }] }),
        ],
      },
      {},
    ]
    expect(await run(following, contents)).toEqual([])
    expect(await run(following, [{ hidden: [{ address: A, balance: 1n }] }])).toHaveLength(1)
  })

  test('a part of the fee that receipts leave out is tolerated on an L2, and on no other chain', async () => {
    const content = { transactions: [transfer({ from: A, to: B, value: 3n, fee: 100n })] }
    const short = { ...content, hidden: [{ address: A, balance: -40n }] }
    const much = { ...content, hidden: [{ address: A, balance: -140n }] }
    expect(await run(await followed([A], { chainId: '10' }), [short])).toEqual([])
    expect(await run(await followed([A], { chainId: '10' }), [much])).toHaveLength(1)
    expect(await run(await followed([A]), [short])).toHaveLength(1)
  })
})

describe('a block that does not say how much it changes an account', () => {
  const own = transfer({ from: A, to: B, value: 3n, fee: undefined, succeeded: undefined })
  const inner = (amount: bigint) => ({ internal: [{ from: CONTRACT, to: A, amount }] })
  /** Applies some blocks between two audits. */
  const between = async (options: Parameters<typeof followed>[1], contents: readonly Content[]) => {
    const following = await followed([A], options)
    await following.audit()
    for (const content of contents) await following.apply(following.chain.mine(content))
    return { following, found: shown(await following.audit()) }
  }

  test('hides no payment inside of a call: before it, in it and after it', async () => {
    const contents = [inner(5n), { transactions: [own], ...inner(7n) }, {}, inner(11n)]
    const { following, found } = await between({ tracing: 'debug-block' }, contents)
    expect(found.map(({ block, kind, amounts }) => [block, kind, amounts])).toEqual([
      [1, 'received', ['+5']],
      [2, 'received', ['+7']],
      [4, 'received', ['+11']],
    ])
    expect(await run(following, [{}, inner(2n)])).toMatchObject([{ block: 6, amounts: ['+2'] }])
  })

  test('is no place for more than it can change: the rest is an unexplained balance', async () => {
    const hidden = [{ address: A, balance: 1000n }]
    const { found } = await between({}, [{ transactions: [own], hidden }, {}])
    expect(found).toMatchObject([{ block: 1, kind: 'unexplained-balance', transaction: undefined }])
    const fees = { credits: [{ address: A, amount: undefined, of: 'fees' as const }] }
    const { found: lost } = await between({}, [{ ...fees, hidden: [{ address: A, balance: -1000n }] }, {}])
    expect(lost).toMatchObject([{ block: 1, kind: 'unexplained-balance', amounts: ['-223'] }])
  })

  test('more of them than one audit resolves are resolved one after another', async () => {
    const fees = { credits: [{ address: A, amount: undefined, of: 'fees' as const }] }
    const { following, found } = await between({}, [...Array.from({ length: 70 }, () => fees), inner(4n)])
    const later = [...found, ...shown(await following.audit()), ...shown(await following.audit())]
    expect(later).toMatchObject([{ block: 71, kind: 'unexplained-balance', amounts: ['+4'] }])
  })

  describe('and whose states the node does not keep', () => {
    const old = (blocks: number, more: Content): Content[] => [
      { transactions: [own], ...more },
      ...Array.from({ length: blocks }, () => ({})),
    ]
    const pruned = (first: number) => {
      const chains: SimulatedChain[] = []
      const answer: NonNullable<SourceOptions['answer']> = ({ method, params }, usual) => {
        const number = chains[0]?.blockOf(params[1])?.block.header.number ?? first
        return method === 'eth_getBalance' && number < first
          ? { failure: { kind: 'pruned', message: 'node: no state' } }
          : usual()
      }
      return { chains, answer }
    }

    test.each([
      ['explains what it can', {}, []],
      ['explains no more than that', { hidden: [{ address: A, balance: 5000n }] }, ['unexplained-balance']],
    ])('%s', async (_, more, kinds) => {
      const { chains, answer } = pruned(130)
      const following = await followed([A], { answer })
      await following.audit()
      for (const content of old(135, more)) await following.apply(following.chain.mine(content))
      chains.push(following.chain)
      expect(shown(await following.audit()).map(({ kind }) => kind)).toEqual(kinds)
      expect(await run(following, [{}, inner(2n)])).toMatchObject([{ amounts: ['+2'] }])
    })

    test('waits while it may be a fault that passes', async () => {
      const { chains, answer } = pruned(100)
      const following = await followed([A], { answer, tracing: 'debug-block' })
      await following.audit()
      for (const content of old(10, inner(7n))) await following.apply(following.chain.mine(content))
      chains.push(following.chain)
      const audited = await following.audit()
      expect([audited.isPartial, shown(audited)]).toEqual([true, []])
      chains.pop()
      expect(shown(await following.audit())).toMatchObject([{ block: 1, amounts: ['+7'] }])
    })
  })
})

describe('an internal transfer', () => {
  const content: Content = {
    internal: [
      { from: CONTRACT, to: A, amount: 7n },
      { from: CONTRACT, to: B, amount: 9n },
    ],
  }
  const hashIn = (chain: SimulatedChain, block: number, at = 0) =>
    chain.blocks[block]?.block.matched[at]?.transaction.hash

  test.each<Tracing>(['debug-block', 'parity', 'debug-transaction'])(
    'is received by its transaction where a node traces (%s)',
    async (tracing) => {
      const following = await followed([A, B], { tracing })
      const found = await run(following, [{}, content, {}])
      const { chain } = following
      const received = { block: 2, hash: chain.blocks[2]?.block.header.hash, kind: 'received' }
      expect(found).toEqual([
        { ...received, address: A, transaction: hashIn(chain, 2, 0), amounts: ['+7'] },
        { ...received, address: B, transaction: hashIn(chain, 2, 1), amounts: ['+9'] },
      ])
    },
  )

  test('is an unexplained balance with the hash of the block where none does', async () => {
    const following = await followed([A, B])
    const hash = () => following.chain.blocks[2]?.block.header.hash
    const unexplained = { kind: 'unexplained-balance', block: 2, transaction: undefined }
    expect(await run(following, [{}, content, {}])).toEqual([
      { ...unexplained, hash: hash(), address: A, amounts: ['+7'] },
      { ...unexplained, hash: hash(), address: B, amounts: ['+9'] },
    ])
  })

  test.each<Tracing>(['debug-block', 'parity', 'debug-transaction'])(
    'stands beside a payment that its transaction shows (%s)',
    async (tracing) => {
      const plain = transfer({ from: B, to: A, value: 100n, fee: 3n })
      const within = transfer({ from: OTHERS[0] ?? '', to: A, value: 20n, data: '0x12345678' })
      const internal = [{ from: CONTRACT, to: A, amount: 7n, within }]
      const following = await followed([A], { tracing })
      expect(await run(following, [{ transactions: [plain, within], internal }])).toMatchObject([
        { kind: 'received', transaction: within.transaction.hash, amounts: ['+7'] },
      ])
    },
  )

  test('out of a contract is sent', async () => {
    const following = await followed([CONTRACT], { tracing: 'parity', codes: { [CONTRACT]: '0x6001' } })
    expect(await run(following, [content])).toMatchObject([
      { kind: 'sent', address: CONTRACT, amounts: ['-7'] },
      { kind: 'sent', address: CONTRACT, amounts: ['-9'] },
    ])
  })

  test('that the trace shows in part leaves a rest', async () => {
    const following = await followed([A], { tracing: 'debug-block' })
    expect(await run(following, [{ ...content, hidden: [{ address: A, balance: 2n }] }])).toMatchObject([
      { kind: 'received', amounts: ['+7'] },
      { kind: 'unexplained-balance', amounts: ['+2'] },
    ])
  })

  test('back to the sender of the only call is an unexplained balance without a trace', async () => {
    const swap = transfer({ from: A, to: CONTRACT, value: 100n, fee: 5n, data: '0x12345678' })
    const following = await followed([A])
    expect(
      await run(following, [
        { transactions: [swap], internal: [{ from: CONTRACT, to: A, amount: 60n, within: swap }] },
      ]),
    ).toMatchObject([{ kind: 'unexplained-balance', transaction: undefined, amounts: ['+60'] }])
  })

  describe('of a transaction that was reported already', () => {
    const token = { token: CONTRACT, amount: '1', direction: 'out', other: B } as const
    const paid = { token: '', amount: '7', direction: 'out', other: B } as const
    const within = transfer({ from: OTHERS[0] ?? '', to: A, data: '0x12345678' })
    const sent = (amount: bigint) => ({ transactions: [within], internal: [{ from: A, to: B, amount, within }] })

    test.each([
      ['is added to it', [token], 1000n, [['-1000', '-1']]],
      ['is added to it beside another of the kind', [paid], 8n, [['-8', '-7']]],
      ['that shows it is no news', [token, paid], 7n, []],
      [
        'stays, however many moves it has',
        Array.from({ length: 12 }, () => token),
        9n,
        [['-9', ...Array(11).fill('-1')]],
      ],
    ])('%s', async (_, moves, amount, expected) => {
      const following = await followed([A], { tracing: 'parity', codes: { [A]: '0x6001' } })
      await following.audit()
      const block = following.chain.mine(sent(amount))
      await following.apply(block)
      await following.store.write((db) => upsertChainEvents(db, [eventOf(block.header, within, A, moves)]))
      const found = shown(await following.audit())
      expect(found.map(({ amounts }) => amounts)).toEqual(expected)
      for (const each of found) expect(each).toMatchObject({ kind: 'sent', transaction: within.transaction.hash })
      expect(shown(await following.audit())).toEqual([])
    })

    test.each([
      ['what its call data shows', 7n, []],
      ['no more than that', 1007n, [['-1000']]],
      ['no less than that', 4n, [['+3']]],
    ])('explains, without a trace, %s', async (_, amount, expected) => {
      const following = await followed([A], { codes: { [A]: '0x6001' } })
      await following.audit()
      const safe = safeCall(A, { from: OTHERS[0] ?? '', to: B, value: 7n })
      const block = following.chain.mine({ transactions: [safe], internal: [{ from: A, to: B, amount, within: safe }] })
      await following.apply(block)
      await following.store.write((db) => upsertChainEvents(db, [eventOf(block.header, safe, A, [paid])]))
      const found = shown(await following.audit())
      expect(found.map(({ amounts }) => amounts)).toEqual(expected)
      for (const each of found) expect(each.kind).toBe('unexplained-balance')
    })
  })

  test('a plain payment in the same block does not explain it', async () => {
    const plain = transfer({ from: A, to: B, value: 100n })
    expect(
      await run(await followed([A]), [{ transactions: [plain], internal: [{ from: CONTRACT, to: A, amount: 1n }] }]),
    ).toMatchObject([{ kind: 'unexplained-balance', amounts: ['+1'] }])
  })

  test('several blocks with one are found at once', async () => {
    const following = await followed([A], { tracing: 'debug-block' })
    await following.audit()
    for (const amount of [3n, 0n, 5n])
      await following.apply(
        following.chain.mine(amount === 0n ? {} : { internal: [{ from: CONTRACT, to: A, amount }] }),
      )
    expect(shown(await following.audit())).toMatchObject([
      { block: 1, amounts: ['+3'] },
      { block: 3, amounts: ['+5'] },
    ])
    expect(shown(await following.audit())).toEqual([])
  })
})

describe('a nonce', () => {
  const jump = { hidden: [{ address: A, nonce: 2 }] }

  test('that counts what nobody saw is an event', async () => {
    const following = await followed([A, B])
    const found = await run(following, [{}, jump, {}])
    expect(found).toMatchObject([{ kind: 'nonce-jumped', block: 2, address: A, transaction: undefined }])
  })

  test.each([
    ['of a contract', '0x6001'],
    ['of an account that delegates to code', `0xef0100${'11'.repeat(20)}`],
  ])('%s counts creations, too', async (_, code) => {
    expect(await run(await followed([A], { codes: { [A]: code } }), [{}, jump, {}])).toEqual([])
  })

  test.each([
    ['of a contract', '0x6001'],
    ['of an account that delegates to code', `0xef0100${'11'.repeat(20)}`],
  ])('%s is no event beside a change of its balance', async (_, code) => {
    const following = await followed([A], { codes: { [A]: code } })
    const found = await run(following, [{}, { hidden: [{ address: A, balance: 5n, nonce: 2 }] }, {}])
    expect(found).toMatchObject([{ kind: 'unexplained-balance', block: 2, amounts: ['+5'] }])
  })
})

describe('a transaction that was not seen', () => {
  test('is reported, though the clock of the chain is behind that of the monitor', async () => {
    const following = await followed([A], { since: 2_000_000_000_000 })
    await following.audit()
    const block = following.chain.mine({ transactions: [transfer({ from: A, to: B, value: 3n, fee: 1n })] })
    await following.apply(block, { ...block, matched: [] })
    expect(shown(await following.audit()).map(({ kind }) => kind)).toEqual(['sent'])
    expect(shown(await following.audit())).toEqual([])
  })
})

describe('nodes', () => {
  test('one that gives the balance of another block once is no event', async () => {
    let lies = 0
    const following = await followed([A], {
      answer: ({ method }, usual) => (method === 'eth_getBalance' && lies-- > 0 ? { result: '0x1' } : usual()),
    })
    await following.audit()
    for (const times of [1, 1, 1]) {
      lies = times
      await following.apply(following.chain.mine())
      expect(shown(await following.audit())).toEqual([])
    }
  })

  test('one that always gives a wrong balance is no event where another node says the right one', async () => {
    let lies = false
    const following = await followed([A], {
      answer: ({ method }, usual) => (lies && method === 'eth_getBalance' ? { result: '0x1' } : usual()),
      secondSource: {},
    })
    await following.audit()
    lies = true
    await following.apply(following.chain.mine())
    expect(shown(await following.audit())).toEqual([])
    lies = false
    await following.apply(following.chain.mine({ internal: [{ from: CONTRACT, to: A, amount: 1n }] }))
    expect(shown(await following.audit())).toHaveLength(1)
  })

  test('one that fails gives a failure, and the next audit finds what this one could not', async () => {
    let fails = false
    const following = await followed([A], {
      answer: (_, usual) => (fails ? { failure: { kind: 'network', message: 'node: down' } } : usual()),
    })
    await following.audit()
    fails = true
    await following.apply(following.chain.mine({ hidden: [{ address: A, balance: 1n }] }))
    const failed = await following.audit()
    expect(failed).toMatchObject({ found: [], failure: { kind: 'network' } })
    fails = false
    await following.apply(following.chain.mine())
    expect(shown(await following.audit())).toMatchObject([{ block: 1, amounts: ['+1'] }])
  })

  test('after a long catch-up the block is found; without old states the range is named', async () => {
    const content = { hidden: [{ address: A, balance: 1n }] }
    const blocks = Array.from({ length: 40 }, (_, index) => (index === 17 ? content : {}))
    const full = await followed([A])
    await full.audit()
    for (const each of blocks) await full.apply(full.chain.mine(each))
    expect(shown(await full.audit())).toMatchObject([{ block: 18, amounts: ['+1'] }])

    const pruned: Awaited<ReturnType<typeof followed>> = await followed([A], {
      answer: ({ params: [, block] }, usual) => {
        const found = pruned?.chain.blockOf(block)
        const isOld = found !== undefined && found.block.header.number < pruned.chain.head.number
        return isOld ? { failure: { kind: 'pruned', message: 'node: missing trie node' } } : usual()
      },
    })
    await pruned.audit()
    for (const each of blocks) await pruned.apply(pruned.chain.mine(each))
    const { found } = await pruned.audit()
    expect(found[0]?.header.number).toBe(40)
    expect(found[0]?.activities[0]?.details.notes).toMatchObject([{ firstBlock: 1, lastBlock: 40 }])
  })
})

describe('reorgs', () => {
  test('undone blocks leave no false alarm, and what happens again is found again', async () => {
    const following = await followed([A], { tracing: 'debug-block' })
    const internal = { internal: [{ from: CONTRACT, to: A, amount: 7n }] }
    const sent = { transactions: [transfer({ from: A, to: B, value: 3n, fee: 1n })] }
    await run(following, [{}, sent])
    await following.undo(2)
    expect(await run(following, [{}, {}])).toEqual([])
    expect(await run(following, [sent, internal])).toHaveLength(1)
    await following.undo(2)
    expect(await run(following, [{}, internal, sent])).toMatchObject([{ kind: 'received', block: 4 }])
  })

  test('random blocks and reorgs: every hidden change of the branch is found once, and nothing else', async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ content: anyContent, wei: fc.constantFrom(0n, 0n, 1n) }) },
      { weight: 1, arbitrary: fc.record({ depth: fc.integer({ min: 1, max: 3 }) }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const following = await followed([A])
        const { chain } = following
        await following.audit()
        const hidden = new Set<string>()
        const found: string[] = []
        for (const each of steps) {
          if ('depth' in each) {
            if (chain.head.number > each.depth) await following.undo(each.depth)
            continue
          }
          const block = chain.mine({
            ...each.content,
            hidden: each.wei === 0n ? [] : [{ address: A, balance: each.wei }],
          })
          if (each.wei !== 0n) hidden.add(block.header.hash)
          await following.apply(block)
          found.push(...shown(await following.audit()).map(({ hash }) => hash))
        }
        expect(found.toSorted()).toEqual([...hidden].toSorted())
      }),
      { numRuns: 8 },
    )
  })
})

test('with more addresses than one audit reads, all are seen in turn', async () => {
  const addresses = Array.from({ length: 450 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
  const following = await followed(addresses)
  for (let audits = 0; audits < 3; audits++) expect(shown(await following.audit())).toEqual([])
  const late = addresses[440] ?? ''
  await following.apply(following.chain.mine({ hidden: [{ address: late, balance: 1n }] }))
  const results = [await following.audit(), await following.audit(), await following.audit()]
  expect(results.map(({ found }) => found.length)).toEqual([0, 0, 1])
  expect(results.flatMap(shown)).toMatchObject([{ address: late, block: 1 }])
})

test.each([40, 400, 605])(
  'the nonce of each of %i addresses is compared in its turn, also without a new balance',
  async (count) => {
    const addresses = Array.from({ length: count }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
    const following = await followed(addresses)
    for (let audits = 0; audits < Math.ceil(count / 200); audits++) await following.audit()
    const jumped = addresses.filter((_, index) => index % 13 === 5)
    await following.apply(following.chain.mine({ hidden: jumped.map((address) => ({ address, nonce: 1 })) }))
    const found = new Set<string>()
    for (let audits = 0; audits <= Math.ceil(count / AUDIT_NONCES) + 1; audits++) {
      for (const { address, kind } of shown(await following.audit())) if (kind === 'nonce-jumped') found.add(address)
      await following.apply(following.chain.mine())
    }
    expect([...found].toSorted()).toEqual(jumped)
  },
)

test('a node that fails in every second audit keeps no address from being audited', async () => {
  const addresses = Array.from({ length: 390 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
  let fails = false
  const following = await followed(addresses, {
    answer: (_, usual) => (fails ? { failure: { kind: 'network', message: 'node: down' } } : usual()),
  })
  for (let audits = 0; audits < 2; audits++) await following.audit()
  const late = addresses.at(-1) ?? ''
  await following.apply(following.chain.mine({ hidden: [{ address: late, balance: -1n }] }))
  const found = []
  for (let audits = 0; audits < 6; audits++) {
    fails = audits % 2 === 1
    found.push(...shown(await following.audit()))
  }
  expect(found).toMatchObject([{ address: late, block: 1 }])
})

test('many differences in one block wait for their turn', async () => {
  const all = Array.from({ length: 450 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
  const addresses = all.slice(0, 40)
  const following = await followed(all)
  for (let audits = 0; audits < 3; audits++) await following.audit()
  await following.apply(following.chain.mine({ hidden: addresses.map((address) => ({ address, balance: 1n })) }))
  const found = [await following.audit(), await following.audit(), await following.audit()].flatMap(shown)
  expect(new Set(found.map(({ address }) => address))).toEqual(new Set(addresses))
  expect(found).toHaveLength(40)
})

describe('dust to many addresses in every block', () => {
  const all = Array.from({ length: 60 }, (_, index) => `0x${index.toString(16).padStart(40, '0')}`)
  const dusted = all.slice(0, 59)
  const dust = dusted.map((address) => ({ address, balance: 1n }))
  const purse = all.at(-1) ?? ''

  async function dustedFor(blocks: number, options: Parameters<typeof followed>[1] = {}) {
    const following = await followed(all, options)
    await following.audit()
    for (let block = 0; block < blocks; block++) {
      await following.apply(following.chain.mine({ hidden: dust }))
      await following.audit()
    }
    following.asked.splice(0)
    return following
  }

  test('does not hide a theft: a loss is reported by the next audit', async () => {
    const following = await dustedFor(6)
    await following.apply(following.chain.mine({ hidden: [...dust, { address: purse, balance: -9n }] }))
    const notified = shown(await following.audit()).filter(({ address }) => address === purse)
    expect(notified).toMatchObject([{ kind: 'unexplained-balance', block: 7, amounts: ['-9'] }])
  })

  test('the largest loss is reported first', async () => {
    const following = await dustedFor(3)
    const losses = dusted.map((address, index) => ({ address, balance: -100n - BigInt(index) }))
    await following.apply(following.chain.mine({ hidden: losses }))
    expect(shown(await following.audit()).map(({ address }) => address)).toContain(dusted.at(-1))
  })

  test('does not hide an income: every address has its turn, and each block is reported once', async () => {
    const following = await dustedFor(6)
    await following.apply(following.chain.mine({ hidden: [...dust, { address: purse, balance: 9n }] }))
    const found = [...shown(await following.audit())]
    for (let block = 0; block < 4; block++) {
      await following.apply(following.chain.mine({ hidden: dust }))
      found.push(...shown(await following.audit()))
    }
    expect(found.filter(({ address }) => address === purse)).toMatchObject([{ block: 7, amounts: ['+9'] }])
    expect(new Set(found.map(({ address }) => address))).toEqual(new Set(all))
    const keys = found.map(({ address, block }) => `${address} ${block}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('an audit asks a bounded number of questions', async () => {
    const following = await dustedFor(0, { tracing: 'debug-transaction' })
    const others = Array.from({ length: 80 }, () => ({ from: CONTRACT, to: OTHERS[0] ?? '', amount: 1n }))
    for (let block = 0; block < 64; block++) {
      const to = dusted[block % 16] ?? ''
      await following.apply(following.chain.mine({ internal: [{ from: CONTRACT, to, amount: 1n }, ...others] }))
    }
    const sizes: number[] = []
    let notified = 0
    for (let audits = 0; audits < 20 && notified < 64; audits++) {
      following.asked.splice(0)
      notified += shown(await following.audit()).length
      sizes.push(following.asked.length)
    }
    expect(notified).toBe(64)
    expect(Math.max(...sizes)).toBeLessThan(1500)
  })
})

test('what was expected before an address was disabled, or blocks were skipped, is not expected afterwards', async () => {
  const following = await followed([A, B])
  const { store, chain } = following
  await following.audit()
  const toggle = (enabled: 0 | 1) =>
    store.write(async (db) => {
      const row = await findMonitor(db, `m-${A}`)
      if (row) await updateMonitor(db, { ...row, enabled })
    })
  await toggle(0)
  const paid = chain.mine({ transactions: [transfer({ from: CONTRACT, to: A, value: 5n })] })
  await following.apply(paid, { ...paid, matched: [] })
  await toggle(1)
  expect(shown(await following.audit())).toEqual([])

  chain.mine({ transactions: [transfer({ from: CONTRACT, to: B, value: 5n })] })
  await following.apply(chain.mine())
  await store.write((db) => deleteMonitorBalancesFrom(db, CHAIN, 0))
  expect(shown(await following.audit())).toEqual([])
})
