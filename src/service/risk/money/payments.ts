import { isItem } from '../../evm/asset.ts'
import type { Asset } from '../actions/actions.ts'
import { mayWrapNative } from '../actions/plan.ts'
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

/** Of unknown standard: a token. */
export function accepts(payments: Payments, { standard }: Pick<Asset, 'standard'>): boolean {
  if (payments === 'sweepable' || payments === 'stuck') return false
  const kind = standard === 'native' ? 'native' : isItem({ standard }) ? 'nft' : 'token'
  return payments.includes(kind)
}
