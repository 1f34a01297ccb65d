import type { Asset } from '../../risk/actions/actions.ts'
import type { Analysis } from '../../risk/analyze.ts'
import type { ChainAccount } from '../../risk/chain/account.ts'
import { liveFrames } from '../../risk/trace/live-frames.ts'
import { approvalsIn, type Movement, movementsIn } from '../../risk/trace/movements.ts'
import type { FrameLog, Trace } from '../../risk/trace/trace.ts'
import { isZeroAddress } from '../../risk/types.ts'
import { nativeEmitters } from './events.ts'
import { keyOf, PERMIT2, type Question } from './questions.ts'
import type { SimulationSubject } from './subject.ts'

/** What is read before and after a transaction. */
export interface Plan {
  readonly questions: readonly Question[]
  /** Questions that exceed the limit. */
  readonly left: number
}

export const MAX_QUESTIONS = 64
/** Of those that are left out, the rest is not even counted: a trace may have 20,000 calls. */
const MAX_COUNTED = 1024

interface PlanInput {
  readonly subject: SimulationSubject
  /** With the trace, where there is one. */
  readonly analysis: Analysis
  readonly trace: Trace | undefined
  /** Events of the transaction, from the trace or without one. */
  readonly logs: readonly FrameLog[]
  readonly accounts: ReadonlyMap<string, ChainAccount>
}

/**
 * Balances and allowances that the transaction may change, the likeliest first: what its events name, what its call data
 * names, then every contract that it calls, because a token may move without an event.
 */
export function planQuestions(input: PlanInput): Plan {
  const { subject, analysis, trace, logs, accounts } = input
  const collected = new Collector(subject.owners, accounts)
  for (const owner of subject.owners) collected.add({ kind: 'native', owner })
  for (const movement of movementsIn({ logs })) collected.addMovement(movement)
  for (const { token, id, owner, spender, forAll } of approvalsIn({ logs }))
    collected.addGrant(owner, spender, { token, id, forAll })
  for (const log of logs) collected.addPermit2Event(log)
  addActions(collected, analysis)
  const called = trace ? Array.from(calledContracts(trace)) : []
  const named = analysis.subjects.filter(({ role }) => role === 'token').map(({ address }) => address)
  const { to } = analysis.transaction
  const targets = subject.calls.map((call) => call.to)
  for (const token of [...targets, to, ...named, ...logs.map(({ address }) => address), ...called])
    if (token !== undefined) collected.addBalances(token)
  // Data that no table reads may name tokens; without a trace nothing else does.
  if (!trace)
    for (const { data } of subject.calls) for (const address of addressWords(data)) collected.addBalances(address)
  // An allowance may be given without an event.
  if (to !== undefined) for (const token of collected.tokens()) collected.addAllowances(token, to)
  return collected.plan()
}

function addActions(collected: Collector, { actions }: Analysis): void {
  for (const action of actions) {
    if (action.kind === 'grant') {
      if (action.form.startsWith('permit2')) collected.addPermit2(action.owner, action.asset.token, action.authority)
      else collected.addAssetGrant(action.owner, action.authority, action.asset)
    }
    if (action.kind === 'transfer') collected.addAsset([action.from, action.authority], action.asset)
    if (action.kind === 'exchange')
      for (const asset of [...action.gives, ...action.receives])
        collected.addAsset([action.payer, action.authority], asset)
  }
}

const MAX_ADDRESS_WORDS = 16

/** Words of call data that look like an address, the first ones. */
function addressWords(data: string): readonly string[] {
  const words = data.slice('0x12345678'.length).match(/.{64}/g) ?? []
  const addresses = words.filter((each) => /^0{24}(?!0{8})/.test(each)).map((each) => `0x${each.slice(24)}`)
  return [...new Set(addresses)].slice(0, MAX_ADDRESS_WORDS)
}

/** Contracts that run code, with repeats. */
export function* calledContracts(trace: Trace): Generator<string> {
  for (const { frame, context } of liveFrames(trace.root, () => false)) {
    yield context
    if (frame.to !== undefined) yield frame.to
  }
}

interface Granted {
  readonly token: string
  readonly id: bigint | undefined
  readonly forAll: boolean
}

class Collector {
  readonly #owners: readonly string[]
  readonly #accounts: ReadonlyMap<string, ChainAccount>
  readonly #questions = new Map<string, Question>()
  /** ERC-1155 has no balance of all items. */
  readonly #multiTokens = new Set<string>()

  constructor(owners: readonly string[], accounts: ReadonlyMap<string, ChainAccount>) {
    this.#owners = owners
    this.#accounts = accounts
  }

  add(question: Question): void {
    const key = keyOf(question)
    if (this.#questions.size < MAX_COUNTED && !this.#questions.has(key)) this.#questions.set(key, question)
  }

  addMovement({ standard, asset, from, to }: Movement): void {
    const [token = '', item] = asset.split(' ')
    const owners = this.#ownersAmong([from, to])
    if (owners.length === 0 || nativeEmitters.has(token)) return
    const id = item === undefined ? undefined : idOf(item)
    if (standard === 'erc721' && id !== undefined) this.add({ kind: 'holder', token, id })
    if (standard === 'erc1155') this.#multiTokens.add(token)
    if (standard === 'erc1155' && id !== undefined)
      for (const owner of owners) this.add({ kind: 'items', owner, token, id })
    if (standard === 'erc20') for (const owner of owners) this.add({ kind: 'balance', owner, token })
  }

  addAsset(parties: readonly string[], { standard, token, ids, amount }: Asset): void {
    const owners = this.#ownersAmong(parties)
    if (token === undefined || owners.length === 0 || isZeroAddress(token)) return
    const items = standard === 'erc20-or-erc721' && amount !== undefined ? [amount] : ids
    if (standard === 'erc1155') this.#multiTokens.add(token)
    for (const id of items) {
      if (standard !== 'erc1155') {
        if (this.#standardOf(token) !== 'erc20') this.add({ kind: 'holder', token, id })
      } else for (const owner of owners) this.add({ kind: 'items', owner, token, id })
    }
    this.addBalances(token)
  }

  /** Of every owner: the call data may not show all that it moves. */
  addBalances(token: string): void {
    const kind = this.#accounts.get(token)?.kind
    if (kind === 'eoa' || kind === 'empty') return
    if (this.#multiTokens.has(token) || this.#standardOf(token) === 'erc1155' || nativeEmitters.has(token)) return
    for (const owner of this.#owners) if (owner !== token) this.add({ kind: 'balance', owner, token })
  }

  addGrant(owner: string, spender: string, { token, id, forAll }: Granted): void {
    if (!this.#owners.includes(owner) || isZeroAddress(spender)) return
    if (id !== undefined) {
      this.add({ kind: 'approved', owner, token, id, spender })
      this.add({ kind: 'holder', token, id })
    } else if (forAll) {
      const isMulti = this.#multiTokens.has(token) || this.#standardOf(token) === 'erc1155'
      this.add({ kind: 'operator', owner, token, spender, standard: isMulti ? 'erc1155' : 'erc721' })
    } else this.add({ kind: 'allowance', owner, token, spender })
    this.addBalances(token)
  }

  addAssetGrant(owner: string, spender: string, { standard, token, ids, amount }: Asset): void {
    if (token === undefined) return
    const forAll = (standard === 'erc721' || standard === 'erc1155') && ids.length === 0
    const isItem = standard === 'erc721' || this.#standardOf(token) === 'erc721'
    const [id = isItem && !forAll ? amount : undefined] = ids
    this.addGrant(owner, spender, { token, id, forAll })
  }

  addPermit2(owner: string, token: string | undefined, spender: string): void {
    if (token === undefined || !this.#owners.includes(owner)) return
    this.add({ kind: 'permit2', owner, token, spender })
    this.addBalances(token)
  }

  addPermit2Event({ address, topics: [event, owner, token, spender] }: FrameLog): void {
    if (address !== PERMIT2 || !permit2Events.has(event ?? '')) return
    if (owner && token && spender) this.addPermit2(addressOf(owner), addressOf(token), addressOf(spender))
  }

  addAllowances(token: string, spender: string): void {
    if (token === spender) return
    for (const owner of this.#owners) if (owner !== spender) this.add({ kind: 'allowance', owner, token, spender })
  }

  tokens(): string[] {
    const held = Array.from(this.#questions.values()).filter(({ kind }) => kind === 'balance')
    return [...new Set(held.flatMap((question) => ('token' in question ? question.token : [])))]
  }

  plan(): Plan {
    const all = Array.from(this.#questions.values())
    return { questions: all.slice(0, MAX_QUESTIONS), left: Math.max(0, all.length - MAX_QUESTIONS) }
  }

  #ownersAmong(parties: readonly string[]): readonly string[] {
    return this.#owners.filter((owner) => parties.includes(owner))
  }

  #standardOf(token: string): string | undefined {
    return this.#accounts.get(token)?.token?.standard
  }
}

/** Approval and Permit of Permit2’s AllowanceTransfer; both index owner, token and spender. */
const permit2Events: ReadonlySet<string> = new Set([
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
])

function addressOf(topic: string): string {
  return `0x${topic.slice(-40)}`
}

function idOf(item: string): bigint | undefined {
  return /^0x[0-9a-f]{64}$/i.test(item) ? BigInt(item) : undefined
}
