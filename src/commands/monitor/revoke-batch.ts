import * as Hash from 'ox/Hash'
import * as Hex from 'ox/Hex'
import type { ExposureRecord } from '../../api/schemas/exposure.ts'
import { isRecord } from '../../shared/json/json.ts'

/**
 * The revocations of one chain as a file of the Safe Transaction Builder, which a Safe executes together.
 * @param safe whose allowances they are
 * @param createdAt ms since 1970
 */
export function revokeBatch(
  chainId: string,
  safe: string,
  rows: readonly Pick<ExposureRecord, 'revoke'>[],
  createdAt: number,
) {
  const batch = {
    version: '1.0',
    chainId,
    createdAt,
    meta: {
      name: 'Revoke allowances',
      description: 'Made by txwarden monitor exposure',
      createdFromSafeAddress: safe,
      createdFromOwnerAddress: '',
    },
    transactions: rows.map(({ revoke: { to, data } }) => ({
      to,
      value: '0',
      data,
      contractMethod: null,
      contractInputsValues: null,
    })),
  }
  return { ...batch, meta: { ...batch.meta, checksum: checksumOf(batch) } }
}

/**
 * The checksum by which the Transaction Builder says that a file was changed since it was saved (safe-react-apps,
 * `apps/tx-builder/src/lib/checksum.ts`): of all but itself, with a name of null.
 */
export function checksumOf(batch: { readonly meta: Readonly<Record<string, unknown>> }): Hex.Hex {
  const { checksum: _, ...meta } = batch.meta
  return Hash.keccak256(Hex.fromString(serialized({ ...batch, meta: { ...meta, name: null } })))
}

/** Objects as the list of their sorted names, and then each value with a comma. */
function serialized(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(serialized).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value ?? null)
  const names = Object.keys(value).sort()
  return `{${JSON.stringify(names)}${names.map((name) => `${serialized(value[name])},`).join('')}}`
}
