import * as Authorization from 'ox/Authorization'
import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import * as Secp256k1 from 'ox/Secp256k1'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckedBlock } from '../../../../src/service/chain/blocks/block.ts'
import type { BlockReader, BlockRequest } from '../../../../src/service/chain/blocks/block-reader.ts'
import { createBlockReader } from '../../../../src/service/chain/blocks/worker-block-reader.ts'
import { generateBlock, type Json } from '../../../support/chain/generated-blocks.ts'
import { answersOf, blockOf, changed, type Parts, readFrom, SMALL, STRANGER, TOKEN, WATCHED } from './blocks-node.ts'

let reader: BlockReader
beforeAll(() => {
  reader = createBlockReader()
})
afterAll(() => reader.close())

/** Nothing in it is watched. */
const plain = generateBlock(SMALL, 100, { timestamp: 1_700_000_000 })
/** A transaction with logs, and one that creates a contract or only moves value. */
const WITH_LOGS = plain.receipts.findIndex(({ logs }) => (logs as Json[]).length > 0)

async function readWith(change: (parts: Parts) => void, request: Partial<BlockRequest> = {}): Promise<CheckedBlock> {
  return blockOf(await readFrom(answersOf(changed(plain, change)), request, reader))
}

const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const wordsOf = (...addresses: readonly string[]) => `0x${addresses.map((one) => word(one).slice(2)).join('')}`
const topicOf = (signature: string) => Hash.keccak256(Hex.fromString(signature))
const number = (value: number) => `0x${value.toString(16).padStart(40, '0')}`

const transactionOf = ({ block }: Parts) => block.transactions[WITH_LOGS] as Json
const receiptOf = ({ receipts }: Parts) => receipts[WITH_LOGS] as Json
const logOf = (parts: Parts) => (receiptOf(parts).logs as Json[])[0] as Json

describe('where a watched address is found', () => {
  test('a transaction that is requested by its hash is there also without one', async () => {
    const at = (index: number) => plain.block.transactions[index] as Json
    const [hash, other] = [at(3).hash as string, at(5).hash as string]
    for (const transactions of [[hash], [hash, `0x${'1'.repeat(64)}`]]) {
      const { matched } = await readWith(() => {}, { transactions })
      expect(matched.map((each) => [each.transaction.hash, each.candidates])).toEqual([[hash, []]])
    }
    const { matched } = await readWith(
      (parts) => {
        const found = parts.block.transactions[5] as Json
        found.to = WATCHED
      },
      { transactions: [hash, other] },
    )
    expect(matched.map((each) => [each.transaction.hash, each.candidates])).toEqual([
      [hash, []],
      [other, [WATCHED]],
    ])
  })

  test('nowhere in a block that does not have it', async () => {
    const block = await readWith(() => {})
    expect(block).toMatchObject({ transactions: 12, matched: [], credits: [] })
  })

  test.each<[name: string, change: (parts: Parts) => void]>([
    ['sender', (parts) => Object.assign(transactionOf(parts), { from: WATCHED })],
    ['receiver', (parts) => Object.assign(transactionOf(parts), { to: WATCHED })],
    ['created contract', (parts) => Object.assign(receiptOf(parts), { contractAddress: WATCHED })],
    ['emitter of a log', (parts) => Object.assign(logOf(parts), { address: WATCHED })],
    [
      'first indexed parameter',
      (parts) => Object.assign(logOf(parts), { topics: [topicOf('A(address)'), word(WATCHED)] }),
    ],
    [
      'third indexed parameter',
      (parts) => Object.assign(logOf(parts), { topics: [topicOf('A()'), word(TOKEN), word(TOKEN), word(WATCHED)] }),
    ],
    ...[
      ['AdminChanged(address,address)', wordsOf(TOKEN, WATCHED)],
      ['AddedOwner(address)', wordsOf(WATCHED)],
      ['RemovedOwner(address)', wordsOf(WATCHED)],
      ['EnabledModule(address)', wordsOf(WATCHED)],
      ['ChangedGuard(address)', wordsOf(WATCHED)],
      ['Upgraded(address)', wordsOf(WATCHED)],
      ['BeaconUpgraded(address)', wordsOf(WATCHED)],
      ['OwnershipTransferred(address,address)', wordsOf(WATCHED, TOKEN)],
      ['Transfer(address,address,uint256)', wordsOf(TOKEN, WATCHED, number(7))],
      ['Approval(address,address,uint256)', wordsOf(WATCHED, TOKEN, number(7))],
      ['ApprovalForAll(address,address,bool)', wordsOf(WATCHED, TOKEN, number(1))],
    ].map(([signature, data]): [string, (parts: Parts) => void] => [
      `data of ${signature} without indexed parameters`,
      (parts) => Object.assign(logOf(parts), { topics: [topicOf(signature as string)], data }),
    ]),
    [
      'an owner of a new Safe',
      (parts) =>
        Object.assign(logOf(parts), {
          topics: [topicOf('SafeSetup(address,address[],uint256,address,address)'), word(TOKEN)],
          data: wordsOf(number(128), number(2), number(0), TOKEN, number(3), TOKEN, STRANGER, WATCHED),
        }),
    ],
    [
      'spender of a lockdown of Permit2',
      (parts) =>
        Object.assign(logOf(parts), {
          topics: [topicOf('Lockdown(address,address,address)'), word(TOKEN)],
          data: wordsOf(TOKEN, WATCHED),
        }),
    ],
  ])('%s', async (_name, change) => {
    const { matched, credits } = await readWith(change)
    expect(matched.map(({ transaction, candidates }) => [transaction.index, candidates])).toEqual([
      [WITH_LOGS, [WATCHED]],
    ])
    expect(credits).toEqual([])
  })

  test.each<[name: string, change: (parts: Parts) => void]>([
    ['call data', (parts) => Object.assign(transactionOf(parts), { input: `0xa9059cbb${wordsOf(WATCHED).slice(2)}` })],
    [
      'data of an event that is not known',
      (parts) => Object.assign(logOf(parts), { topics: [topicOf('Paid(address)')], data: wordsOf(WATCHED) }),
    ],
    [
      'a hash that ends like it',
      (parts) =>
        Object.assign(logOf(parts), { topics: [topicOf('A(bytes32)'), `0x${'1'.repeat(24)}${WATCHED.slice(2)}`] }),
    ],
    ['the name of an event', (parts) => Object.assign(logOf(parts), { topics: [word(WATCHED)] })],
  ])('not in %s', async (_name, change) => {
    expect((await readWith(change)).matched).toEqual([])
  })

  // The well-known sender and nonce of Tether's contract.
  test('created contract where only logs are known', async () => {
    const change = (parts: Parts) =>
      Object.assign(transactionOf(parts), {
        from: '0x36928500bc1dcd7af6a2b4008875cc336b927d57',
        to: null,
        nonce: '0x6',
      })
    const only = ['0xdac17f958d2ee523a2206206994597c13d831ec7']
    const { matched } = await readWith(change, { only, receipts: 'logs' })
    expect(matched.map(({ candidates }) => candidates)).toEqual([only])
  })

  test('withdrawals are added up, in wei; fees have no amount', async () => {
    const { matched, credits } = await readWith(({ block }) => {
      block.miner = WATCHED
      block.withdrawals = [
        { address: WATCHED, amount: '0x1' },
        { address: TOKEN, amount: '0x5' },
        { address: WATCHED.toUpperCase().replace('0X', '0x'), amount: '0x2' },
      ]
    })
    expect(matched).toEqual([])
    expect(credits).toEqual([
      { address: WATCHED, amount: 3_000_000_000n, of: 'withdrawal' },
      { address: WATCHED, amount: undefined, of: 'fees' },
    ])
  })

  test('a transaction names each watched address once', async () => {
    const change = (parts: Parts) => {
      Object.assign(transactionOf(parts), { from: WATCHED, to: TOKEN })
      Object.assign(logOf(parts), { address: TOKEN, topics: [topicOf('A()'), word(WATCHED), word(WATCHED)] })
    }
    const { matched } = await readWith(change, { only: [TOKEN, WATCHED] })
    expect(matched.map(({ candidates }) => candidates)).toEqual([[WATCHED, TOKEN]])
  })
})

describe('delegations (EIP-7702)', () => {
  const KEY = `0x${'17'.repeat(32)}` as const
  const AUTHORITY = Secp256k1.recoverAddress(signed({})).toLowerCase()
  const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

  function signed({ chainId = 1, nonce = 7n }: { chainId?: number; nonce?: bigint }) {
    const payload = Authorization.getSignPayload({ address: TOKEN, chainId, nonce })
    return { payload, signature: Secp256k1.sign({ payload, privateKey: KEY }) }
  }

  function tuple({ chainId = 1, nonce = 7n }: { chainId?: number; nonce?: bigint } = {}): Json {
    const { r, s, yParity } = signed({ chainId, nonce }).signature
    return {
      chainId: Hex.fromNumber(chainId),
      address: TOKEN,
      nonce: Hex.fromNumber(nonce),
      yParity: Hex.fromNumber(yParity),
      r,
      s,
    }
  }

  const withTuples =
    (...list: readonly unknown[]) =>
    (parts: Parts) => {
      Object.assign(transactionOf(parts), { type: '0x4', authorizationList: list })
    }

  test('the authority is found by its signature, and the delegate', async () => {
    const change = withTuples(tuple())
    for (const only of [[AUTHORITY], [TOKEN]]) {
      const { matched } = await readWith(change, { only })
      expect(matched.map(({ candidates }) => candidates)).toEqual([only])
      expect(matched[0]?.transaction).toMatchObject({
        type: 4,
        authorizations: [{ authority: AUTHORITY, delegate: TOKEN, nonce: 7n }],
      })
    }
  })

  test('a tuple for every chain counts', async () => {
    const { matched } = await readWith(withTuples(tuple({ chainId: 0 })), { only: [AUTHORITY] })
    expect(matched).toHaveLength(1)
  })

  const { s, yParity } = tuple() as { s: string; yParity: string }
  test.each<[name: string, broken: unknown]>([
    ['for another chain', tuple({ chainId: 10 })],
    ['with the highest nonce', tuple({ nonce: 2n ** 64n - 1n })],
    [
      'with a signature of high s',
      { ...tuple(), s: Hex.fromNumber(ORDER - BigInt(s)), yParity: yParity === '0x0' ? '0x1' : '0x0' },
    ],
    ['with another parity than 0 and 1', { ...tuple(), yParity: '0x1b' }],
    ['with a signature of no point', { ...tuple(), r: Hex.fromNumber(ORDER - 1n) }],
    ['without a signature', { ...tuple(), r: undefined }],
    ['with a zero signature', { ...tuple(), r: '0x0', s: '0x0' }],
    ['with a long r', { ...tuple(), r: `0x1${'0'.repeat(64)}` }],
    ['with a short delegate', { ...tuple(), address: '0x12' }],
    ['that is null', null],
    ['that is a text', 'tuple'],
  ])('a tuple %s is left out, and the others count', async (_name, broken) => {
    const { matched } = await readWith(withTuples(broken, tuple(), broken), { only: [AUTHORITY] })
    expect(matched.map(({ transaction }) => transaction.authorizations)).toEqual([
      [{ authority: AUTHORITY, delegate: TOKEN, nonce: 7n }],
    ])
  })
})

describe('types of other chains', () => {
  test('a deposit of the OP stack mints, and pays no fee', async () => {
    const base = generateBlock({ chainId: '8453', transactions: 2, blockMs: 2000, system: 'deposit' }, 100, {
      timestamp: 1,
    })
    const deposit = changed(base, ({ block }) => {
      Object.assign(block.transactions[0] as Json, {
        from: WATCHED,
        to: WATCHED,
        mint: '0xde0b6b3a7640000',
        value: '0x5',
      })
    })
    const [matched] = blockOf(await readFrom(answersOf(deposit), { chainId: '8453' }, reader)).matched
    expect(matched).toMatchObject({ transaction: { type: 0x7e, mint: 10n ** 18n, value: 5n }, receipt: { fee: 0n } })
  })

  test.each<[name: string, fields: Json, fee: bigint | undefined]>([
    ['gas', {}, 200n],
    ['gas and the L1 fee of the OP stack', { l1Fee: '0x7' }, 207n],
    ['gas and blobs', { blobGasUsed: '0x3', blobGasPrice: '0x5' }, 215n],
    ['an operator fee of zero', { operatorFeeScalar: '0x0', operatorFeeConstant: '0x0' }, 200n],
    ['an operator fee, which is not said', { operatorFeeScalar: '0x1', operatorFeeConstant: '0x0' }, undefined],
    ['a price that is not said', { effectiveGasPrice: undefined }, undefined],
    ['an L1 fee that cannot be read', { l1Fee: 'much' }, undefined],
  ])('the fee of a receipt: %s', async (_name, fields, fee) => {
    const { matched } = await readWith((parts) => {
      Object.assign(transactionOf(parts), { to: WATCHED })
      Object.assign(receiptOf(parts), { gasUsed: '0xa', effectiveGasPrice: '0x14', ...fields })
    })
    expect(matched[0]?.receipt.fee).toBe(fee)
  })

  test.each<[status: unknown, succeeded: boolean | undefined]>([
    ['0x1', true],
    ['0x0', false],
    [undefined, undefined],
  ])('a status of %s', async (status, succeeded) => {
    const { matched } = await readWith((parts) => {
      Object.assign(transactionOf(parts), { to: WATCHED })
      Object.assign(receiptOf(parts), { status })
    })
    expect(matched[0]?.receipt.succeeded).toBe(succeeded)
  })

  test.each([0x64, 0x65, 0x66, 0x68, 0x69, 0x6a])('type %i of Arbitrum', async (type) => {
    const block = generateBlock({ chainId: '42161', transactions: 2, blockMs: 250, system: 'arbitrum' }, 100, {
      timestamp: 1,
    })
    const typed = changed(block, (parts) => {
      Object.assign(parts.block.transactions[0] as Json, { type: Hex.fromNumber(type), to: WATCHED })
    })
    const [matched] = blockOf(await readFrom(answersOf(typed), { chainId: '42161' }, reader)).matched
    expect(matched?.transaction.type).toBe(type)
    expect(matched?.receipt.fee).toBe(type === 0x69 ? undefined : 0n)
  })
})

describe('state syncs of Polygon', () => {
  const ZERO = number(0)
  const polygon = generateBlock({ chainId: '137', transactions: 3, blockMs: 2000 }, 100, { timestamp: 1 })
  // The formula of bor, written out.
  const hash = Hash.keccak256(
    `${Hex.fromString('matic-bor-receipt-')}${'64'.padStart(16, '0')}${polygon.hash.slice(2)}` as `0x${string}`,
  )
  const log: Json = {
    address: TOKEN,
    topics: [topicOf('A()'), word(WATCHED)],
    data: '0x',
    transactionHash: hash,
    blockHash: polygon.hash,
  }
  const receipt: Json = {
    transactionHash: hash,
    blockHash: polygon.hash,
    from: ZERO,
    to: ZERO,
    gasUsed: '0x0',
    cumulativeGasUsed: '0x0',
    effectiveGasPrice: '0x0',
    status: '0x1',
    contractAddress: null,
    logs: [log],
  }
  const transaction: Json = {
    hash,
    from: ZERO,
    to: ZERO,
    value: '0x0',
    input: '0x',
    nonce: '0x0',
    type: '0x0',
    gas: '0x0',
    gasPrice: '0x0',
  }
  const inBlock = ({ block }: Parts) => void block.transactions.push(transaction)
  const inReceipts = ({ receipts }: Parts) => void receipts.push(receipt)
  const inLogs = ({ logs }: Parts) => void logs.push(log)

  test.each<
    [name: string, changes: readonly ((parts: Parts) => void)[], requests: number, request?: Partial<BlockRequest>]
  >([
    ['in the block and the receipts', [inBlock, inReceipts], 2],
    ['in the receipts only', [inReceipts], 2],
    ['in the block only', [inBlock], 3],
    ['in the block and the logs', [inBlock, inLogs], 2, { receipts: 'logs' }],
    ['in the logs only', [inLogs], 2, { receipts: 'logs' }],
    ['in the block only, with logs', [inBlock], 3, { receipts: 'logs' }],
  ])('%s', async (_name, changes, requests, request) => {
    const block = changed(polygon, (parts) => {
      for (const change of changes) change(parts)
    })
    const answers = { ...answersOf(block), eth_getTransactionReceipt: receipt }
    const reading = await readFrom(answers, { chainId: '137', ...request }, reader)
    expect(reading.requests).toBe(requests)
    const { matched, transactions } = blockOf(reading)
    expect(transactions).toBe(4)
    expect(matched).toMatchObject([
      {
        candidates: [WATCHED],
        transaction: { hash, index: 3, from: ZERO, to: ZERO },
        receipt: { logs: [{ address: TOKEN }] },
      },
    ])
  })

  test('of a block without other transactions, whose bloom filter is empty', async () => {
    const empty = generateBlock({ chainId: '137', transactions: 0, blockMs: 2000 }, 100, { timestamp: 1 })
    const block = changed(empty, inReceipts)
    expect(blockOf(await readFrom(answersOf(block), { chainId: '137' }, reader)).matched).toHaveLength(1)
  })

  test('a node that does not have its receipt has none of its logs', async () => {
    const answers = { ...answersOf(changed(polygon, inBlock)), eth_getTransactionReceipt: null }
    expect(blockOf(await readFrom(answers, { chainId: '137' }, reader))).toMatchObject({ transactions: 4, matched: [] })
  })

  test.each<[name: string, block: ReturnType<typeof changed>, chainId: string]>([
    ['on another chain', changed(polygon, inReceipts), '1'],
    [
      'with another hash',
      changed(polygon, ({ receipts }) => void receipts.push({ ...receipt, transactionHash: plain.hash })),
      '137',
    ],
  ])('a receipt too many %s is refused', async (_name, block, chainId) => {
    expect((await readFrom(answersOf(block), { chainId }, reader)).block).toMatchObject({ kind: 'bad-answer' })
  })
})
