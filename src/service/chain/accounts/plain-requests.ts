import * as Hash from 'ox/Hash'
import type { Hex } from 'ox/Hex'
import { blockTimeOf, blockTimeRequest } from '../nodes/block-time.ts'
import { dataOf, quantity, quantityOf } from '../rpc/hex.ts'
import type { RpcRequest } from '../rpc/json-rpc.ts'
import type { Asked } from './account-requests.ts'
import { AGE } from './age.ts'
import { addressOf, MAX_ANSWER } from './answers.ts'
import type { Findings } from './findings.ts'
import type { BlockParameter } from './lens.ts'
import { type SlotName, slotNames, slots } from './proxies.ts'
import { type Question, questions, type RawAccount } from './raw-account.ts'

/** What is asked about every account, in this order, as far as the budget goes; the second trip asks for the rest. */
const details: readonly (Question | SlotName)[] = [
  'symbol',
  'decimals',
  'eip1967',
  'beacon',
  'zeppelinos',
  'implementation',
  'getThreshold',
  'getOwners',
  'first',
  'owner',
  'isErc721',
  'isErc1155',
  'isAnything',
  'totalSupply',
  'admin',
  'name',
  'eip1822',
]

/** Of the code, as much as the lens returns (bytes). */
const MAX_CODE = 128

/** Of a call: as the lens gives, and what a transaction costs. */
const GAS = quantity(225_000n)

/** Characters of a word with 0x. */
const WORD = 66

interface Known {
  code: string | undefined
  balance: bigint | undefined
  readonly answers: Partial<Record<Question, string>>
  readonly words: Partial<Record<SlotName, string>>
}

/** A request for each fact: for nodes that do not run code of ours in a call. */
export class PlainQuestions {
  readonly #into: Findings
  readonly #block: BlockParameter
  readonly #known = new Map<string, Known>()

  constructor(into: Findings, block: BlockParameter) {
    this.#into = into
    this.#block = block
  }

  /**
   * All that is not known yet about the addresses, and about contracts that were asked about before.
   * @param codeless those that have no code, probably: first it is asked whether they have
   */
  asked(addresses: readonly string[], codeless?: ReadonlySet<string>): Asked[] {
    for (const address of addresses)
      if (!this.#known.has(address))
        this.#known.set(address, { code: undefined, balance: undefined, answers: {}, words: {} })
    const all = Array.from(this.#known.keys())
    return [
      ...all.flatMap((address) => this.#basics(address)),
      ...details.flatMap((detail) =>
        all.flatMap((address) => (codeless?.has(address) ? [] : this.#detail(address, detail))),
      ),
    ]
  }

  #basics(address: string): Asked[] {
    const known = this.#known.get(address) as Known
    const asked: Asked[] = []
    const ask = (method: string, take: (result: unknown) => boolean) =>
      asked.push({ request: { method, params: [address, this.#block] }, topic: 'Accounts', about: [address], take })
    if (known.code === undefined)
      ask('eth_getCode', (result) => {
        known.code = dataOf(result)
        this.#complete(address, known)
        return known.code !== undefined
      })
    if (known.balance === undefined)
      ask('eth_getBalance', (result) => {
        known.balance = quantityOf(result)
        this.#complete(address, known)
        return known.balance !== undefined
      })
    return asked
  }

  #complete(address: string, { code, balance, answers, words }: Known): void {
    if (code === undefined || balance === undefined) return
    this.#into.accounts.set(address, { ...rawOf(code), balance, isUsed: code !== '0x' || balance > 0n, answers })
    this.#into.words.set(address, words)
  }

  #detail(address: string, detail: Question | SlotName): Asked[] {
    const { code, answers, words } = this.#known.get(address) as Known
    if (code === '0x') return []
    if (isSlot(detail)) {
      if (words[detail] !== undefined) return []
      const take = (result: unknown) => {
        const word = dataOf(result)
        if (word?.length === WORD) words[detail] = word
        return word?.length === WORD
      }
      const request = { method: 'eth_getStorageAt', params: [address, slots[detail], this.#block] }
      return [{ request, topic: 'Proxies', about: [address], take }]
    }
    if (answers[detail] !== undefined) return []
    const take = (result: unknown) => {
      const answer = dataOf(result)
      if (answer !== undefined) answers[detail] = answer.slice(0, 2 + 2 * MAX_ANSWER)
      return answer !== undefined
    }
    const request = { method: 'eth_call', params: [{ to: address, data: questions[detail], gas: GAS }, this.#block] }
    return [{ request, topic: 'Contracts', about: [address], take, mayRevert: true }]
  }
}

/** The code of contracts at an earlier block, and when that was. */
export function plainQuestionsBefore(
  into: Findings,
  now: Findings,
  addresses: readonly string[],
  block: bigint,
): Asked[] {
  if (addresses.length === 0) return []
  const ask = (request: RpcRequest, about: readonly string[], take: (result: unknown) => boolean): Asked => ({
    request,
    topic: AGE,
    about,
    take,
  })
  return [
    ask(blockTimeRequest(block), addresses, (result) => {
      into.timestamp = blockTimeOf(result)?.timestamp
      return into.timestamp !== undefined
    }),
    ...addresses.map((address) =>
      ask({ method: 'eth_getCode', params: [address, quantity(block)] }, [address], (result) => {
        const code = dataOf(result)
        if (code === undefined) return false
        const answers = now.accounts.get(address)?.answers ?? {}
        into.accounts.set(address, { ...rawOf(code), balance: 0n, isUsed: code !== '0x', answers })
        // What is neither proxy nor beacon now runs its own code: its storage then does not matter.
        const { implementation } = answers
        const isAsked = implementation !== undefined && addressOf(implementation) === undefined
        const words = now.words.get(address)
        if (isAsked && words && slotNames.every((name) => addressOf(words[name]) === undefined))
          into.words.set(address, words)
        return true
      }),
    ),
  ]
}

function rawOf(code: string): Pick<RawAccount, 'code' | 'codeSize' | 'codeHash'> {
  return {
    code: code.slice(0, 2 + 2 * MAX_CODE),
    codeSize: (code.length - 2) / 2,
    codeHash: code === '0x' ? undefined : Hash.keccak256(code as Hex),
  }
}

function isSlot(detail: Question | SlotName): detail is SlotName {
  return detail in slots
}
