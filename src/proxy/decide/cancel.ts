import { BoundedMap } from '../bounded-map.ts'
import { readIfAnswered, type Upstream } from '../http/upstream.ts'
import type { Hex, RequestedTransaction, SigningRequest } from '../params/signing-request.ts'

/** Whether it only replaces what the sender sent before, if the account of the sender has no code. */
export function isCancel({ parts }: SigningRequest): boolean {
  const [part] = parts
  return parts.length === 1 && part.kind === 'transaction' && part.isCancel
}

/** Gives the same request, which is validated like any other. */
export function asNoCancel(request: SigningRequest): SigningRequest {
  const [part, ...others] = request.parts
  return part.kind !== 'transaction' ? request : { ...request, parts: [{ ...part, isCancel: false }, ...others] }
}

/** Code of an account with a delegate (EIP-7702). */
const DESIGNATOR = /^0xef0100([0-9a-f]{40})$/i
const CODE = /^0x(?:[0-9a-f]{2})+$/i
/** Senders whose code is remembered. */
const MAX_SENDERS = 10_000

/**
 * The code of senders that cancel, by what the upstream says. A cancel calls the account of its sender, so that it is
 * only a cancel where that has no code. What the upstream said once counts from then on, also when it gives no answer
 * or another one later: otherwise a request limit or a lagging node would let the code run without a verdict.
 */
export class SenderCode {
  readonly #upstream: Pick<Upstream, 'read'>
  /** By chain id and address. */
  readonly #known = new BoundedMap<string, string>(MAX_SENDERS)

  constructor(upstream: Pick<Upstream, 'read'>) {
    this.#upstream = upstream
  }

  /**
   * A cancel of a sender with a delegate is validated as a delegation to it, as the transaction makes use of that; with
   * other code, like any transaction. Where the upstream never said that there is code, it stays a cancel.
   */
  async checked(request: SigningRequest): Promise<SigningRequest> {
    const [part] = request.parts
    if (part.kind !== 'transaction') return request
    const code = await this.#codeOf(part)
    if (code === undefined) return request
    const [, delegate] = DESIGNATOR.exec(code) ?? []
    if (delegate === undefined) return asNoCancel(request)
    return { ...request, parts: [asDelegation(part, `0x${delegate.toLowerCase()}`)] }
  }

  /** The code; undefined: the upstream never said that there is one. */
  async #codeOf({ transaction: { chainId, from } }: RequestedTransaction): Promise<string | undefined> {
    const name = `${chainId}/${from}`
    const code = await readIfAnswered(this.#upstream, 'eth_getCode', [from, 'latest'])
    if (typeof code === 'string' && CODE.test(code)) this.#known.set(name, code)
    return this.#known.get(name)
  }
}

function asDelegation(part: RequestedTransaction, address: Hex): RequestedTransaction {
  const { transaction } = part
  const authorization = { chainId: `0x${BigInt(transaction.chainId).toString(16)}`, address, nonce: '0x0' }
  return { ...part, isCancel: false, transaction: { ...transaction, authorizations: [authorization] } }
}
