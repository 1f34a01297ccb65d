import type { Asked, AskedTransaction, Hex } from './asked/asked.ts'
import type { Upstream } from './upstream.ts'
import { UpstreamFault } from './upstream-fault.ts'

/** Whether it only replaces what the sender sent before, if the account of the sender has no delegate. */
export function isCancel({ parts }: Asked): boolean {
  const [part] = parts
  return parts.length === 1 && part.kind === 'transaction' && part.isCancel
}

/** Code of an account with a delegate (EIP-7702). */
const DESIGNATOR = /^0xef0100([0-9a-f]{40})$/i

/**
 * A cancel calls the account of its sender. Who signs has no code there but a delegate (EIP-3607, EIP-7702), which is then judged
 * as a delegation to it: the transaction makes use of that. Any other answer of a node, or none, does not keep an owner from
 * cancelling: everybody else can call the same code, too.
 */
export async function withDelegateOfSender(asked: Asked, upstream: Pick<Upstream, 'ask'>): Promise<Asked> {
  const [part] = asked.parts
  if (part.kind === 'message') return asked
  const delegate = await delegateOf(part.transaction.from, upstream)
  return delegate === undefined ? asked : { ...asked, parts: [asDelegation(part, delegate)] }
}

function asDelegation(part: AskedTransaction, address: Hex): AskedTransaction {
  const { transaction } = part
  const authorization = { chainId: `0x${BigInt(transaction.chainId).toString(16)}`, address, nonce: '0x0' }
  return { ...part, isCancel: false, transaction: { ...transaction, authorizations: [authorization] } }
}

/** Undefined: it has none, or the upstream does not tell. */
async function delegateOf(address: string, upstream: Pick<Upstream, 'ask'>): Promise<Hex | undefined> {
  try {
    const code = await upstream.ask('eth_getCode', [address, 'latest'])
    const [, delegate] = (typeof code === 'string' && DESIGNATOR.exec(code)) || []
    return delegate === undefined ? undefined : `0x${delegate.toLowerCase()}`
  } catch (error) {
    if (error instanceof UpstreamFault) return undefined
    throw error
  }
}
