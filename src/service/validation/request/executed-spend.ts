import type { Hex } from 'ox/Hex'
import { safeHashes } from '../../../shared/safe/hashes.ts'
import { safeVersion } from '../../../shared/safe/versions.ts'
import type { Analysis } from '../../risk/analyze.ts'
import { safeTransactionIn } from '../../risk/decode/safe-transaction.ts'
import { type Replaced, unsettledOf } from '../../store/repositories/policies.ts'
import type { Db } from '../../store/schema/schema.ts'
import { reservationIdOf } from './check-typed-data.ts'

/** Those that differ in what is signed. */
const versions = ['1.3.0', '1.1.1', '0.1.0'].flatMap((name) => safeVersion(name) ?? [])

/**
 * What budgets keep of the transaction of a Safe that an `execTransaction` executes: what its owners signed is spent once.
 * Undefined: nothing was validated of it, or another call executes it. Its nonce is not in the call: the one that gives the hash is looked for.
 * @param executedBy the validation of the call; undefined: it has no id yet
 */
export async function executedSpend(
  db: Db,
  { decoded: { root }, transaction: { chainId } }: Pick<Analysis, 'decoded' | 'transaction'>,
  executedBy: string | undefined,
): Promise<(Replaced & { readonly svcTxId: string; readonly executedBy: string | undefined }) | undefined> {
  const { status, to: safe, args } = root
  if (status !== 'decoded' || safe === undefined) return undefined
  const executed = safeTransactionIn(args)
  for (const { svc_tx_id, nonce } of await unsettledOf(db, { chainId, sender: safe, executedBy })) {
    const transaction = { ...executed, nonce: BigInt(nonce) }
    const isSigned = versions.some((version) => {
      const signed = { safe: safe as Hex, chainId: BigInt(chainId), version, transaction }
      return svc_tx_id === reservationIdOf(safeHashes(signed).safeTxHash, safe)
    })
    if (isSigned) return { svcTxId: svc_tx_id, chainId, sender: safe, nonce, executedBy }
  }
  return undefined
}
