import type { MissingData } from '../../../api/text/missing.ts'
import type { RpcReply, RpcRequest } from '../rpc/json-rpc.ts'
import { answerTo, type StateRequest } from '../state/requests.ts'

/** A request about accounts, with what becomes of its answer. */
export interface AccountRequest {
  readonly request: RpcRequest
  /** What is not known without the answer, for people: 'Age of contracts'. */
  readonly topic: string
  /** Addresses that the answer is about. */
  readonly about: readonly string[]
  /** Takes the answer over. @returns why there is none. Never throws. */
  take(reply: RpcReply | undefined): string | undefined
}

export function accountRequest<T>(
  topic: string,
  about: readonly string[],
  wanted: StateRequest<T>,
  take: (value: T) => void,
): AccountRequest {
  return {
    request: wanted.request,
    topic,
    about,
    take: (reply) => {
      const answer = answerTo(wanted, reply)
      if ('failure' in answer) return answer.failure.message
      take(answer.value)
      return undefined
    },
  }
}

/** What was not read about some account, and why. */
export type MissingFact = Extract<MissingData, { readonly code: 'account-facts' }>

/** Facts about accounts that were not read, each with the reason. A later answer about the same fact removes it. */
export class MissingFacts {
  readonly #facts = new Map<string, { readonly address: string; readonly fact: MissingFact }>()

  /** Each once. @param isAbout whether an address counts */
  about(isAbout: (address: string) => boolean): MissingFact[] {
    const facts = Array.from(this.#facts.values()).filter(({ address }) => isAbout(address))
    return Array.from(new Map(facts.map(({ fact }) => [`${fact.topic} ${fact.reason}`, fact])).values())
  }

  /** Removes what is missing about an address that has no such facts. */
  discard(address: string, topics: readonly string[]): void {
    for (const topic of topics) this.#facts.delete(`${topic} ${address}`)
  }

  note({ topic, about }: AccountRequest, reason: string | undefined): void {
    for (const address of about) {
      if (reason === undefined) this.#facts.delete(`${topic} ${address}`)
      else this.#facts.set(`${topic} ${address}`, { address, fact: { code: 'account-facts', topic, reason } })
    }
  }
}
