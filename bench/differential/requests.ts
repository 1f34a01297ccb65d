import * as fc from 'fast-check'
import { chainIds, chains } from '../../src/api/chains.ts'
import { productTypes } from '../../src/api/vocabulary.ts'
import { endsOf } from '../../src/service/evm/words.ts'
import type { Transaction } from '../../src/service/risk/types.ts'
import { anyCallData } from '../../test/service/risk/decode/any-input.ts'
import { attacks, honest, idOf } from '../detection/adversarial/index.ts'
import type { Listed, Row } from '../detection/adversarial/row.ts'
import { SIGNER } from '../detection/adversarial/row.ts'
import { generateMessages } from '../detection/effect-messages.ts'
import { generateEffects } from '../detection/effects.ts'
import { generateRevocations, generateThreats } from '../detection/generate.ts'
import { Random } from '../detection/random.ts'
import { callData } from '../detection/unseen/index.ts'
import { messages } from '../detection/unseen/messages.ts'
import { month } from '../detection/unseen/month.ts'
import { call, word } from '../detection/words.ts'
import { mixedBodies } from '../serve/mixed-bodies.ts'

/** A request for both builds. */
export interface Request {
  readonly name: string
  readonly path: string
  readonly product: string
  readonly body: unknown
  /** Hash of the transaction that is reported after its validation, so that later requests have a history. */
  readonly reportedAs?: string
}

type Json = Record<string, unknown>

const TRANSACTIONS = '/api/v2/transaction/validate'
const MESSAGES = '/ext/v1/typed-data/validate'
const LISTS = '/api/v2/management/control-lists'
const KNOWN = 400

/** Addresses that sources and lists name, and their lookalikes. */
const pool = new Random(7)
const known = Array.from({ length: KNOWN }, () => pool.address())
const kinds = ['malicious', 'sanctioned', 'mixer', 'protocol', 'exchange', 'token']
const symbols = ['USDC', 'USDT', 'WETH', 'DAI', 'PEPE', 'ARB']

/** A feed in the format `addresses`. */
export function feed(): string {
  const rows = known.map((address, index) => {
    const kind = kinds[index % kinds.length]
    const symbol = kind === 'token' ? (symbols[index % symbols.length] ?? '') : ''
    return `${address},${kind},${index % 5 === 0 ? chainIds[index % chainIds.length] : ''},${kind} ${index},${symbol}`
  })
  return ['address,kind,chainIds,label,symbol', ...rows, ''].join('\n')
}

/** Without end, and the same for a seed: transactions and messages of every kind that the engine knows. */
export function* requests(seed: number): Generator<Request> {
  for (let round = seed; ; round++) {
    const random = new Random(round)
    let count = 0
    for (const { name, ...rest } of everyKind(round, random))
      yield { name: `round ${round}, ${++count}: ${name}`, product: random.pick(productTypes), ...rest }
  }
}

type Unnamed = Omit<Request, 'product'>

function* everyKind(seed: number, random: Random): Generator<Unnamed> {
  for (const address of known.filter((_, index) => index % 9 === seed % 9))
    yield entry({ type: random.pick(['ALLOW', 'BLOCK']), address })
  for (const body of mixedBodies(2_000, seed)) yield* varied('mixed', JSON.parse(body).transaction, random)
  for (const transaction of payments(random)) yield* varied('payment', transaction, random)
  for (const { name, transactions } of [...generateThreats(seed), ...generateRevocations(seed)])
    for (const transaction of transactions) yield* varied(name, bodyOf(transaction), random)
  for (const { name, cases } of generateEffects(seed)) {
    for (const { row } of cases) yield* (row.lists ?? []).map(entry)
    for (const { row } of cases) yield* varied(name, bodyOf(row), random)
  }
  for (const group of [...attacks, ...honest])
    for (const row of group.rows) yield* varied(idOf(group, row), bodyOf(row), random)
  for (const row of [...month, ...callData.flatMap((family) => [...family.attacks, ...family.honest])])
    yield* varied(row.id, bodyOf(row), random)
  for (const { cases } of generateMessages(seed)) {
    for (const { lists } of cases) yield* lists.map(entry)
    for (const { name, typedData } of cases) yield message(name, { typedData, from: SIGNER }, random)
  }
  for (const { id, typedData, from = SIGNER, chainId } of [...messages.attacks, ...messages.honest])
    yield message(id, { typedData, from, ...(chainId && { chainId }) }, random)
  for (const data of fc.sample(anyCallData, { numRuns: 3_000, seed }))
    yield* varied('any call data', { ...bodyOf(base(random)), data: hexOf(data) }, random)
}

function base(random: Random): Transaction {
  return { chainId: '1', from: random.address(), to: random.address(), value: 0n, data: '0x' }
}

/** Of names and amounts that detectors compare: dust, unlimited amounts, own, known and similar addresses. */
function payments(random: Random): Json[] {
  const amounts = [0n, 1n, 10n ** 6n, 10n ** 18n, 10n ** 24n, 2n ** 160n - 1n, 2n ** 256n - 1n] as const
  const selectors = ['0xa9059cbb', '0x095ea7b3', '0x39509351', '0xa22cb465', '0x42842e0e', '0x23b872dd'] as const
  return Array.from({ length: 1_500 }, () => {
    const plain = base(random)
    const [to, amount] = [pooled(random), word(random.pick(amounts))]
    if (random.below(3) === 0) return { ...bodyOf(plain), to, value: String(random.pick(amounts)) }
    const selector = random.pick(selectors)
    const owner = selector.startsWith('0x2') || selector.startsWith('0x4') ? [word(plain.from)] : []
    return { ...bodyOf(plain), data: call(selector, ...owner, word(to), amount) }
  })
}

function bodyOf(of: Pick<Row, 'chainId' | 'from' | 'to' | 'value' | 'data' | 'authorizations'>): Json {
  const { chainId = '1', from = SIGNER, to, value = 0n, data = '0x', authorizations } = of
  const list = authorizations?.map((each) => ({ ...each, nonce: String(each.nonce) }))
  return { chainId, from, to, value: String(value), data, ...(list && { authorizations: list }) }
}

/** The transaction, with one thing in two changed: chain, an address, length, value, trace, delegation, history. */
function* varied(name: string, transaction: Json, random: Random): Generator<Unnamed> {
  const change = random.pick([...changes, ...changes.map(() => undefined)] as [undefined, ...typeof changes])
  const changed = change?.(transaction, random)
  const request = { name: change ? `${name}, ${change.name}` : name, path: TRANSACTIONS }
  const body = { transaction: changed?.transaction ?? transaction, trackNonce: false, ...changed?.beside }
  if (!changed?.isReported) return yield { ...request, body }
  yield { ...request, body, reportedAs: `0x${random.hex(32)}` }
  yield { ...request, name: `${request.name}, again`, body }
}

interface Changed {
  readonly transaction: Json
  readonly beside?: Json
  readonly isReported?: boolean
}

const changes: ((transaction: Json, random: Random) => Changed)[] = [
  function otherChain(transaction, random) {
    return { transaction: { ...transaction, chainId: random.pick(chains as unknown as [(typeof chains)[0]]).id } }
  },
  function knownAddress(transaction, random) {
    return { transaction: exchanged(transaction, random) }
  },
  function knownReceiver(transaction, random) {
    return { transaction: { ...transaction, to: pooled(random) } }
  },
  function ownAddress(transaction, random) {
    const data = String(transaction.data)
    return { transaction: { ...transaction, data: withAddress(data, String(transaction.from), random) } }
  },
  function cutData({ data, ...transaction }, random) {
    const text = String(data)
    return { transaction: { ...transaction, data: text.slice(0, 2 + 2 * random.below(text.length / 2)) } }
  },
  function longerData({ data, ...transaction }, random) {
    return {
      transaction: { ...transaction, data: String(data) + random.hex(random.below(70)) + pooled(random).slice(2) },
    }
  },
  function otherValue(transaction, random) {
    return { transaction: { ...transaction, value: String(BigInt(random.next()) ** BigInt(random.below(5))) } }
  },
  function creation({ to: _, ...transaction }) {
    return { transaction }
  },
  function delegation(transaction, random) {
    const authorization = { chainId: random.pick(['0', '1', '10']), address: pooled(random), nonce: '1' }
    return { transaction: { ...transaction, authorizations: [authorization] } }
  },
  function trace(transaction, random) {
    return { transaction, beside: { trace: traceOf(transaction, random) } }
  },
  function history(transaction) {
    return { transaction, isReported: true }
  },
]

function pooled(random: Random): string {
  const address = known[random.below(KNOWN)] as string
  if (random.below(3) > 0) return address
  // Shares the digits that `endsOf` compares.
  const similar = `${address.slice(0, 6)}${random.hex(16)}${address.slice(-4)}`
  return endsOf(similar) === endsOf(address) ? similar : address
}

function exchanged({ data, ...transaction }: Json, random: Random): Json {
  return { ...transaction, data: withAddress(String(data), pooled(random), random) }
}

/** Another address in one of the words that hold one. */
function withAddress(data: string, address: string, random: Random): string {
  const places = [...data.matchAll(/0{24}(?=[0-9a-f]{40})/g)].map(({ index }) => index + 24)
  if (places.length === 0) return data
  const at = places[random.below(places.length)] as number
  return data.slice(0, at) + address.slice(2) + data.slice(at + 40)
}

function hexOf(text: string): string {
  return /^0x(?:[0-9a-f]{2})*$/.test(text) ? text : `0x${Buffer.from(text).toString('hex')}`
}

/** In the format of callTracer: inner calls and Transfer and Approval logs that the call data does not show. */
function traceOf({ from, to, value, data }: Json, random: Random): Json {
  const inner = (): Json => {
    const at = random.below(3) === 0 ? to : pooled(random)
    const topics = [random.pick(EVENTS), topicOf(random.pick([from, to, pooled(random)])), topicOf(pooled(random))]
    return {
      type: random.pick(['CALL', 'DELEGATECALL', 'STATICCALL']),
      from: to ?? from,
      to: at,
      input: call('0xa9059cbb', word(pooled(random)), word(random.next())),
      ...(random.below(4) === 0 && { value: '0xde0b6b3a7640000' }),
      ...(random.below(8) === 0 && { error: 'execution reverted' }),
      logs: [{ address: at, topics, data: `0x${word(random.next()).digits}` }],
    }
  }
  const calls = Array.from({ length: random.below(4) }, inner)
  const hex = `0x${BigInt(String(value)).toString(16)}`
  return { type: to === undefined ? 'CREATE' : 'CALL', from, to, value: hex, input: data, logs: [], calls }
}

const EVENTS: [string, ...string[]] = [
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
]

function topicOf(address: unknown): string {
  return `0x${word(String(address ?? '0x0')).digits}`
}

/** One in three with another chain or address. */
function message(name: string, body: Json, random: Random): Unnamed {
  const request = { name: `message ${name}`, path: MESSAGES }
  if (random.below(3) > 0) return { ...request, body }
  const text = JSON.stringify(body)
  const places = [...text.matchAll(/"0x[0-9a-fA-F]{40}"/g)]
  const at = (places[random.below(places.length)]?.index ?? 0) + 1
  const changed = JSON.parse(text.slice(0, at) + pooled(random) + text.slice(at + 42))
  return { ...request, body: { ...changed, chainId: random.pick(['1', '137', '8453']) } }
}

function entry({ type, address }: Listed): Unnamed {
  return { name: `entry ${address}`, path: LISTS, body: { address, type, productType: 'SONAR' } }
}
