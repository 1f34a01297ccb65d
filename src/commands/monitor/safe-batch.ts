import type { ExposureRecord } from '../../api/schemas/exposure.ts'

/**
 * The revocations of one chain as a file of the Safe Transaction Builder, which a Safe executes together.
 * @param createdAt ms since 1970
 */
export function safeBatch(chainId: string, rows: readonly Pick<ExposureRecord, 'revoke'>[], createdAt: number) {
  return {
    version: '1.0',
    chainId,
    createdAt,
    meta: { name: 'Revoke allowances', description: 'Made by txwarden monitor exposure' },
    transactions: rows.map(({ revoke: { to, data } }) => ({
      ...{ to, value: '0', data },
      ...{ contractMethod: null, contractInputsValues: null },
    })),
  }
}
