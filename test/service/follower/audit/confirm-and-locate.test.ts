import { describe, expect, test } from 'vitest'
import type { AccountChange } from '../../../../src/service/follower/audit/account-changes.ts'
import type { AuditContext } from '../../../../src/service/follower/audit/audit.ts'
import { locate } from '../../../../src/service/follower/audit/locate.ts'
import { atHead, confirmed, type Differing, type Suspect } from '../../../../src/service/follower/audit/suspects.ts'
import { quantity } from '../../../../src/shared/json/evm-json.ts'
import { CHAIN, followed } from './audited.ts'
import { nodeOf, SimulatedChain, type SourceOptions } from './simulated-chain.ts'

/** Balances that are not as expected: read a second time, then followed back to the block that changed them. */

const A = `0x${'aa'.repeat(20)}`
const START = 10n ** 24n

function differing(chain: SimulatedChain, over: Partial<Differing> = {}): Differing {
  return {
    address: A,
    monitor: {} as Differing['monitor'],
    loss: 0n,
    at: chain.head,
    head: { header: chain.head, balance: 0n },
    ledger: { base: { number: 0, balance: START, nonce: 0 }, changes: new Map() },
    ...over,
  }
}

function contextOf(chain: SimulatedChain, options: SourceOptions = {}, second?: SourceOptions): AuditContext {
  const secondSource = second && nodeOf(chain, { host: 'another', ...second }).source
  return { source: nodeOf(chain, options).source, secondSource } as Partial<AuditContext> as AuditContext
}

describe('a state that is not as expected', () => {
  const chain = new SimulatedChain()
  chain.mine({ hidden: [{ address: A, balance: 9n, nonce: 2 }] })
  const state = { balance: START + 9n, nonce: 2 }
  const read = (options: SourceOptions = {}, second?: SourceOptions) =>
    confirmed([differing(chain)], contextOf(chain, options, second))
  const says = (method: string, result: string): SourceOptions => ({
    answer: (request, usual) => (request.method === method ? { result } : usual()),
  })
  const lacks = (method: string): SourceOptions => ({
    answer: (request, usual) =>
      request.method === method ? { failure: { kind: 'pruned', message: 'node: missing trie node' } } : usual(),
  })

  test('is a suspect where two answers agree', async () => {
    for (const second of [undefined, {}])
      expect(await read({}, second)).toMatchObject({ suspects: [{ address: A, state }], disputes: [], unread: 0 })
  })

  test.each([
    ['own transactions of an account without code', '0x', 'transactions'],
    ['those and creations of the code that an account delegates to', `0xef0100${'bb'.repeat(20)}`, 'delegated'],
    ['creations of a contract', '0x6000', 'creations'],
  ])('has a nonce that counts %s', async (_, code, nonceOf) => {
    expect((await read({ codes: { [A]: code } })).suspects).toMatchObject([{ nonceOf }])
  })

  test.each([
    ['eth_getBalance', { balance: 42n, nonce: 2 }],
    ['eth_getTransactionCount', { balance: START + 9n, nonce: 42 }],
  ])('is disputed where another node answers %s in another way', async (method, other) => {
    const { suspects, disputes, unread } = await read({}, says(method, '0x2a'))
    expect({ suspects, unread }).toEqual({ suspects: [], unread: 0 })
    expect(disputes).toEqual([
      {
        monitor: {},
        block: 1,
        answers: [
          { host: 'node', state },
          { host: 'another', state: other },
        ],
      },
    ])
  })

  test('is disputed where one node answers in two ways', async () => {
    let answers = 0
    const { disputes } = await read({
      answer: ({ method }, usual) => (method === 'eth_getBalance' && answers++ > 0 ? { result: '0x2a' } : usual()),
    })
    expect(disputes).toMatchObject([
      {
        answers: [
          { host: 'node', state },
          { host: 'node', state: { balance: 42n } },
        ],
      },
    ])
  })

  test('is read from the first node again where another one does not have it yet', async () => {
    expect(await read({}, lacks('eth_getBalance'))).toMatchObject({ suspects: [{ state }], disputes: [], unread: 0 })
    let answers = 0
    const { disputes } = await read(
      { answer: ({ method }, usual) => (method === 'eth_getBalance' && answers++ > 0 ? { result: '0x2a' } : usual()) },
      lacks('eth_getBalance'),
    )
    expect(disputes).toMatchObject([{ answers: [{ host: 'node' }, { host: 'node' }] }])
  })

  test.each([
    ['the first node', lacks('eth_getBalance'), {}],
    ['every node', lacks('eth_getBalance'), lacks('eth_getBalance')],
  ])('is not read where %s does not have it', async (_, first, second) => {
    expect(await read(first, second)).toEqual({ suspects: [], disputes: [], unread: 1 })
  })

  test('is not read where the node does not give its code', async () => {
    expect(await read(lacks('eth_getCode'))).toEqual({ suspects: [], disputes: [], unread: 1 })
  })

  test('is not requested for no account', async () => {
    const { source, asked } = nodeOf(chain)
    const nothing = { suspects: [], disputes: [], unread: 0 }
    expect(await confirmed([], { source } as unknown as Partial<AuditContext> as AuditContext)).toEqual(nothing)
    expect(asked).toEqual([])
  })
})

describe('a suspect at the head', () => {
  const chain = new SimulatedChain()
  chain.mine()
  const first = chain.head
  chain.mine()
  const suspect = (over: Partial<Differing> = {}): Suspect => ({
    ...differing(chain, { head: { header: chain.head, balance: 77n }, at: first, ...over }),
    state: { balance: 1n, nonce: 9 },
    nonceOf: 'transactions',
  })

  test('has the balance of the head, and the nonce that its blocks explain', () => {
    const base = { number: 0, balance: 0n, nonce: 3 }
    const ledger = { base, changes: new Map([[2, { balance: 0n, nonce: 1 }]]) }
    const there = atHead(suspect({ ledger }))
    expect(there).toMatchObject({ at: chain.head, state: { balance: 77n, nonce: 4 } })
    const unknown = { base: undefined, changes: new Map() }
    expect(atHead(suspect({ ledger: unknown })).state).toEqual({ balance: 77n, nonce: 0 })
  })

  test('is the same where it was read there', () => {
    const read = suspect({ at: chain.head })
    expect(atHead(read)).toBe(read)
  })
})

describe('the block that changed an account', () => {
  const CHANGED = 7

  /** Twenty blocks, of which the last ones are kept; one of them changes the account. */
  async function located({
    fine,
    kept = 0,
    base = 0,
    readable = () => true,
    changed = { balance: 0n, nonce: 0 },
    second,
  }: {
    readonly fine?: number
    readonly kept?: number
    readonly base?: number | null
    readonly readable?: (number: number) => boolean
    /** What was noted of the block. */
    readonly changed?: AccountChange
    readonly second?: SourceOptions
  } = {}) {
    const { chain, apply, store } = await followed([])
    for (let number = 1; number <= 20; number++) {
      const block = chain.mine(number === CHANGED ? { hidden: [{ address: A, balance: -9n }] } : {})
      if (number >= kept) await apply(block)
    }
    const { source, asked } = nodeOf(chain, {
      answer: ({ params: [, at] }, usual) => {
        const number = chain.blockOf(at)?.block.header.number
        return number === undefined || readable(number)
          ? usual()
          : { failure: { kind: 'pruned', message: 'node: missing trie node' } }
      },
    })
    const ledger = {
      base: base === null ? undefined : { number: base, balance: START, nonce: 0 },
      changes: new Map([[CHANGED, changed]]),
    }
    const suspect: Suspect = {
      ...differing(chain, { ledger }),
      state: { balance: START - 9n, nonce: 0 },
      nonceOf: 'transactions',
    }
    const secondSource = second && nodeOf(chain, { host: 'another', ...second }).source
    const context = { db: store.read, chainId: CHAIN, source, secondSource } as Partial<AuditContext> as AuditContext
    const found = await locate(suspect, fine, context)
    if (!found) throw new Error('no block is found')
    const numbers = asked.map(({ params: [, at] }) => chain.blockOf(at)?.block.header.number)
    return { ...found, chain, asked, numbers: [...new Set(numbers)] }
  }

  test('is found between the last state that was read and the head', async () => {
    const { chain, ...difference } = await located()
    expect(difference).toMatchObject({
      address: A,
      number: CHANGED,
      hash: chain.blocks[CHANGED]?.block.header.hash,
      noted: { balance: 0n, nonce: 0 },
      surplus: { balance: -9n, nonce: 0 },
      notBefore: undefined,
    })
  })

  test('has no hash where it is not kept, and is read by its number', async () => {
    const { number, hash, asked } = await located({ kept: CHANGED + 1 })
    expect({ number, hash }).toEqual({ number: CHANGED, hash: undefined })
    expect(asked.map(({ params: [, at] }) => at)).toContain(quantity(CHANGED))
  })

  test('is the head where nothing was read before', async () => {
    const { number, hash, notBefore, asked, chain } = await located({ base: null })
    expect({ number, hash }).toEqual({ number: 20, hash: chain.head.hash })
    expect([notBefore, asked.length]).toEqual([undefined, 0])
  })

  test('is not one of several where states between them are missing', async () => {
    const { number, notBefore } = await located({ readable: () => false })
    expect([number, notBefore]).toEqual([20, 1])
  })

  test('is after a block at which all was as expected, and not after one at which it was not', async () => {
    const onlyAt = (fine: number) => located({ fine, readable: (number) => number === fine })
    const [before, since] = [await onlyAt(CHANGED - 1), await onlyAt(CHANGED + 1)]
    expect([before.number, before.notBefore]).toEqual([20, CHANGED])
    expect([since.number, since.notBefore]).toEqual([CHANGED + 1, 1])
    expect(since.hash).toBe(since.chain.blocks[CHANGED + 1]?.block.header.hash)
    expect((await located({ fine: 3 })).number).toBe(CHANGED)
    expect((await located({ fine: 3, readable: (number) => number !== 3 })).number).toBe(CHANGED)
  })

  test('is looked for in between only: a block outside is not read for it', async () => {
    for (const fine of [4, 20, 25]) {
      const { numbers } = await located({ fine, base: 4, readable: () => false })
      expect(numbers).not.toContain(fine)
    }
  })

  test('is not read while two nodes disagree about what it changes, unless its amount was noted', async () => {
    const second: SourceOptions = {
      answer: ({ method }, usual) => (method === 'eth_getBalance' ? { result: '0x2a' } : usual()),
    }
    const changed = { balance: undefined, nonce: 0 }
    await expect(located({ changed, second })).rejects.toThrow('no block is found')
    expect((await located({ changed, second: {} })).number).toBe(CHANGED)
    expect((await located({ changed, second: {}, readable: () => false })).surplus).toEqual({ balance: -9n, nonce: 0 })
    expect(await located({ second })).toMatchObject({ number: CHANGED, surplus: { balance: -9n } })
  })

  test('is the one that changes an unknown amount, without a search, and all of it counts', async () => {
    const { number, noted, surplus, numbers } = await located({ changed: { balance: undefined, nonce: 0 } })
    expect({ number, noted, surplus }).toEqual({
      number: CHANGED,
      noted: { balance: undefined, nonce: 0 },
      surplus: { balance: -9n, nonce: 0 },
    })
    expect(numbers).toEqual([CHANGED - 1, CHANGED])
  })
})
