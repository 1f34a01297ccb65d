import { isItem, TRANSFER_AND_CALL } from '../../evm/asset.ts'
import type { Asset } from '../actions/actions.ts'
import { mayWrapNative } from '../actions/plan.ts'
import type { Call } from '../decode/calls.ts'
import { listedToken, type Payments } from '../evidence.ts'
import type { Facts } from '../facts.ts'
import { isOpenExecutor } from '../parties/controlled-accounts.ts'

/** What sources say that an address does with plain payments; undefined: none says anything. */
export function paymentsTo(address: string, facts: Facts): Payments | undefined {
  if (isOpenExecutor(address, facts.transaction.chainId)) return 'sweepable'
  const records = facts.evidence.intelOn(address)
  const reviewed = records.find(({ payments }) => payments !== undefined)
  if (reviewed) return reviewed.payments
  return listedToken(address, facts.evidence) ? (mayWrapNative(address, facts) ? ['native'] : []) : undefined
}

/** Whether a payee accepts an asset; one of unknown standard is a token. `call`: only tokens whose transfer calls the payee. */
export function accepts(
  payments: Payments,
  { standard }: Pick<Asset, 'standard'>,
  { selector }: Pick<Call, 'selector'>,
): boolean {
  if (payments === 'sweepable' || payments === 'stuck') return false
  const kind = standard === 'native' ? 'native' : isItem({ standard }) ? 'nft' : 'token'
  return payments.includes(kind) || (kind === 'token' && selector === TRANSFER_AND_CALL && payments.includes('call'))
}
