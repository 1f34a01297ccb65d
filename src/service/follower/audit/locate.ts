import { bisect } from '../../../shared/bisect.ts'
import { quantity } from '../../../shared/json/evm-json.ts'
import { chainBlockHashes } from '../../store/repositories/chain-blocks.ts'
import type { AccountChange } from './account-changes.ts'
import { isSameState, readAccounts, readTwice } from './account-states.ts'
import type { AuditContext } from './audit.ts'
import { type AccountState, changeIn, surplusAt, vagueBlock } from './ledger.ts'
import { isDifferent, type Suspect } from './suspects.ts'

/** Blocks whose states full nodes keep: for those it can be read again, although it failed. */
const KEPT_STATES = 128

/** What is known of the first block that changes an account more than was noted, or by an amount that was not noted. */
export interface Difference extends Suspect {
  readonly number: number
  /** Hash of the block, where it is kept. */
  readonly hash: string | undefined
  /** What was noted when the block was applied. */
  readonly noted: AccountChange
  /** What changed besides; where no amount is noted, the whole change. */
  readonly surplus: AccountState
  /** No node keeps the state after it: the surplus is that of the state at the end. */
  readonly isLost: boolean
  /** The oldest block that it can be in, where that is not known to be this one. */
  readonly notBefore: number | undefined
}

/**
 * Finds the first block that changes an account more than is known. Undefined: the state after it cannot be read now.
 * @param fine a block at which the account was as expected, probably
 */
export async function locate(
  suspect: Suspect,
  fine: number | undefined,
  context: AuditContext,
): Promise<Difference | undefined> {
  const { ledger, at } = suspect
  const vague = vagueBlock(ledger, at.number)
  const { before, since: number } = await narrowed(suspect, [fine, vague && vague - 1], context)
  const notBefore = number - before > 1 ? before + 1 : undefined
  const difference = { ...suspect, number, noted: changeIn(ledger, number), isLost: false, notBefore }
  if (number === at.number) return { ...difference, hash: at.hash, surplus: surplusAt(ledger, number, suspect.state) }
  const [place] = await placesOf(suspect, [number], context)
  const [answers = []] = place ? await readTwice(context, [place]) : []
  const [first, other] = answers.map((answer) => answer.state)
  const state = first ?? other
  // The state at the end, which two nodes gave, says how much is missing in all; not how much of it a vague block changes.
  const isDisputed = number === vague && first && other && !isSameState(first, other)
  if (state && !isDisputed) return { ...difference, hash: place?.hash, surplus: surplusAt(ledger, number, state) }
  const isLost = number === vague && !state && number <= suspect.head.header.number - KEPT_STATES
  if (!isLost) return undefined
  const { balance } = surplusAt(ledger, at.number, suspect.state)
  return { ...difference, hash: place?.hash, surplus: { balance, nonce: 0 }, isLost }
}

/** Reads states until the first one that is not as expected is known. @param guesses blocks that are read first, in order */
async function narrowed(suspect: Suspect, guesses: readonly (number | undefined)[], context: AuditContext) {
  const { ledger, at } = suspect
  const isDifferentAt = async (numbers: readonly number[]) => {
    const states = await readAccounts(context.source, await placesOf(suspect, numbers, context))
    return numbers.map((number, index) => {
      const state = states[index]
      return state && isDifferent({ ...suspect, state, at: { ...at, number } })
    })
  }
  const since = vagueBlock(ledger, at.number) ?? at.number
  let range = { before: ledger.base?.number ?? since - 1, since }
  for (const guess of guesses) {
    if (guess === undefined || guess <= range.before || guess >= range.since) continue
    const [isLater] = await isDifferentAt([guess])
    if (isLater !== undefined) range = { ...range, [isLater ? 'since' : 'before']: guess }
  }
  return bisect(range, isDifferentAt)
}

/** Where an account is read: in the branch of the chain, where the block is kept. */
async function placesOf({ address }: Suspect, numbers: readonly number[], { db, chainId }: AuditContext) {
  const hashes = await chainBlockHashes(db, chainId, numbers)
  return numbers.map((number) => {
    const hash = hashes.get(number)
    return { address, hash, block: hash === undefined ? quantity(number) : { blockHash: hash } }
  })
}
