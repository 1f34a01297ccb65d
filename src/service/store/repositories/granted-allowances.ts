import { sql } from 'kysely'
import type { Db, GrantedAllowanceRow } from '../schema.ts'
import { cachedListQuery } from './cached-query.ts'

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

/** Digits of 2^256 - 1. */
const DIGITS = 78

/** Keeps the largest allowance of an owner, spender and token. */
export async function recordAllowance(db: Db, { chainId, amount, ...granted }: GrantedAllowance): Promise<void> {
  await db
    .insertInto('granted_allowances')
    .values({ chain_id: chainId, ...granted, amount: String(amount).padStart(DIGITS, '0') })
    .onConflict((conflict) =>
      conflict.columns(['chain_id', 'owner', 'spender', 'token']).doUpdateSet({
        amount: sql`case when excluded.amount > granted_allowances.amount
          then excluded.amount else granted_allowances.amount end`,
      }),
    )
    .execute()
}

/** The owner revoked it. */
export async function forgetAllowance(db: Db, { chainId, owner, spender, token }: GrantedAllowance): Promise<void> {
  await db
    .deleteFrom('granted_allowances')
    .where('chain_id', '=', chainId)
    .where('owner', '=', owner)
    .where('spender', '=', spender)
    .where('token', '=', token)
    .execute()
}

/** All allowances between each owner and spender. */
export async function allowancesBetween(db: Db, scopes: readonly GrantScope[]): Promise<GrantedAllowance[]> {
  const rows = await between(db, scopes)
  return rows.map(({ chain_id, amount, ...granted }) => ({ chainId: chain_id, ...granted, amount: BigInt(amount) }))
}

const between = cachedListQuery<GrantScope, GrantedAllowanceRow>(
  (placeholders) => sql`select * from granted_allowances where (chain_id, owner, spender) in
    (values ${placeholders.each(() => sql`(${null}, ${null}, ${null})`)})`,
  (scopes) => scopes.flatMap(({ chainId, owner, spender }) => [chainId, owner, spender]),
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
  return db
    .selectFrom('granted_allowances')
    .selectAll()
    .where('chain_id', '=', chainId)
    .where('owner', '=', owner)
    .execute()
}
