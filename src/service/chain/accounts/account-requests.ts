import type { RpcReply, RpcRequest } from '../rpc/json-rpc.ts'
import { isReply } from '../rpc/json-rpc.ts'

/** A request with what becomes of its answer. */
export interface Asked {
  readonly request: RpcRequest
  /** What is not known without the answer, for people: 'Age of contracts'. */
  readonly topic: string
  /** Addresses that it asks about. */
  readonly about: readonly string[]
  /** Takes the answer over. False: it is none. Never throws. */
  take(result: unknown): boolean
  /** A call that may revert: then it takes '0x'. */
  readonly mayRevert?: true
}

/** The requests of one trip, and the reader of their replies. */
export interface AccountsTrip {
  readonly requests: readonly RpcRequest[]
  /** @param replies in the order of the requests; missing ones count as failures */
  read(replies: readonly RpcReply[]): void
}

/** What was not read, and why. A later answer about the same takes it back. */
export class Losses {
  readonly #lines = new Map<string, { readonly address: string; readonly text: string }>()

  /** Each line once. @param isAbout whether an address counts */
  lines(isAbout: (address: string) => boolean): string[] {
    const lines = Array.from(this.#lines.values()).filter(({ address }) => isAbout(address))
    return Array.from(new Set(lines.map(({ text }) => text)))
  }

  /** Forgets what was asked about an address in vain: it is of no account. */
  forget(address: string, topics: readonly string[]): void {
    for (const topic of topics) this.#lines.delete(`${topic} ${address}`)
  }

  note({ topic, about }: Asked, reason: string | undefined): void {
    for (const address of about) {
      if (reason === undefined) this.#lines.delete(`${topic} ${address}`)
      else this.#lines.set(`${topic} ${address}`, { address, text: `${topic}: ${reason}` })
    }
  }
}

/** Keeps to the budget: what comes last is left out first. */
export function tripOf(wanted: readonly Asked[], budget: number, losses: Losses): AccountsTrip {
  const asked = wanted.slice(0, Math.max(0, budget))
  for (const each of wanted.slice(asked.length)) losses.note(each, 'not asked, too many requests')
  return {
    requests: asked.map(({ request }) => request),
    read: (replies) => {
      asked.forEach((each, index) => {
        losses.note(each, lossOf(each, replies[index]))
      })
    },
  }
}

function lossOf(asked: Asked, reply: RpcReply | undefined): string | undefined {
  if (reply === undefined) return 'no answer'
  const result = isReply(reply) ? reply.result : asked.mayRevert && reply.failure.kind === 'reverted' ? '0x' : undefined
  if (!isReply(reply) && result === undefined) return reply.failure.message
  return asked.take(result) ? undefined : 'the node gave no legible answer'
}
