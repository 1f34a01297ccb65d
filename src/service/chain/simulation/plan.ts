import { isItem, NATIVE } from '../../evm/asset.ts'
import {
  approvalsIn,
  type Log,
  type Movement,
  movementsIn,
  namesIn,
  nativeEmitters,
  permit2ApprovalsIn,
} from '../../evm/logs.ts'
import { addressOfNumber, argumentNumbers, isZeroAddress } from '../../evm/words.ts'
import type { Asset } from '../../risk/actions/actions.ts'
import type { Analysis } from '../../risk/analyze.ts'
import type { ChainAccount } from '../../risk/chain/account.ts'
import { liveFrames } from '../../risk/trace/live-frames.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import { keyOf, type Question } from './questions.ts'
import type { SimulationSubject } from './simulated.ts'

/** What is read before and after a transaction. */
export interface QuestionPlan {
  readonly questions: readonly Question[]
  /** Questions that exceed the limit. */
  readonly left: number
  /** Tokens of ERC-1155 without a question: neither call data nor events name an item of them. */
  readonly unnamed: readonly string[]
}

export const MAX_QUESTIONS = 64
/** The most that is counted of what is left out: a trace may have 20,000 calls. */
const MAX_COUNTED = 1024

const MAX_NAMES = 16

export interface SimulationInput {
  readonly subject: SimulationSubject
  /** The analysis with the trace, where there is one. */
  readonly analysis: Analysis
  readonly trace: Trace | undefined
  /** Events of the transaction, from the trace or without one. */
  readonly logs: readonly Log[]
  readonly accounts: ReadonlyMap<string, ChainAccount>
}

/**
 * Plans the balances and allowances that the transaction may change. First what the call data names: a contract can
 * make any number of events, and of calls. Then by turns what its events move and what it calls without such an event,
 * because a token may move without one, so that neither hides the other. What events take counts also where it is not
 * read.
 */
export function planQuestions(input: SimulationInput): QuestionPlan {
  const { subject, analysis, trace, logs, accounts } = input
  const collected = new Collector(subject.owners, accounts)
  const movements = movementsIn(logs)
  const approvals = approvalsIn(logs)
  for (const owner of subject.owners) collected.add({ kind: 'native', owner })
  collected.noteMultiTokens(movements)
  addActions(collected, analysis)
  const named = analysis.subjects.filter(({ role }) => role === 'token').map(({ address }) => address)
  const { to } = analysis.transaction
  const words = subject.calls.flatMap(({ data }) => addressWords(data, subject))
  const targets = [...subject.calls.map((call) => call.to), to].filter((token) => token !== undefined)
  for (const token of [...targets, ...named, ...words]) collected.addBalances(token)
  // Data that no table reads may name items.
  for (const { data } of subject.calls)
    for (const token of [...targets, ...words]) collected.addItems(token, numberWords(data, subject))
  // An allowance may be given without an event.
  const addAllowances = () => {
    if (to !== undefined) for (const token of collected.tokens()) collected.addAllowances(token, to)
  }
  addAllowances()

  const isOwn = (address: string) => subject.owners.includes(address)
  collected.startList()
  for (const movement of movements.filter(({ from }) => isOwn(from))) collected.addMovement(movement)
  for (const name of namesIn(logs).slice(0, MAX_NAMES)) collected.add({ kind: 'holder', ...name, isName: true })
  // A transfer clears who may move the item.
  for (const { kind, token, id, owner, spender } of approvals)
    if (!isZeroAddress(spender)) collected.addGrant(owner, spender, { token, id, forAll: kind === 'operator' })
  for (const { owner, token, spender } of permit2ApprovalsIn(logs)) collected.addPermit2(owner, token, spender)
  for (const movement of movements) collected.addMovement(movement)

  collected.startList()
  const called = trace ? Array.from(calledContracts(trace)) : []
  for (const token of [...called, ...logs.map(({ address }) => address)]) collected.addBalances(token)
  addAllowances()
  return collected.plan()
}

/** For all owners together. */
const MAX_FOUND = 16

interface AboutInput extends Pick<SimulationInput, 'subject' | 'accounts'> {
  readonly known: readonly Question[]
}

/** Plans questions about what events move beyond the known ones: contracts may name other items in another block. */
export function questionsAbout(logs: readonly Log[], { subject, accounts, known }: AboutInput): readonly Question[] {
  const collected = new Collector(subject.owners, accounts)
  for (const question of known) collected.add(question)
  for (const movement of movementsIn(logs)) collected.addMovement(movement)
  return collected.plan(known.length + MAX_FOUND).questions.slice(known.length)
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

/** For all owners together. */
const MAX_WORDS = 16

/** Words of call data that look like an address, the first ones: data that no table reads may name tokens. */
function addressWords(data: string, subject: SimulationSubject): readonly string[] {
  return firstNumbers(argumentNumbers(data).filter(isAddress), subject).map(addressOfNumber)
}

/** Words of call data that are no address, the first ones. */
function numberWords(data: string, subject: SimulationSubject): readonly bigint[] {
  return firstNumbers(
    argumentNumbers(data).filter((each) => !isAddress(each)),
    subject,
  )
}

/** Addresses with four leading zero bytes are rarer than numbers of that length. */
function isAddress(word: bigint): boolean {
  return word >= 2n ** 128n && word < 2n ** 160n
}

function firstNumbers(words: readonly bigint[], { owners }: SimulationSubject): readonly bigint[] {
  return [...new Set(words)].slice(0, Math.ceil(MAX_WORDS / owners.length))
}

/** Lists contracts that run code, with repeats. */
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
  readonly #known = new Set<string>()
  /** What comes first, and then by turns; each as long as is counted. */
  readonly #lists: Question[][] = [[]]
  /** ERC-1155 has no balance of all items. */
  readonly #multiTokens = new Set<string>()
  readonly #seenMultiTokens = new Set<string>()

  constructor(owners: readonly string[], accounts: ReadonlyMap<string, ChainAccount>) {
    this.#owners = owners
    this.#accounts = accounts
  }

  add(question: Question): void {
    const key = keyOf(question)
    const list = this.#lists.at(-1) ?? []
    if (list.length >= MAX_COUNTED || this.#known.has(key)) return
    this.#known.add(key)
    list.push(question)
  }

  startList(): void {
    this.#lists.push([])
  }

  noteMultiTokens(movements: readonly Movement[]): void {
    for (const { asset } of movements) if (asset.standard === 'erc1155') this.#multiTokens.add(asset.token)
  }

  /** Asks for these items of an ERC-1155 token, where nothing is known about which ones move. */
  addItems(token: string, ids: readonly bigint[]): void {
    if (!this.#isMultiToken(token) || this.#itemTokens().has(token)) return
    for (const id of ids) for (const owner of this.#owners) this.add({ kind: 'items', owner, token, id })
  }

  addMovement({ asset: { standard, token, id }, from, to }: Movement): void {
    const owners = this.#ownersAmong([from, to])
    if (owners.length === 0 || nativeEmitters.has(token)) return
    if (standard === 'erc721' && id !== undefined) this.add({ kind: 'holder', token, id })
    if (standard === 'erc1155' && id !== undefined)
      for (const owner of owners) this.add({ kind: 'items', owner, token, id })
    if (standard === 'erc20') for (const owner of owners) this.add({ kind: 'balance', owner, token })
  }

  addAsset(parties: readonly string[], { standard, token, ids, amount }: Asset): void {
    const owners = this.#ownersAmong(parties)
    if (token === NATIVE || owners.length === 0 || isZeroAddress(token)) return
    const items = standard === 'erc20-or-erc721' && amount !== undefined ? [amount] : ids
    if (standard === 'erc1155') this.#multiTokens.add(token)
    for (const id of items) {
      if (standard !== 'erc1155') {
        if (this.#standardOf(token) !== 'erc20') this.add({ kind: 'holder', token, id })
      } else for (const owner of owners) this.add({ kind: 'items', owner, token, id })
    }
    this.addBalances(token)
  }

  /** Asks for the balance of every owner: the call data may not show all that it moves. */
  addBalances(token: string): void {
    const kind = this.#accounts.get(token)?.kind
    if (kind === 'eoa' || kind === 'empty') return
    if (this.#isMultiToken(token) || nativeEmitters.has(token)) return
    for (const owner of this.#owners) if (owner !== token) this.add({ kind: 'balance', owner, token })
  }

  addGrant(owner: string, spender: string, { token, id, forAll }: Granted): void {
    if (!this.#owners.includes(owner) || (isZeroAddress(spender) && id === undefined)) return
    if (id !== undefined) {
      this.add({ kind: 'approved', owner, token, id, spender })
      this.add({ kind: 'holder', token, id })
    } else if (forAll) {
      const standard = this.#isMultiToken(token) ? 'erc1155' : 'erc721'
      this.add({ kind: 'operator', owner, token, spender, standard })
    } else this.add({ kind: 'allowance', owner, token, spender })
    this.addBalances(token)
  }

  addAssetGrant(owner: string, spender: string, { standard, token, ids, amount }: Asset): void {
    if (token === NATIVE) return
    const forAll = isItem({ standard }) && ids.length === 0
    const isNumbered = standard === 'erc721' || this.#standardOf(token) === 'erc721'
    const [id = isNumbered && !forAll ? amount : undefined] = ids
    this.addGrant(owner, spender, { token, id, forAll })
  }

  addPermit2(owner: string, token: string, spender: string): void {
    if (token === NATIVE || !this.#owners.includes(owner)) return
    this.add({ kind: 'permit2', owner, token, spender })
    this.addBalances(token)
  }

  addAllowances(token: string, spender: string): void {
    if (token === spender) return
    for (const owner of this.#owners) if (owner !== spender) this.add({ kind: 'allowance', owner, token, spender })
  }

  tokens(): string[] {
    const held = this.#lists.flat().filter(({ kind }) => kind === 'balance')
    return [...new Set(held.flatMap((question) => ('token' in question ? question.token : [])))]
  }

  plan(most = MAX_QUESTIONS): QuestionPlan {
    const [first = [], ...others] = this.#lists
    const all = [...first, ...byTurns(others)]
    const measured = this.#itemTokens()
    return {
      questions: all.slice(0, most),
      left: Math.max(0, all.length - most),
      unnamed: Array.from(this.#seenMultiTokens).filter((token) => !measured.has(token)),
    }
  }

  #isMultiToken(token: string): boolean {
    const isMulti = this.#multiTokens.has(token) || this.#standardOf(token) === 'erc1155'
    if (isMulti) this.#seenMultiTokens.add(token)
    return isMulti
  }

  #itemTokens(): ReadonlySet<string> {
    return new Set(this.#lists.flat().flatMap((question) => (question.kind === 'items' ? question.token : [])))
  }

  #ownersAmong(parties: readonly string[]): readonly string[] {
    return this.#owners.filter((owner) => parties.includes(owner))
  }

  #standardOf(token: string): string | undefined {
    return this.#accounts.get(token)?.token?.standard
  }
}

/** The first of each list, then the second of each … */
function byTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list.slice(index, index + 1))).flat()
}
