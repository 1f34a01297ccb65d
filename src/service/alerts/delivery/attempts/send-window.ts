import type { Channel } from '../../../../api/vocabulary.ts'

/**
 * The largest batch of a webhook: as many deliveries can arrive twice when the process is killed. Receivers recognize
 * them by `webhook-id`.
 */
const LARGEST_BATCH = 64
/** A batch may become larger after one that took at most this long, and becomes smaller after one beyond the maximum (ms). */
const FAST_MS = 500
/** No delivery of a batch starts after this time: what was sent is recorded, and what was read is read again (ms). */
export const MAX_BATCH_MS = 1000
/** A webhook that needs more for a message (ms, on average) takes fewer than a thousand a second one after the other. */
const NEAR_MS = 1
/** Messages that a webhook accepts one after the other before it is pipelined: short queues never are. */
const ACCEPTED_BEFORE = 8
/** And after it did not accept everything in a pipeline: some receivers cannot be pipelined. */
const ACCEPTED_AFTER_FAILURE = 1000
/** A pipelined batch does not become smaller because the receiver refuses some: with 1, those that it accepts would wait for them. */
const LEAST_PIPELINED = 8

export interface SentBatch {
  readonly sent: number
  /** How many of them the receiver accepted. */
  readonly accepted: number
  /** It answered everything, also what it refused. */
  readonly isAnswered: boolean
  readonly tookMs: number
}

/**
 * How many deliveries to a destination are sent before their attempts are recorded, which costs a sync of the disk, and
 * whether they are sent without waiting for responses. Only webhooks get more than one: messages in chats and mails cannot
 * be recognized as repeated.
 */
export class SendWindow {
  readonly #largest: number
  #size = 1
  #isPipelined = false
  #unpipelined: number

  /** @param unpipelined deliveries that are not pipelined: see `unpipelined` */
  constructor(channel: Channel, unpipelined = 0) {
    this.#largest = channel === 'WEBHOOK' ? LARGEST_BATCH : 1
    this.#unpipelined = Math.max(unpipelined, ACCEPTED_BEFORE)
  }

  get size(): number {
    return this.#size
  }

  get isPipelined(): boolean {
    return this.#isPipelined
  }

  /** How many deliveries are still sent one after the other because pipelining failed; 0: it did not. */
  get unpipelined(): number {
    return this.#unpipelined > ACCEPTED_BEFORE ? this.#unpipelined : 0
  }

  /**
   * Doubles while the receiver accepts everything quickly. Falls when it does not accept something: to 1 where it accepts
   * nothing, or does not answer, or is not pipelined.
   */
  adapt({ sent, accepted, isAnswered, tookMs }: SentBatch): void {
    if (accepted < sent) {
      const isPartly = this.#isPipelined && isAnswered && accepted > 0
      this.#size = isPartly ? Math.max(LEAST_PIPELINED, this.#size >> 1) : 1
      if (this.#isPipelined && !isAnswered) this.stopPipelining()
      return
    }
    this.#unpipelined = Math.max(0, this.#unpipelined - sent)
    if (tookMs > MAX_BATCH_MS) this.#size = Math.max(1, this.#size >> 1)
    else if (tookMs <= FAST_MS && sent >= this.#size) this.#size = Math.min(this.#size * 2, this.#largest)
    if (this.#unpipelined === 0 && this.#size > 1 && tookMs > sent * NEAR_MS) this.#isPipelined = true
  }

  /** Sends one after the other for a while. */
  stopPipelining(): void {
    this.#isPipelined = false
    this.#unpipelined = ACCEPTED_AFTER_FAILURE
  }
}
