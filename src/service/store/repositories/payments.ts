import { CONFIRMED, type Db, type PaymentRow } from '../schema/schema.ts'
import { cachedLookup } from './cached-query.ts'
import { deleteRows, isBetter, saveRow, updateRows } from './rows.ts'

/** Payer and payee (lower case) on a chain. */
export interface PaymentScope {
  readonly chainId: string
  readonly owner: string
  readonly counterparty: string
}

/** Digits of 2^256 - 1. */
const DIGITS = 78

/** A number as text, so that text order is number order. */
export function sortable(amount: bigint): string {
  return String(amount).padStart(DIGITS, '0')
}

/** Keeps the largest payment of an asset among those with the best standing. */
export async function recordPayments(db: Db, rows: readonly PaymentRow[]): Promise<void> {
  const condition = isBetter('payments', ['standing', 'amount'])
  for (const row of rows)
    await saveRow(db, 'payments', ['chain_id', 'owner', 'counterparty', 'asset'], row, { condition })
}

/** What a transaction was confirmed to pay and allow, when a reorg removed it. */
export async function forgetConfirmed(db: Db, svcTxId: string): Promise<void> {
  const paid = await deleteRows(db, 'payments', { svc_tx_id: svcTxId })
    .where('standing', '=', CONFIRMED)
    .returning(['chain_id', 'owner', 'counterparty'])
    .execute()
  await db.deleteFrom('granted_allowances').where('svc_tx_id', '=', svcTxId).where('standing', '=', CONFIRMED).execute()
  for (const { chain_id, owner, counterparty } of paid)
    await updateRows(db, 'counterparties', { chain_id, owner, counterparty }, { standing: 0 })
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payments')
              .select('asset')
              .where('chain_id', '=', chain_id)
              .where('owner', '=', owner)
              .where('counterparty', '=', counterparty)
              .where('standing', '=', CONFIRMED),
          ),
        ),
      )
      .execute()
}

/** A node does not have the transaction as it was reported: it vouches no more, also when no node answers later. */
export async function doubtReported(db: Db, svcTxId: string): Promise<void> {
  for (const table of ['payments', 'granted_allowances'] as const)
    await updateRows(db, table, { svc_tx_id: svcTxId }, { standing: 0 }).where('standing', '<', CONFIRMED).execute()
}

/** All payments between each owner and counterparty. */
export const paymentsBetween = cachedLookup(
  'payments',
  ['chain_id', 'owner', 'counterparty'],
  ({ chainId, owner, counterparty }: PaymentScope) => [chainId, owner, counterparty],
)
