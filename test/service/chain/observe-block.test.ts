import * as Hash from 'ox/Hash'
import { expect, onTestFinished, test } from 'vitest'
import { missingText } from '../../../src/api/text/missing.ts'
import { environmentNodes } from '../../../src/service/chain/nodes/environment-nodes.ts'
import type { MinedSubject } from '../../../src/service/chain/observer.ts'
import { openChain } from '../../../src/service/chain/open-chain.ts'
import { analyze } from '../../../src/service/risk/analyze.ts'
import type { Trace } from '../../../src/service/risk/trace/trace.ts'
import { MasterKey } from '../../../src/service/secrets/keyring.ts'
import { openStore } from '../../../src/service/store/open.ts'
import { NO_CHAINS } from '../../../src/service/store/repositories/chain-nodes.ts'
import { clockNow } from '../../support/chain/fake-chain.ts'
import { about, fakeNode } from '../../support/chain/fake-node.ts'
import { seededRandom, TestClock } from '../../support/deterministic.ts'
import type { NodeAnswer, RpcCall } from '../../support/fault-proxy.ts'
import { freshDatabase } from '../../support/fresh-database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { PLENTY_MS } from './nodes/pool-of.ts'

/** What a stranger can make a node do for a block is bounded: counts of requests, which no busy machine changes. */

const PAYEE = `0x7e57${'00'.repeat(17)}01`
const TOKEN = `0x70ce${'00'.repeat(17)}01`
const HASH = `0x${'b1'.repeat(32)}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const hashOf = (at: number) => `0x${(at + 1).toString(16).padStart(64, '0')}`
const payerOf = (at: number) => `0x5e${(at + 1).toString(16).padStart(38, '0')}`
const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

/** A payment to the payee: of the native currency, which runs no code, or of a token. */
function payment(at: number, what: 'native' | 'token'): MinedSubject {
  const from = payerOf(at)
  const isNative = what === 'native'
  const data = isNative ? '0x' : `0xa9059cbb${word(BigInt(PAYEE)).slice(2)}${word(BigInt(at + 1)).slice(2)}`
  const to = isNative ? PAYEE : TOKEN
  const value = isNative ? BigInt(at + 1) : 0n
  const logs = isNative
    ? []
    : [{ address: TOKEN, topics: [TRANSFER, word(BigInt(from)), word(BigInt(PAYEE))], data: word(BigInt(at + 1)) }]
  const trace: Trace = {
    root: { type: 'CALL', from, to, value, input: data, error: undefined, logs, calls: [] },
    incomplete: !isNative,
    hasLogs: true,
  }
  const transaction = { chainId: '1', from, to, value, data }
  return {
    analysis: analyze(transaction, trace),
    analyze: async (found) => analyze(transaction, found),
    trace,
    owners: [PAYEE],
    pretended: new Set(),
    mined: {
      chainId: '1',
      header: { number: 19_999_999, hash: HASH, parentHash: `0x${'b0'.repeat(32)}`, timestamp: clockNow() - 18 },
      transaction: {
        hash: hashOf(at),
        index: at,
        from,
        to,
        value,
        data,
        nonce: 0,
        type: 2,
        mint: 0n,
        authorizations: [],
      },
      receipt: { succeeded: true, fee: 0n, created: undefined, logs },
    },
  }
}

const refused: NodeAnswer = { error: { code: -32_601, message: 'the method does not exist' } }

/** As the node gives it: one call with its events. */
function frameOf({ trace }: MinedSubject): object {
  const { from, to, value, input, logs } = trace.root
  return { type: 'CALL', from, to, value: `0x${value.toString(16)}`, gas: '0x1', gasUsed: '0x1', input, logs }
}

interface Options {
  readonly payments: readonly MinedSubject[]
  /** Code of ours runs in calls; else each fact is a question. */
  readonly isPlain?: boolean
  readonly tracesBlocks?: boolean
}

async function observing({ payments, isPlain = false, tracesBlocks = true }: Options) {
  const { database } = await freshDatabase(temporaryFolder())
  const store = await openStore(database, { env: {} })
  const random = seededRandom('observe block')
  const byHash = new Map(payments.map((each) => [each.mined.transaction.hash, each]))
  const traceOf = ({ params }: RpcCall): NodeAnswer => ({
    result: frameOf(byHash.get(params[0] as string) as MinedSubject),
  })
  const node = await fakeNode(
    {},
    about({
      eth_getCode: ({ params: [address] }) => ({ result: address === TOKEN ? '0x6001' : '0x' }),
      eth_getStorageAt: () => ({ result: word(0n) }),
      debug_traceTransaction: (call) => (isPlain ? refused : traceOf(call)),
      debug_traceBlockByHash: () =>
        tracesBlocks
          ? { result: payments.map((each) => ({ txHash: each.mined.transaction.hash, result: frameOf(each) })) }
          : refused,
      ...(isPlain && {
        debug_traceCall: () => refused,
        eth_simulateV1: () => refused,
        eth_call: () => ({ result: '0x' }),
      }),
    }),
  )
  const chain = openChain({
    environment: environmentNodes({ TXWARDEN_CHAIN_ETHEREUM_URL: node.url }).nodes,
    store,
    random,
    clock: new TestClock(),
    keepsHeadsFresh: false,
    masterKey: new MasterKey({ env: { TXWARDEN_MASTER_KEY: '07'.repeat(32) }, keyFile: '', random }),
    report: (error) => {
      throw error
    },
  })
  onTestFinished(async () => {
    await chain.close()
    await store.close()
  })
  const observe = async (transactions: readonly MinedSubject[]) =>
    (await chain.observeBlock({ chainId: '1', chains: NO_CHAINS, transactions, timeoutMs: PLENTY_MS })) ?? []
  // What the node can, and its head, are known from here on.
  await observe(payments.slice(0, 1))
  const before = node.exchanges.length
  return {
    observe,
    /** HTTP requests since then, and how often each method was called. */
    counts() {
      const exchanges = node.exchanges.slice(before)
      const methods = Map.groupBy(
        exchanges.flatMap(({ calls }) => calls),
        ({ method }) => method,
      )
      return {
        trips: exchanges.length,
        calls: Object.fromEntries(Array.from(methods, ([name, all]) => [name, all.length])),
      }
    },
  }
}

const natives = (count: number) => Array.from({ length: count }, (_, at) => payment(at, 'native'))
const ofToken = (count: number) => Array.from({ length: count }, (_, at) => payment(at, 'token'))

test('a payment that runs no code needs no trace', async () => {
  const { observe, counts } = await observing({ payments: natives(1) })
  const [observed] = await observe(natives(1))
  expect(observed?.observation.missing.filter(({ code }) => code === 'no-trace')).toEqual([])
  expect(observed?.observation.simulation).toMatchObject({ status: 'ok', method: 'receipt' })
  expect(counts()).toEqual({ trips: 1, calls: { eth_call: 2 } })
})

test('a payment between accounts is 4 questions in one trip where each fact is one', async () => {
  const { observe, counts } = await observing({ payments: natives(1), isPlain: true })
  const [observed] = await observe(natives(1))
  expect([...(observed?.observation.accounts.keys() ?? [])].sort()).toEqual([payerOf(0), PAYEE])
  expect(counts()).toEqual({ trips: 1, calls: { eth_getCode: 2, eth_getBalance: 2 } })
})

test.each(['native', 'token'] as const)('300 %s payments of a block cost few requests', async (what) => {
  const payments = what === 'native' ? natives(300) : ofToken(300)
  const { observe, counts } = await observing({ payments })
  const observed = await observe(payments)
  const methods = observed.map(({ observation }) => observation.simulation.method)
  expect(methods).toEqual(payments.map(() => (what === 'native' ? 'receipt' : 'trace')))
  const { trips, calls } = counts()
  expect(trips).toBeLessThanOrEqual(3)
  expect(calls.debug_traceBlockByHash ?? 0).toBe(what === 'native' ? 0 : 1)
  expect(calls.debug_traceTransaction ?? 0).toBe(0)
  // 302 accounts, 20 in a call: what they are, and what they store.
  expect(calls.eth_call).toBeLessThanOrEqual(2 * Math.ceil(302 / 20))
})

test('transactions are analyzed again with what the accounts were', async () => {
  const shown: (string | undefined)[] = []
  const payments = ofToken(1).map((each): MinedSubject => {
    return {
      ...each,
      analyze: async (trace, accounts) => {
        shown.push(accounts?.get(TOKEN)?.codeHash)
        return each.analyze(trace)
      },
    }
  })
  const { observe } = await observing({ payments, isPlain: true })
  await observe(payments)
  expect(shown.at(-1)).toBe(Hash.keccak256('0x6001'))
})

test('300 payments have a bound where each fact is a question, and say what was not requested', async () => {
  const payments = ofToken(300)
  const { observe, counts } = await observing({ payments, isPlain: true })
  const observed = await observe(payments)
  const { trips, calls } = counts()
  expect(trips).toBeLessThanOrEqual(2)
  expect(Object.values(calls).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(480)
  expect(observed.at(-1)?.observation.missing.map(missingText)).toContain('Accounts: not requested, too many requests')
  expect(observed[0]?.observation.missing.map(missingText)).not.toContain('Accounts: not requested, too many requests')
})

test('a node that gives no trace of a block gets requests for a few, and the others say so', async () => {
  const payments = ofToken(20)
  const { observe, counts } = await observing({ payments, tracesBlocks: false })
  const observed = await observe(payments)
  expect(counts().calls).toMatchObject({ debug_traceBlockByHash: 1, debug_traceTransaction: 8 })
  expect(observed.map(({ observation }) => observation.simulation.method)).toEqual(
    payments.map((_, at) => (at < 8 ? 'trace' : 'receipt')),
  )
  expect(observed[8]?.observation.missing.map(missingText)[0]).toMatch(
    /^No trace: only 8 transactions of a block are traced one by one/,
  )
})

test('what is found of a transaction is the same alone and among others', async () => {
  const payments = [...natives(2), ...ofToken(12).slice(2)]
  for (const isPlain of [false, true]) {
    const { observe } = await observing({ payments, isPlain })
    const together = await observe(payments)
    for (const [at, each] of payments.entries()) {
      const [alone] = await observe([each])
      expect(together[at]?.observation).toEqual(alone?.observation)
      expect(together[at]?.analysis.actions).toEqual(alone?.analysis.actions)
    }
  }
})
