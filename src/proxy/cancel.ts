import type { Asked, AskedTransaction, Hex } from './asked/asked.ts'
import type { Upstream } from './upstream.ts'
import { UpstreamFault } from './upstream-fault.ts'

/** Whether it only replaces what the sender sent before, if the account of the sender has no code. */
export function isCancel({ parts }: Asked): boolean {
  const [part] = parts
  return parts.length === 1 && part.kind === 'transaction' && part.isCancel
}

/** Code of an account with a delegate (EIP-7702). */
const DESIGNATOR = /^0xef0100([0-9a-f]{40})$/i

/**
 * A cancel calls the account of its sender: the same where that has no code; otherwise, or where the upstream does not tell,
 * what is judged like any other transaction. The delegate of an account is judged as a delegation to it, which is what the
 * transaction makes use of.
 */
export async function withCodeOfSender(asked: Asked, upstream: Pick<Upstream, 'ask'>): Promise<Asked> {
  const [part] = asked.parts
  if (part.kind === 'message') return asked
  const code = await codeOf(part.transaction.from, upstream)
  return code === '0x' ? asked : { ...asked, parts: [asCall(part, code)] }
}

function asCall(part: AskedTransaction, code: unknown): AskedTransaction {
  const { transaction } = part
  const [, delegate] = (typeof code === 'string' && DESIGNATOR.exec(code)) || []
  if (delegate === undefined) return { ...part, isCancel: false }
  const address: Hex = `0x${delegate.toLowerCase()}`
  const authorization = { chainId: `0x${BigInt(transaction.chainId).toString(16)}`, address, nonce: '0x0' }
  return { ...part, isCancel: false, transaction: { ...transaction, authorizations: [authorization] } }
}

/** Undefined: it is not known. */
async function codeOf(address: string, upstream: Pick<Upstream, 'ask'>): Promise<unknown> {
  try {
    return await upstream.ask('eth_getCode', [address, 'latest'])
  } catch (error) {
    if (error instanceof UpstreamFault) return undefined
    throw error
  }
}
