import * as Hash from 'ox/Hash'
import type { Hex } from 'ox/Hex'
import { quantity } from '../../../shared/json/evm-json.ts'
import { blockRequest, readBlock } from '../nodes/read-block.ts'
import { type BlockParameter, balanceAt, callAt, codeAt, slotAt } from '../state/requests.ts'
import { type AccountRequest, accountRequest } from './account-requests.ts'
import { AGE } from './age.ts'
import { answeredAddress, MAX_ANSWER } from './answers.ts'
import { type SlotName, slotNames, slots } from './proxies.ts'
import { type AccountQuestion, type Findings, questions, type RawAccount } from './raw-account.ts'

/** The requests about every account, in this order, as far as the budget goes; the second trip sends the rest. */
const details: readonly (AccountQuestion | SlotName)[] = [
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
  'token0',
  'token1',
  'factory',
]

/** Part of the code that is kept, as much as the lens returns (bytes). */
const MAX_CODE = 128

/** Gas of a call: as the lens gives, and what a transaction costs. */
const GAS = 225_000n

interface Known {
  code: string | undefined
  balance: bigint | undefined
  readonly answers: Partial<Record<AccountQuestion, string>>
  readonly words: Partial<Record<SlotName, string>>
}

/** A request for each fact: for nodes that do not run code of ours in a call. */
export class PlainRequests {
  readonly #into: Findings
  readonly #block: BlockParameter
  readonly #known = new Map<string, Known>()

  constructor(into: Findings, block: BlockParameter) {
    this.#into = into
    this.#block = block
  }

  /**
   * All that is not known yet about the addresses, and about contracts that were requested before.
   * @param codeless those that have no code, probably: their code is requested first, and nothing else
   */
  about(addresses: readonly string[], codeless?: ReadonlySet<string>): AccountRequest[] {
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

  #basics(address: string): AccountRequest[] {
    const known = this.#known.get(address) as Known
    const code = accountRequest('Accounts', [address], codeAt(address, this.#block), (value) => {
      known.code = value
      this.#complete(address, known)
    })
    const balance = accountRequest('Accounts', [address], balanceAt(address, this.#block), (value) => {
      known.balance = value
      this.#complete(address, known)
    })
    return [...(known.code === undefined ? [code] : []), ...(known.balance === undefined ? [balance] : [])]
  }

  #complete(address: string, { code, balance, answers, words }: Known): void {
    if (code === undefined || balance === undefined) return
    this.#into.accounts.set(address, { ...rawOf(code), balance, isUsed: code !== '0x' || balance > 0n, answers })
    this.#into.words.set(address, words)
  }

  #detail(address: string, detail: AccountQuestion | SlotName): AccountRequest[] {
    const { code, answers, words } = this.#known.get(address) as Known
    const into: Partial<Record<AccountQuestion | SlotName, string>> = isSlot(detail) ? words : answers
    if (code === '0x' || into[detail] !== undefined) return []
    const [topic, wanted] = isSlot(detail)
      ? ['Proxies', slotAt(address, slots[detail], this.#block)]
      : ['Contracts', callAt({ target: address, data: questions[detail] }, this.#block, GAS)]
    return [
      accountRequest(topic, [address], wanted, (answer) => {
        into[detail] = answer.slice(0, 2 + 2 * MAX_ANSWER)
      }),
    ]
  }
}

/** Requests the code of contracts at an earlier block, and when that was. */
export function plainRequestsBefore(
  into: Findings,
  now: Findings,
  addresses: readonly string[],
  block: bigint,
): AccountRequest[] {
  if (addresses.length === 0) return []
  const time = { request: blockRequest(block), read: (result: unknown) => readBlock(result)?.timestamp }
  return [
    accountRequest(AGE, addresses, time, (timestamp) => {
      into.timestamp = timestamp
    }),
    ...addresses.map((address) =>
      accountRequest(AGE, [address], codeAt(address, quantity(block)), (code) => {
        const answers = now.accounts.get(address)?.answers ?? {}
        into.accounts.set(address, { ...rawOf(code), balance: 0n, isUsed: code !== '0x', answers })
        // What is neither proxy nor beacon now runs its own code: its storage then does not matter.
        const { implementation } = answers
        const isRead = implementation !== undefined && answeredAddress(implementation) === undefined
        const words = now.words.get(address)
        if (isRead && words && slotNames.every((name) => answeredAddress(words[name]) === undefined))
          into.words.set(address, words)
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

function isSlot(detail: AccountQuestion | SlotName): detail is SlotName {
  return detail in slots
}
