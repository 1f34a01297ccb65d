import { readGroups } from '../cases/read.ts'
import type { Group, Row } from './row.ts'

const read = (files: readonly string[]) => files.flatMap((file) => readGroups(new URL(`${file}.yaml`, import.meta.url)))

/** By family. */
export const attacks: readonly Group[] = read([
  'attacks/lending',
  'attacks/names-staking',
  'attacks/bridges',
  'attacks/governance',
  'attacks/control',
  'attacks/accounts',
  'attacks/account-code',
  'attacks/orders',
  'attacks/grants',
  'attacks/hidden',
  'attacks/wrapped',
  'attacks/streams',
  'attacks/markets',
])

/** By kind. */
export const honest: readonly Group[] = read([
  'honest/payments',
  'honest/approvals',
  'honest/batches',
  'honest/lending',
  'honest/staking',
  'honest/trade',
  'honest/bridges',
  'honest/administration',
  'honest/accounts',
  'honest/nfts',
  'honest/others',
])

/** Unique in the set: the first words of its group and its own id. */
export function idOf({ name }: Group, { id }: Row): string {
  const [words = ''] = name.split(/[:,]/)
  return `${words.toLowerCase().replaceAll(' ', '-')}/${id}`
}

/** The attacks of one family. */
export function attacksOf(family: string): readonly Row[] {
  const found = attacks.find(({ name }) => name === family)
  if (!found) throw new Error(`No family of attacks: ${family}`)
  return found.rows
}
