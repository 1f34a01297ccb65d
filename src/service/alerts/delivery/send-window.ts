import type { Channel } from '../../../api/vocabulary.ts'

/**
 * The largest batch of a webhook: as many deliveries can arrive twice when the process is killed. Receivers recognize
 * them by `webhook-id`.
 */
const LARGEST_BATCH = 64
/** A batch may become larger after one that took at most this long, and becomes smaller after a longer one (ms). */
const FAST_MS = 250
/** No delivery of a batch starts after this time: what was sent is recorded, and what was read is read again (ms). */
export const MAX_BATCH_MS = 1000

/**
 * How many deliveries to a destination are sent before their attempts are recorded, which costs a sync of the disk. Only
 * webhooks get more than one: messages in chats and mails cannot be recognized as repeated.
 */
export class SendWindow {
  readonly #largest: number
  #size = 1

  constructor(channel: Channel) {
    this.#largest = channel === 'WEBHOOK' ? LARGEST_BATCH : 1
  }

  get size(): number {
    return this.#size
  }

  /** Doubles while the receiver accepts everything quickly; falls to 1 when it does not accept something. */
  adapt({ sent, isAccepted, tookMs }: { sent: number; isAccepted: boolean; tookMs: number }): void {
    if (!isAccepted) this.#size = 1
    else if (tookMs > MAX_BATCH_MS) this.#size = Math.max(1, this.#size >> 1)
    else if (tookMs <= FAST_MS && sent >= this.#size) this.#size = Math.min(this.#size * 2, this.#largest)
  }
}
