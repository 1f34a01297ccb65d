import type { CheckedBlock, MatchedTransaction } from '../../chain/blocks/block.ts'
import { isZeroAddress } from '../../risk/types.ts'
import type { Part } from './details.ts'
import type { StateReads } from './state-reads.ts'

/** Code of an account that runs that of another one (EIP-7702). */
const DELEGATION = '0xef0100'

/**
 * Delegations that a transaction sets or removes. One with a stale nonce has no effect, and anybody can submit it: the code
 * before and after the block decides.
 */
export async function readDelegations(
  { transaction }: MatchedTransaction,
  account: string,
  block: CheckedBlock,
  state: StateReads,
): Promise<Part[]> {
  const delegates = transaction.authorizations.flatMap((each) => (each.authority === account ? [each.delegate] : []))
  const last = delegates.at(-1)
  if (last === undefined) return []
  const [before, after] = await Promise.all([state.code(account, 'before'), state.code(account, 'after')])
  const text = isZeroAddress(last) ? 'its delegation is removed' : `it runs the code of ${last}`
  const part: Part = { other: last, notes: [text] }
  if (before === undefined || after === undefined)
    return [{ ...part, notes: [`${text}, if the signature is still valid`] }]
  // Several signatures in one block: which of them counted cannot be told from the code at its end.
  const inBlock = block.matched.flatMap((each) =>
    each.transaction.authorizations.filter((a) => a.authority === account),
  )
  if (before === after)
    return inBlock.length === 1 ? [] : [{ ...part, notes: [`${text}, for a time within the block`] }]
  const expected = isZeroAddress(last) ? '0x' : `${DELEGATION}${last.slice(2)}`
  return [after === expected ? part : { ...part, notes: [`${text}, which another signature replaces`] }]
}
