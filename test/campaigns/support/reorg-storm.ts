import { type ForkingChain, type Placed, usdcApproval, usdcTransfer } from '../../support/chain/forking-chain.ts'
import type { FundedAccount, Signed, Unsigned } from '../../support/chain/funded-accounts.ts'

/** Someone whom nobody monitors. */
const STRANGER = `0x${'57a9e4'.padEnd(40, '7')}`
const MOST_DEPTH = 12
const ETHER = 10n ** 18n

export interface StormCounts {
  reorgs: number
  blocks: number
  transactions: number
  deepest: number
}

/**
 * Makes blocks and forks at random. Of transactions that a fork removes some return in another of its blocks, some later, and
 * some never.
 */
export class ReorgStorm {
  readonly counts: StormCounts = { reorgs: 0, blocks: 0, transactions: 0, deepest: 0 }
  /** All that touch a monitored address. */
  readonly touching = new Set<string>()
  readonly #chain: ForkingChain
  readonly #monitored: ReadonlySet<string>
  readonly #recipients: readonly string[]
  readonly #random: () => number
  /** The transactions of each block of the present branch, by number. */
  readonly #blocks = new Map<number, readonly Signed[]>()
  #removed: Signed[] = []

  constructor(chain: ForkingChain, monitored: ReadonlySet<string>, random: () => number) {
    this.#chain = chain
    this.#monitored = monitored
    this.#recipients = [...monitored]
    this.#random = random
  }

  /** One to three blocks, then a fork that is at most 12 deep and not below `floor`. */
  async turn(floor: number): Promise<void> {
    for (let left = 1 + this.#below(3); left > 0; left--) await this.block()
    const { number } = await this.#chain.head()
    const depth = Math.min(1 + this.#below(MOST_DEPTH), number - floor)
    if (depth > 0) await this.#fork(number, depth)
  }

  /** A block with up to four new transactions, and now and then one that a fork removed. */
  async block(): Promise<void> {
    const inside: Signed[] = []
    for (let left = this.#below(5); left > 0; left--) inside.push(await this.#send())
    if (this.#removed.length > 0 && this.#random() < 0.3) {
      const [old] = this.#removed.splice(this.#below(this.#removed.length), 1) as [Signed]
      await this.#chain.resend(old)
      inside.push(old)
    }
    await this.#chain.mine()
    const { number } = await this.#chain.head()
    this.#blocks.set(number, inside)
    this.counts.blocks++
  }

  async #fork(head: number, depth: number): Promise<void> {
    const first = head - depth + 1
    const undone = Array.from({ length: depth }, (_, at) => this.#blocks.get(first + at) ?? []).flat()
    const placed: Placed[] = []
    const stays = this.#random()
    for (const each of undone) {
      if (this.#random() < stays) placed.push([each, this.#below(depth)])
      else this.#removed.push(each)
    }
    for (let at = 0; at < depth; at++) {
      this.#blocks.set(
        first + at,
        placed.filter(([, block]) => block === at).map(([signed]) => signed),
      )
    }
    await this.#chain.reorg(depth, placed)
    this.counts.reorgs++
    this.counts.blocks += depth
    this.counts.deepest = Math.max(this.counts.deepest, depth)
  }

  async #send(): Promise<Signed> {
    const from = this.#chain.fresh()
    const unsigned = this.#any()
    const signed = await this.#chain.send(from, unsigned)
    this.counts.transactions++
    if (this.#touches(from, unsigned)) this.touching.add(signed.hash)
    return signed
  }

  /** Payments and allowances to somebody monitored or not. */
  #any(): Unsigned {
    const to = this.#random() < 0.6 ? (this.#recipients[this.#below(this.#recipients.length)] as string) : STRANGER
    const amount = BigInt(1 + this.#below(9))
    const which = this.#random()
    if (which < 0.5) return { to, value: amount * ETHER }
    if (which < 0.8) return usdcTransfer(to, amount * 1_000_000_000n)
    // To a spender, nothing happens.
    return usdcApproval(STRANGER, amount * 1_000_000_000n)
  }

  /** The recipient is in the call data of a token. */
  #touches(from: FundedAccount, { to = '', data = '' }: Unsigned): boolean {
    const other = data === '' ? to : `0x${data.slice(34, 74)}`
    return [from.address, other.toLowerCase()].some((address) => this.#monitored.has(address))
  }

  #below(bound: number): number {
    return Math.floor(this.#random() * bound)
  }
}
