import { addressOf } from '../../../shared/json/evm-json.ts'
import { topicOf, WORD_DIGITS } from '../../evm/words.ts'
import type { AddressTable } from './address-table.ts'

/** Digits before an address in a word of 32 bytes. */
const PADDING = 24
const ZERO = 0x30
const NONE: readonly string[] = []

/** Looks for watched addresses and collects those of one transaction. What is looked at may be anything. */
export class Matcher {
  readonly #table: AddressTable
  #found: string[] = []

  constructor(table: AddressTable) {
    this.#table = table
  }

  address(value: unknown): void {
    if (typeof value === 'string' && this.#table.has(value, 2)) this.#found.push(value)
  }

  topics(topics: readonly unknown[], data: unknown): void {
    for (let at = 1; at < topics.length; at++) {
      const topic = topics[at]
      if (typeof topic === 'string') this.#word(topic, 2)
    }
    // Events that index two parameters or more have none of these addresses in their data.
    if (topics.length > 2 || topics.length === 0 || typeof data !== 'string' || data.length < 2 + WORD_DIGITS) return
    if (!eventsWithAddresses.has(topics[0] as string)) return
    const end = Math.min(data.length, 2 + MAX_WORDS * WORD_DIGITS)
    for (let at = 2; at + WORD_DIGITS <= end; at += WORD_DIGITS) this.#word(data, at)
  }

  /** Four zero bytes distinguish an address from a hash; a word with fewer than twelve can only become a false candidate. */
  #word(text: string, at: number): void {
    for (let index = at; index < at + 8; index++) if (text.charCodeAt(index) !== ZERO) return
    const start = at + PADDING
    if (this.#table.has(text, start)) this.#found.push(`0x${text.slice(start, at + WORD_DIGITS)}`)
  }

  /** Watched addresses since the last call, lower case, each once. */
  take(): readonly string[] {
    if (this.#found.length === 0) return NONE
    const found = new Set(this.#found.flatMap((text) => addressOf(text) ?? []))
    this.#found = []
    return [...found]
  }
}

/**
 * Events with addresses in their data. `indexed` is not part of the signature: old tokens and proxies do not index the
 * accounts of standard events.
 * Sources: EIP-20, EIP-721, EIP-1967, EIP-173, safe-smart-account 1.1 to 1.5, Permit2, zeppelinos 1 and 2.
 */
const signatures: readonly string[] = [
  'Transfer(address,address,uint256)',
  'Approval(address,address,uint256)',
  'ApprovalForAll(address,address,bool)',
  'OwnershipTransferred(address,address)',
  'AdminChanged(address,address)',
  'Upgraded(address)',
  'BeaconUpgraded(address)',
  'ProxyCreation(address,address)',
  // Permit2: the owner is indexed, token and spender are not.
  'Lockdown(address,address,address)',
  // Safe; from 1.4 on some are indexed.
  'SafeSetup(address,address[],uint256,address,address)',
  'AddedOwner(address)',
  'RemovedOwner(address)',
  'EnabledModule(address)',
  'DisabledModule(address)',
  'ChangedGuard(address)',
  'ChangedModuleGuard(address)',
  'ChangedFallbackHandler(address)',
  'ChangedMasterCopy(address)',
  'ExecutionFromModuleSuccess(address)',
]

const eventsWithAddresses: ReadonlySet<string> = new Set(signatures.map(topicOf))

/** Words of data that are looked at: SafeSetup lists owners. */
const MAX_WORDS = 128
