import { isItem } from '../../evm/asset.ts'
import type { Asset } from '../actions/actions.ts'
import { mayWrapNative } from '../actions/plan.ts'
import type { Call } from '../decode/calls.ts'
import type { Facts } from '../detectors/detector.ts'
import type { Payments } from '../evidence.ts'
import { isOpenExecutor } from '../parties/controlled-accounts.ts'

/** What sources say that an address does with plain payments; undefined: none says anything. */
export function paymentsTo(address: string, facts: Facts): Payments | undefined {
  if (isOpenExecutor(address, facts.transaction.chainId)) return 'sweepable'
  const records = facts.evidence.intelOn(address)
  const reviewed = records.find(({ payments }) => payments !== undefined)
  if (reviewed) return reviewed.payments
  const isToken = records.some(({ kind, canonical }) => kind === 'token' && canonical)
  return isToken ? (mayWrapNative(address, facts) ? ['native'] : []) : undefined
}

/** transferAndCall(address,uint256,bytes), of ERC-677 and ERC-1363: the payee learns of it. */
const WITH_CALL = '0x4000aea0'

/** Of unknown standard: a token. `call`: only tokens whose transfer calls the payee. */
export function accepts(
  payments: Payments,
  { standard }: Pick<Asset, 'standard'>,
  { selector }: Pick<Call, 'selector'>,
): boolean {
  if (payments === 'sweepable' || payments === 'stuck') return false
  const kind = standard === 'native' ? 'native' : isItem({ standard }) ? 'nft' : 'token'
  return payments.includes(kind) || (kind === 'token' && selector === WITH_CALL && payments.includes('call'))
}
