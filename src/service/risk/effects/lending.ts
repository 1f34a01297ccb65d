import { type EffectTable, right, row } from './effect.ts'

/** Lending markets: who may borrow or manage in the name of whom, and where loans and withdrawals go. */
export const lendingEffects: EffectTable = {
  '0xc04a8a10': row(
    'approveDelegation(address delegatee, uint256 amount)',
    right('borrow', 'delegatee', { unless: 'amount' }),
    'Aave V3: credit delegation, debt tokens',
  ),
}
