import * as Hex from 'ox/Hex'
import * as PersonalMessage from 'ox/PersonalMessage'
import { checksummed } from '../../../src/api/address.ts'
import { safeMessageHashes } from '../../../src/shared/safe/hashes.ts'
import { type SafeVersion, safeVersion } from '../../../src/shared/safe/versions.ts'
import { SafeChain } from '../../service/chain/nodes/safe-chain.ts'
import { privateAccount } from '../../support/chain/private-account.ts'
import { type SafeServiceStandIn, type ServiceRow, serviceRow } from '../../support/safe-service.ts'
import { address } from './arrange.ts'

const SAFE = address(0x5afe)
const OWNERS = ['alice', 'bob', 'carol', 'dave'].map(privateAccount)
/** What waits, at most. */
const MOST_OPEN = 8

interface Item {
  readonly row: ServiceRow
  readonly nonce: bigint
  signed: number
  isWithdrawn: boolean
  /** How often it came back. */
  round: number
  /** Steps that were due: a step with the same signatures has one message a round, also where a reorg repeats it. */
  readonly steps: Set<string>
  /** What the follower read last; undefined: it never saw it. */
  seen: { isOpen: boolean; missing: number; isExecutable: boolean } | undefined
}

/** A Safe, its queue, and the messages that are due about them. */
export class SafeWorld {
  readonly chain = new SafeChain(
    SAFE,
    OWNERS.map(({ address: owner }) => owner),
  )
  /** Readings until everything is read: messages and delegates come with every third. */
  turns = 1
  readonly #standIn: SafeServiceStandIn
  readonly #random: () => number
  readonly #items = new Map<string, Item>()
  /** What is read at once, and not compared: hash and kinds. */
  #due: string[] = []
  #threshold = this.chain.threshold
  #count = 0

  constructor(standIn: SafeServiceStandIn, random: () => number) {
    this.#standIn = standIn
    this.#random = random
  }

  /** One to four changes. */
  change(): void {
    const changes = 1 + Math.floor(this.#random() * 4)
    for (let change = 0; change < changes; change++) this.#changeOnce()
    this.#show()
  }

  /** Proposes a transaction of a later nonce. @returns its hash */
  propose(): string {
    const { row } = this.#add(this.chain.nonce + 50n)
    this.#show()
    return row.safeTxHash
  }

  /** Everything was read. @returns the messages that are due since: hash and kinds */
  settled(): string[] {
    const due = this.#due
    const { chain } = this
    if (chain.threshold !== this.#threshold) due.push(' config-changed')
    this.#threshold = chain.threshold
    const executed = new Set(chain.executions.map(({ safeTxHash }) => safeTxHash))
    for (const [hash, item] of this.#items) {
      const kinds = this.#kindsOf(item, executed.has(hash))
      const step = `${kinds.join('+')} ${item.signed}/${chain.threshold} ${item.round}`
      if (kinds.length > 0 && !item.steps.has(step)) due.push(`${hash} ${kinds.join('+')}`)
      item.steps.add(step)
    }
    this.#due = []
    this.turns = 1
    return due
  }

  #kindsOf(item: Item, isExecuted: boolean): string[] {
    const { nonce, threshold } = this.chain
    const { seen } = item
    if (!this.#isOpen(item)) {
      item.seen = { isOpen: false, missing: 0, isExecutable: false }
      if (seen === undefined) return isExecuted ? ['unqueued-execution'] : this.#forget(item)
      if (!seen.isOpen) return []
      return [isExecuted ? 'executed' : item.nonce < nonce ? 'replaced' : 'withdrawn']
    }
    const missing = threshold - item.signed
    const isExecutable = missing <= 0 && item.nonce === nonce
    item.seen = { isOpen: true, missing, isExecutable }
    const isNew = !seen?.isOpen
    if (seen && isNew) item.round++
    return [
      ...(isNew ? ['queued'] : []),
      ...(isExecutable && (isNew || !seen?.isExecutable) ? ['executable'] : []),
      ...(missing === 1 && (isNew || (seen?.missing ?? 0) > 1) ? ['confirmed'] : []),
    ]
  }

  #forget({ row }: Item): string[] {
    this.#items.delete(row.safeTxHash)
    return []
  }

  #isOpen({ nonce, isWithdrawn }: Item): boolean {
    return !isWithdrawn && nonce >= this.chain.nonce
  }

  #changeOnce(): void {
    const open = [...this.#items.values()].filter((item) => this.#isOpen(item))
    const one = open[Math.floor(this.#random() * open.length)]
    const kind = this.#random()
    if (!one || (kind < 0.35 && open.length < MOST_OPEN))
      this.#add(this.chain.nonce + BigInt(Math.floor(this.#random() * 3)))
    else if (kind < 0.6) one.signed = Math.min(one.signed + 1, OWNERS.length)
    else if (kind < 0.67) one.isWithdrawn = true
    else if (kind < 0.82) this.#execute(open)
    else if (kind < 0.87) this.#undo()
    else if (kind < 0.91) this.chain.threshold = this.chain.threshold === 2 ? 3 : 2
    else if (kind < 0.95) this.#addDelegate()
    else this.#addMessage()
  }

  #add(nonce: bigint): Item {
    const row = serviceRow(
      { safe: SAFE },
      { to: address(0xbad0 + (this.#count % 7)) as Hex.Hex, value: BigInt(++this.#count), nonce },
    )
    const item = {
      row,
      nonce,
      signed: Math.floor(this.#random() * 3),
      isWithdrawn: false,
      seen: undefined,
      round: 0,
      steps: new Set<string>(),
    }
    this.#items.set(row.safeTxHash, item)
    return item
  }

  /** What waits with the next nonce, or something that nobody proposed. */
  #execute(open: readonly Item[]): void {
    const next = open.find(({ nonce, signed }) => nonce === this.chain.nonce && signed >= this.chain.threshold)
    const { row } = next ?? this.#add(this.chain.nonce)
    this.chain.execute(row.safeTxHash, this.#random() < 0.9)
  }

  /** Only of what was in the queue: the service has it again. */
  #undo(): void {
    const last = this.chain.executions.at(-1)
    if (last && this.#items.get(last.safeTxHash)?.seen?.isOpen === false) this.chain.undo()
  }

  #addDelegate(): void {
    const delegate = checksummed(address(0xde1e + ++this.#count))
    const added = { safe: checksummed(SAFE), delegate, delegator: OWNERS[0]?.address, label: '' }
    const isFirst = !this.#due.some((line) => line.endsWith('delegate-added'))
    this.#standIn.delegates = [...this.#standIn.delegates, added]
    if (isFirst) this.#due.push(' delegate-added')
    this.turns = 3
  }

  #addMessage(): void {
    const text = `message ${++this.#count}`
    const message = PersonalMessage.getSignPayload(Hex.fromString(text))
    const version = safeVersion(this.chain.version) as SafeVersion
    const { safeMessageHash } = safeMessageHashes({ safe: SAFE as Hex.Hex, chainId: 1n, version, message })
    const row = { safe: checksummed(SAFE), messageHash: safeMessageHash, message: text, confirmations: [] }
    this.#standIn.messages = [...this.#standIn.messages, row]
    this.#due.push(`${safeMessageHash} queued`)
    this.turns = 3
  }

  /** The service shows what is so now. */
  #show(): void {
    const executions = new Map(this.chain.executions.map((each) => [each.safeTxHash, each]))
    this.#standIn.transactions = [...this.#items.values()]
      .filter(({ isWithdrawn }) => !isWithdrawn)
      .map(({ row, signed }) => {
        const execution = executions.get(row.safeTxHash)
        const confirmations = OWNERS.slice(0, signed).map((owner) => ({
          owner: owner.address,
          signature: owner.sign(row.safeTxHash),
        }))
        const { transactionId = null, succeeded = null } = execution ?? {}
        return {
          ...row,
          confirmations,
          proposer: OWNERS[0]?.address ?? null,
          isExecuted: execution !== undefined,
          transactionHash: transactionId,
          isSuccessful: succeeded,
        }
      })
  }
}

/** What is due and did not come, and what came and is not due, as often as it did. */
export function differenceOf(
  due: readonly string[],
  came: readonly string[],
): { readonly missing: string[]; readonly extra: string[] } {
  const extra = [...came]
  const missing = due.filter((line) => {
    const at = extra.indexOf(line)
    if (at >= 0) extra.splice(at, 1)
    return at < 0
  })
  return { missing, extra }
}
