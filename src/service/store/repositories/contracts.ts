import type { PageRequest } from '../../../api/schemas/page.ts'
import type { ContractRow, Db } from '../schema/schema.ts'
import type { PageOrder } from './cursor.ts'
import { countAll, type Page, readPage } from './page.ts'
import { bumpWithEvidence } from './revisions.ts'
import { deleteRows, lister, rowsWith, saveRow } from './rows.ts'

/** All contracts, by chain and address. */
export type StoredContracts = readonly ContractRow[]

export const NO_CONTRACTS: StoredContracts = []

export interface ContractKey {
  readonly chainId: string
  /** Lower case. */
  readonly address: string
}

export const listContracts = lister('contracts', 'chain_id', 'address_key')

export function findContract(db: Db, { chainId, address }: ContractKey): Promise<ContractRow | undefined> {
  return rowsWith(db, 'contracts', { chain_id: chainId, address_key: address }).executeTakeFirst()
}

const ORDER: PageOrder = {
  columns: { chainId: 'chain_id', address: 'address_key', name: 'name', updatedAt: 'updated_at' },
  numbers: ['updated_at'],
  tieBreak: ['chain_id', 'address_key'],
}

export async function pageOfContracts(
  db: Db,
  { chainId, address }: { readonly chainId?: string | undefined; readonly address?: string | undefined },
  request: PageRequest,
): Promise<Page<ContractRow> & { readonly total: number }> {
  let matching = db.selectFrom('contracts')
  if (chainId !== undefined) matching = matching.where('chain_id', '=', chainId)
  if (address !== undefined) matching = matching.where('address_key', '=', address.toLowerCase())
  return { ...(await readPage(matching, request, ORDER)), total: await countAll(matching) }
}

/** Replaces the contract with this chain and address. */
export async function saveContract(db: Db, row: ContractRow): Promise<void> {
  const { created_at: _, ...changes } = row
  await saveRow(db, 'contracts', ['chain_id', 'address_key'], row, { changes })
  await bumpWithEvidence(db, 'contracts')
}

export async function deleteContract(db: Db, { chainId, address }: ContractKey): Promise<void> {
  await deleteRows(db, 'contracts', { chain_id: chainId, address_key: address }).execute()
  await bumpWithEvidence(db, 'contracts')
}
