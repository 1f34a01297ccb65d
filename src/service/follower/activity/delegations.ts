import type { CheckedBlock, MatchedTransaction, SetCode } from '../../chain/blocks/block.ts'
import { delegationTo, isZeroAddress } from '../../evm/words.ts'
import type { Part } from './details.ts'
import type { StateReads } from './state-reads.ts'

/**
 * Reads delegations that a transaction sets or removes. A signature with a stale nonce has no effect, and anyone can submit it as
 * often as he likes: its nonce, and the code before and after the block, decide.
 */
export async function readDelegations(
  { transaction }: MatchedTransaction,
  account: string,
  block: CheckedBlock,
  state: StateReads,
): Promise<Part[]> {
  const isOwn = ({ authority }: SetCode) => authority === account
  if (!transaction.authorizations.some(isOwn)) return []
  const [nonce, before, after] = await Promise.all([
    state.nonce(account, 'before'),
    state.code(account, 'before'),
    state.code(account, 'after'),
  ])
  const valid = nonce === undefined ? undefined : possiblyValid(account, block, BigInt(nonce), before !== '0x')
  const last = transaction.authorizations.findLast((each) => isOwn(each) && (valid?.has(each) ?? true))?.delegate
  if (last === undefined) return []
  const part = (doubt?: { readonly doubt: 'maybe-stale' | 'within-block' | 'replaced' }): Part => ({
    other: last,
    notes: [isZeroAddress(last) ? { code: 'undelegated', ...doubt } : { code: 'delegated', delegate: last, ...doubt }],
  })
  if (before === undefined || after === undefined) return [part({ doubt: 'maybe-stale' })]
  // Several signatures in one block: the code at its end does not show those that are replaced.
  if (before === after) {
    return valid !== undefined && valid.size > 1 ? [part({ doubt: 'within-block' })] : []
  }
  return [after === delegationTo(last) ? part() : part({ doubt: 'replaced' })]
}

/**
 * Authorizations of an account that can have an effect, by its nonce: each of them and each own transaction raises it. Code
 * that the account runs can raise it, too, by creating contracts.
 * @param start before the block
 * @param runsCode whether it runs code before the block, as far as is known
 */
function possiblyValid(
  account: string,
  { matched }: CheckedBlock,
  start: bigint,
  runsCode: boolean,
): ReadonlySet<SetCode> {
  const valid = new Set<SetCode>()
  let least = start
  for (const { transaction } of matched) {
    const { from, nonce, authorizations } = transaction
    // The transaction counts before its authorizations do.
    if (from === account && BigInt(nonce) >= least) least = BigInt(nonce) + 1n
    for (const each of authorizations) {
      if (each.authority !== account || each.nonce < least) continue
      if (each.nonce > least && !runsCode && valid.size === 0) continue
      valid.add(each)
      if (each.nonce === least) least++
    }
  }
  return valid
}
