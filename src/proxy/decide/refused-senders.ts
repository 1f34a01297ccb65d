import { HEX_ADDRESS } from '../../api/address.ts'
import { isRecord } from '../../shared/json/json.ts'
import type { SigningRequest } from '../params/signing-request.ts'
import { isMalformed, type MalformedCall, type RpcCall, type RpcError } from '../rpc/json-rpc.ts'
import { isCancel } from './cancel.ts'
import { maySend } from './methods.ts'
import { refusedWithoutVerdict } from './refusal.ts'

/** Senders of a batch that had a refused send: a later one would wait for its nonce, or take it. */
export class RefusedSenders {
  readonly #known = new Set<string>()
  /** One was refused, and nothing says whose it is. */
  #isUnknown = false

  /** @param request undefined: the call is refused without being read; then its text says whose it is */
  add(call: RpcCall | MalformedCall, request: SigningRequest | undefined): void {
    const senders = request ? request.senders : sendersNamed(call)
    if (senders === undefined) this.#isUnknown = true
    else for (const sender of senders) this.#known.add(sender)
  }

  /** Why this one is refused, too; undefined: it is not. A cancel frees a nonce, so it never waits for one. */
  refusalOf(request: SigningRequest): RpcError | undefined {
    if (isCancel(request) || request.senders.length === 0) return undefined
    if (request.senders.some((sender) => this.#known.has(sender))) return OF_SENDER
    return this.#isUnknown ? OF_UNKNOWN_SENDER : undefined
  }
}

const OF_SENDER = refusedWithoutVerdict('an earlier transaction of its sender in the batch was blocked')
const OF_UNKNOWN_SENDER = refusedWithoutVerdict(
  'an earlier request of the batch was refused, and whose transaction it is cannot be read',
)

/** The senders in lower case; undefined: it may send for any account. */
function sendersNamed(call: RpcCall | MalformedCall): readonly string[] | undefined {
  const given: unknown = isMalformed(call) ? call.given : call.params
  if (!namesOf(call).some(maySend)) return []
  const named = [...valuesNamed(given)]
  if (named.length === 0 || !named.every((each) => typeof each === 'string' && HEX_ADDRESS.test(each))) return undefined
  return named.map((each) => String(each).toLowerCase())
}

/** What could be the name of the method: of one that cannot be read, any text. */
function namesOf(call: RpcCall | MalformedCall): readonly string[] {
  if (!isMalformed(call)) return [call.method]
  if (!isRecord(call.given)) return []
  const members = Object.entries(call.given).filter(([name]) => name !== 'jsonrpc' && name !== 'id')
  return members.map(([, value]) => value).filter((value) => typeof value === 'string')
}

const SENDER = /^(?:from|sender)$/i

function* valuesNamed(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, each] of Object.entries(value)) {
    if (SENDER.test(name)) yield each
    else yield* valuesNamed(each)
  }
}
