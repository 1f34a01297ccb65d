import type { Clock } from '../../../shared/time/clock.ts'
import { isFailure } from '../../chain/rpc/json-rpc.ts'
import { chainBlocksDown } from '../../store/repositories/chain-blocks.ts'
import type { Db } from '../../store/schema/schema.ts'
import type { BlockSource } from './source.ts'

/** Interval at which nodes that are not read are looked at (ms). */
const INTERVAL_MS = 30_000
/** A fault that lasts this long is said (ms): a provider that restarts is none. */
const LASTING_MS = 60_000
/** Compared below the tip: at the tip, branches of a moment differ. */
const DEPTH = 8
/** Blocks behind the tip that are no fault. */
const BEHIND = 16

/** Looks now and then at the nodes of a chain that are not read: without it, their faults would show when they are needed. */
export class NodeWatch {
  readonly #clock: Clock
  readonly #faults = new Map<string, { readonly since: number; readonly text: string }>()
  #lookedAt: number
  #lead: string | undefined

  constructor(clock: Clock) {
    this.#clock = clock
    this.#lookedAt = clock.elapsed()
  }

  /** One line about nodes whose fault lasts; undefined: there is none. */
  get text(): string | undefined {
    const lasting = [...this.#faults.values()].filter(({ since }) => this.#clock.elapsed() - since >= LASTING_MS)
    return lasting.length === 0 ? undefined : lasting.map(({ text }) => text).join('; ')
  }

  /** Id of the node that leads from now on, once; undefined: the one that leads. */
  takeLead(): string | undefined {
    const lead = this.#lead
    this.#lead = undefined
    return lead
  }

  lead(id: string): void {
    this.#lead = id
  }

  /**
   * The first of them is preferred to the one that is read, unless that is preferred to all: it leads again when it has the same
   * blocks.
   * @param tip the last applied block
   */
  async look(
    db: Db,
    sources: readonly BlockSource[],
    { chainId, tip }: { readonly chainId: string; readonly tip: number },
  ): Promise<void> {
    if (this.#clock.elapsed() - this.#lookedAt < INTERVAL_MS) return
    this.#lookedAt = this.#clock.elapsed()
    const [kept] = await chainBlocksDown(db, chainId, tip - DEPTH + 1, 1)
    for (const [at, source] of sources.entries()) {
      const { text, isEqual = false } = await lookAt(source, tip, kept)
      this.note(source.id, text)
      if (at === 0 && isEqual) this.lead(source.id)
    }
  }

  /** A fault of a node that was read, or of the audit of balances; or the end of one. */
  note(id: string | 'audit', text: string | undefined): void {
    if (text === undefined) this.#faults.delete(id)
    else this.#faults.set(id, { since: this.#faults.get(id)?.since ?? this.#clock.elapsed(), text })
  }
}

interface Look {
  /** Absent: it has no fault. */
  readonly text?: string
  /** It has the same blocks, up to the tip. */
  readonly isEqual?: boolean
}

async function lookAt(
  source: BlockSource,
  tip: number,
  kept: { readonly number: number; readonly hash: string } | undefined,
): Promise<Look> {
  const head = await source.head()
  if (isFailure(head)) return { text: head.message }
  if (head.number < tip - BEHIND) return { text: `${source.host} is ${tip - head.number} blocks behind` }
  if (!kept || kept.number > head.number) return {}
  const headers = await source.headers([kept.number])
  if (isFailure(headers)) return { text: headers.message }
  const [header] = headers
  if (header && header.hash !== kept.hash) return { text: `${source.host} has another block ${kept.number}` }
  return { isEqual: header !== undefined && head.number >= tip }
}
