import { sql } from 'kysely'
import type { Db, GrantedAllowanceRow, Standing } from '../schema/schema.ts'
import { cachedListQuery, cachedLookup } from './cached-query.ts'
import { sortable } from './payments.ts'
import { deleteRows, isBetter, rowsWith, saveRow } from './rows.ts'

/** An owner and a spender (lower case) on a chain. */
export interface GrantScope {
  readonly chainId: string
  readonly owner: string
  readonly spender: string
}

/** An allowance in base units. */
export interface GrantedAllowance extends GrantScope {
  readonly token: string
  readonly amount: bigint
}

/** Keeps the largest allowance of an owner, spender and token among those with the best standing. */
export async function recordAllowance(
  db: Db,
  { chainId, amount, ...granted }: GrantedAllowance,
  from: Pick<GrantedAllowanceRow, 'standing' | 'svc_tx_id'>,
): Promise<void> {
  const row = { chain_id: chainId, ...granted, amount: sortable(amount), ...from }
  const condition = isBetter('granted_allowances', ['standing', 'amount'])
  await saveRow(db, 'granted_allowances', ['chain_id', 'owner', 'spender', 'token'], row, { condition })
}

/** The owner revoked it. */
export async function forgetAllowance(db: Db, { chainId, owner, spender, token }: GrantedAllowance): Promise<void> {
  await deleteRows(db, 'granted_allowances', { chain_id: chainId, owner, spender, token }).execute()
}

export interface StoredAllowance extends GrantedAllowance {
  readonly standing: Standing
}

/** All allowances between each owner and spender. */
export async function allowancesBetween(db: Db, scopes: readonly GrantScope[]): Promise<StoredAllowance[]> {
  const rows = await between(db, scopes)
  return rows.map(({ chain_id, amount, svc_tx_id: _, ...granted }) => ({
    chainId: chain_id,
    ...granted,
    amount: BigInt(amount),
  }))
}

const between = cachedLookup(
  'granted_allowances',
  ['chain_id', 'owner', 'spender'],
  ({ chainId, owner, spender }: GrantScope) => [chainId, owner, spender],
)

/** Which tokens owners (lower case) granted an allowance of. */
export async function grantedTokens(
  db: Db,
  chainId: string,
  owners: readonly string[],
): Promise<Pick<GrantedAllowanceRow, 'owner' | 'token'>[]> {
  const rows = await ofOwners(
    db,
    owners.map((owner) => ({ chainId, owner })),
  )
  return rows.map(({ owner, token }) => ({ owner, token }))
}

const ofOwners = cachedListQuery<Pick<GrantScope, 'chainId' | 'owner'>, Pick<GrantedAllowanceRow, 'owner' | 'token'>>(
  (placeholders) => sql`select distinct owner, token from granted_allowances where (chain_id, owner) in
    (values ${placeholders.each(() => sql`(${null}, ${null})`)})`,
  (scopes) => scopes.flatMap(({ chainId, owner }) => [chainId, owner]),
)

/** All that an owner (lower case) granted on a chain. */
export async function allowancesGrantedBy(db: Db, chainId: string, owner: string): Promise<GrantedAllowanceRow[]> {
  return rowsWith(db, 'granted_allowances', { chain_id: chainId, owner }).execute()
}
