/** Room: What is known of an address: code, age, proxy, control, whether it is a Safe. */

import { chunksOf } from '../../../shared/chunks-of.ts'
import { quantity } from '../../../shared/json/evm-json.ts'
import type { ChainAccount } from '../../risk/chain/account.ts'
import type { ObservedBlock } from '../../risk/chain/observation.ts'
import type { Capabilities, PastBlock } from '../nodes/chain-node.ts'
import type { Trip } from '../rpc/json-rpc.ts'
import { ACCOUNTS_PER_CALL, lookAt, slotsAt } from '../state/lens.ts'
import { type BlockParameter, nonceAt } from '../state/requests.ts'
import { type AccountRequest, accountRequest, type MissingFact, MissingFacts } from './account-requests.ts'
import {
  AGE,
  type AgeFacts,
  agreement,
  fingerprintAt,
  isOld,
  isSeenLongAgo,
  ranSameCode,
  type SeenCode,
} from './age.ts'
import { answeredAddress } from './answers.ts'
import { PlainRequests, plainRequestsBefore } from './plain-requests.ts'
import { type AccountQuestion, accountOf, type Findings, noFindings, questionNames } from './raw-account.ts'

/** Up to here addresses are those of precompiled contracts, which run in spite of an override. They have no storage. */
const LAST_PRECOMPILED = 0xffffn

export interface AccountReaderOptions {
  readonly can: Capabilities
  /** Everything but the age is read at this block. */
  readonly head: ObservedBlock
  /** Random, so that no contract can know it, and not an address of the transaction: `lensAddress`. */
  readonly lens: string
  /** A block of three days ago, or the first of a younger chain; undefined: the node has no such state. */
  readonly past: PastBlock | undefined
  /** What earlier verdicts saw, by address. */
  readonly seen: ReadonlyMap<string, SeenCode>
}

/** What was read about some addresses. */
export interface AccountsPart {
  readonly accounts: ReadonlyMap<string, ChainAccount>
  /** What could not be read. */
  readonly missing: readonly MissingFact[]
}

export interface TripOptions {
  /** Addresses whose nonce is needed. */
  readonly nonces?: readonly string[]
  /** Addresses that probably have no code: where each fact is a request, the others wait until that is known. */
  readonly codeless?: ReadonlySet<string>
  /** Most requests. */
  readonly budget: number
}

/**
 * Reads what a node says about addresses, in two trips: the first reads what they are; the second follows proxies and
 * delegations, and reads the state of three days ago. Each trip can be left out: what was not read is undefined.
 */
export class AccountReader {
  readonly #options: AccountReaderOptions
  readonly #now = noFindings()
  readonly #past = noFindings()
  readonly #nonces = new Map<string, number>()
  readonly #missingFacts = new MissingFacts()
  readonly #plain: PlainRequests | undefined
  /** Addresses whose age is not requested. */
  readonly #withoutAge = new Set<string>()

  constructor(options: AccountReaderOptions) {
    this.#options = options
    const block = { blockHash: options.head.hash }
    this.#plain = options.can.overrides ? undefined : new PlainRequests(this.#now, block)
  }

  /** @param addresses lower case, the most important first */
  firstTrip(addresses: readonly string[], { nonces = [], codeless, budget }: TripOptions): Trip<void> {
    return this.#trip([...this.#aboutNow(addresses, codeless), ...this.#aboutNonces(nonces)], budget)
  }

  /** @param addresses that the first trip was not about; those of proxies and delegations are added */
  secondTrip(addresses: readonly string[], { nonces = [], budget }: TripOptions): Trip<void> {
    const aged = Array.from(new Set([...this.#parts(), ...addresses]))
    const governors = this.#governors().filter((each) => !aged.includes(each))
    for (const each of governors) this.#withoutAge.add(each)
    const added = [...aged, ...governors]
    return this.#trip([...this.#aboutNow(added), ...this.#aboutNonces(nonces), ...this.#aboutAge(aged)], budget)
  }

  /** Keeps to the budget: what comes last is left out first. */
  #trip(wanted: readonly AccountRequest[], budget: number): Trip<void> {
    const missing = this.#missingFacts
    const sent = wanted.slice(0, Math.max(0, budget))
    for (const each of wanted.slice(sent.length)) missing.note(each, 'not requested, too many requests')
    return {
      requests: sent.map(({ request }) => request),
      read: (replies) => {
        for (const [index, each] of sent.entries()) missing.note(each, each.take(replies[index]))
        // Accounts without code are no contracts that did not answer.
        for (const [address, { codeSize }] of this.#now.accounts)
          if (codeSize === 0) missing.discard(address, ['Contracts', 'Proxies', AGE])
      },
    }
  }

  /** What the first trip named and did not look at. */
  moreAddresses(): string[] {
    return Array.from(new Set([...this.#parts(), ...this.#governors()]))
  }

  /** Delegates, implementations and beacons. */
  #parts(): string[] {
    return this.#unread(partsOf)
  }

  /** Who may replace an implementation. How old these are says nothing. */
  #governors(): string[] {
    return this.#unread(governorsOf)
  }

  #unread(of: (account: ChainAccount) => readonly (string | undefined)[]): string[] {
    const named = Array.from(this.#accounts().values()).flatMap((account) => present(of(account)))
    return Array.from(new Set(named)).filter((address) => !this.#now.accounts.has(address))
  }

  accounts(): ReadonlyMap<string, ChainAccount> {
    const accounts = this.#accounts()
    const facts = this.#facts
    const own = new Map(
      Array.from(accounts, ([address, { safe }]) => [address, ranSameCode(address, safe !== undefined, facts)]),
    )
    return new Map(
      Array.from(accounts, ([address, account]) => {
        const { proxy } = account
        // What a proxy runs is as young as the youngest part of it.
        const parts = present([address, proxy?.implementation, proxy?.beacon]).filter((part) => own.has(part))
        return [address, { ...account, hadCodeBefore: youngest(parts.map((part) => own.get(part))) }]
      }),
    )
  }

  /** What contracts run, for later verdicts. */
  seenCode(): SeenCode[] {
    const { head, seen } = this.#options
    return Array.from(this.#accounts()).flatMap(([address, { kind, safe }]) => {
      const isSafe = safe !== undefined
      const fingerprint = kind === 'contract' ? fingerprintAt(address, this.#now, isSafe) : undefined
      if (fingerprint === undefined) return []
      const known = seen.get(address)
      const times = present([
        head.timestamp,
        fingerprintAt(address, this.#past, isSafe) === fingerprint ? this.#past.timestamp : undefined,
        known?.fingerprint === fingerprint ? known.since : undefined,
      ])
      return [{ address, fingerprint, since: Math.min(...times) }]
    })
  }

  /** What could not be read. */
  missing(): MissingFact[] {
    return this.#missing(this.accounts(), () => true)
  }

  /** What was read, in parts: about some addresses, what they run, and who controls that. */
  parts(): (addresses: readonly string[]) => AccountsPart {
    const all = this.accounts()
    return (addresses) => {
      const named = new Set(addresses)
      const accounts = new Map<string, ChainAccount>()
      // A set visits what is added on the way.
      for (const address of named) {
        const account = all.get(address)
        if (!account) continue
        accounts.set(address, account)
        for (const part of present([...partsOf(account), ...governorsOf(account)])) named.add(part)
      }
      return { accounts, missing: this.#missing(accounts, (address) => named.has(address)) }
    }
  }

  #missing(accounts: ReadonlyMap<string, ChainAccount>, isAbout: (address: string) => boolean): MissingFact[] {
    const { head, past } = this.#options
    const facts = this.#missingFacts.about(isAbout)
    const isAgeMissing = Array.from(accounts.values()).some(
      ({ address, kind, hadCodeBefore }) =>
        kind === 'contract' && hadCodeBefore === undefined && !this.#withoutAge.has(address),
    )
    if (!isAgeMissing || facts.some(({ topic }) => topic === AGE)) return facts
    const isTooOld = past !== undefined && agreement(head, past.until) === 'much earlier'
    const known = isTooOld ? 'only a much older state was found' : 'the node has no state of three days ago'
    return [...facts, { code: 'account-facts', topic: AGE, reason: known }]
  }

  get #facts(): AgeFacts {
    const { head, past: pastBlock, seen } = this.#options
    return { head, now: this.#now, past: this.#past, pastBlock, seen }
  }

  #accounts(): Map<string, ChainAccount> {
    const now = this.#now
    const accounts = new Map(
      Array.from(now.accounts, ([address, raw]) => [
        address,
        accountOf(address, raw, { words: now.words.get(address), nonce: this.#nonces.get(address) }),
      ]),
    )
    for (const [address, account] of accounts) {
      const { proxy } = account
      if (proxy?.beacon === undefined || proxy.implementation !== undefined) continue
      const implementation = answeredAddress(now.accounts.get(proxy.beacon)?.answers.implementation)
      accounts.set(address, { ...account, proxy: { ...proxy, implementation } })
    }
    return accounts
  }

  #aboutNow(addresses: readonly string[], codeless?: ReadonlySet<string>): AccountRequest[] {
    const { lens, head } = this.#options
    const wanted = addresses.filter((address) => address !== lens && !this.#now.accounts.has(address))
    if (this.#plain) return this.#plain.about(wanted, codeless)
    return lensRequests(this.#now, {
      addresses: wanted,
      questions: questionNames,
      block: { blockHash: head.hash },
      lens,
      topics: { accounts: 'Accounts', slots: 'Proxies' },
    })
  }

  #aboutNonces(addresses: readonly string[]): AccountRequest[] {
    const block = { blockHash: this.#options.head.hash }
    return addresses
      .filter((address) => !this.#nonces.has(address))
      .map((address) =>
        accountRequest('Nonces', [address], nonceAt(address, block), (nonce) => {
          this.#nonces.set(address, nonce)
        }),
      )
  }

  /** Those of unknown age, and others to see that the node has that state at all. */
  #aboutAge(added: readonly string[]): AccountRequest[] {
    const { head, past, lens, seen } = this.#options
    if (!past) return []
    const facts = this.#facts
    const contracts = Array.from(this.#accounts().values()).filter(
      ({ address, codeSize, safe }) =>
        codeSize > 0 && !isSeenLongAgo(address, fingerprintAt(address, this.#now, safe !== undefined), facts),
    )
    // What the added ones run is not known yet: those seen long ago are taken to run the same.
    const unseen = added.filter((address) => address !== lens && !isOld(seen.get(address), head))
    const wanted = [...contracts.map(({ address }) => address), ...unseen]
    if (wanted.length === 0) return []
    if (this.#plain) return plainRequestsBefore(this.#past, this.#now, wanted, past.number)
    const others = Array.from(this.#now.accounts)
      .filter(([address, { codeSize, balance }]) => !wanted.includes(address) && (codeSize > 0 || balance > 0n))
      .map(([address]) => address)
      .slice(0, Math.max(0, ACCOUNTS_PER_CALL - wanted.length))
    return lensRequests(this.#past, {
      addresses: [...wanted, ...others],
      questions: ['implementation'],
      block: quantity(past.number),
      lens,
      topics: { accounts: AGE, slots: AGE },
    })
  }
}

function partsOf({ delegate, proxy }: ChainAccount): (string | undefined)[] {
  return [delegate, proxy?.implementation, proxy?.beacon]
}

function governorsOf({ proxy, owner }: ChainAccount): (string | undefined)[] {
  return proxy ? [proxy.admin, owner] : []
}

/** Gives an address for the lens that is none of the transaction's. */
export function lensAddress(randomBytes: (size: number) => Uint8Array, taken: ReadonlySet<string>): string {
  const address = `0x${Buffer.from(randomBytes(20)).toString('hex')}`
  return taken.has(address) ? lensAddress(randomBytes, taken) : address
}

function present<T>(values: readonly (T | undefined)[]): T[] {
  return values.filter((value) => value !== undefined)
}

function youngest(parts: readonly (boolean | undefined)[]): boolean | undefined {
  if (parts.includes(false)) return false
  return parts.includes(undefined) ? undefined : true
}

interface LensQuestions {
  readonly addresses: readonly string[]
  readonly questions: readonly AccountQuestion[]
  readonly block: BlockParameter
  readonly lens: string
  readonly topics: { readonly accounts: string; readonly slots: string }
}

/** Makes one call for the accounts and one for their storage, each for 20 accounts. */
function lensRequests(into: Findings, { addresses, questions, block, lens, topics }: LensQuestions): AccountRequest[] {
  const stored = addresses.filter((address) => BigInt(address) > LAST_PRECOMPILED)
  return [
    ...chunksOf(addresses, ACCOUNTS_PER_CALL).map((about) =>
      accountRequest(topics.accounts, about, lookAt(lens, about, questions, block), (look) => {
        for (const [index, account] of look.accounts.entries()) into.accounts.set(about[index] as string, account)
        into.timestamp = look.timestamp
      }),
    ),
    ...chunksOf(stored, ACCOUNTS_PER_CALL).map((about) =>
      accountRequest(topics.slots, about, slotsAt(lens, about, block), (found) => {
        for (const [index, words] of found.entries()) if (words) into.words.set(about[index] as string, words)
      }),
    ),
  ]
}
