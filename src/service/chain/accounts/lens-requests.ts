import { chunksOf } from '../../../shared/chunks-of.ts'
import { ACCOUNTS_PER_CALL, lookAt, slotsAt } from '../state/lens.ts'
import type { BlockParameter } from '../state/requests.ts'
import { type AccountRequest, accountRequest } from './account-requests.ts'
import type { Findings } from './findings.ts'
import type { AccountQuestion } from './raw-account.ts'

export interface LensQuestions {
  readonly addresses: readonly string[]
  readonly questions: readonly AccountQuestion[]
  readonly block: BlockParameter
  readonly lens: string
  readonly topics: { readonly accounts: string; readonly slots: string }
}

/** Up to here addresses are those of precompiled contracts, which run in spite of an override. They have no storage. */
const LAST_PRECOMPILED = 0xffffn

/** Makes one call for the accounts and one for their storage, each for 20 accounts. */
export function lensRequests(
  into: Findings,
  { addresses, questions, block, lens, topics }: LensQuestions,
): AccountRequest[] {
  const stored = addresses.filter((address) => BigInt(address) > LAST_PRECOMPILED)
  return [
    ...chunksOf(addresses, ACCOUNTS_PER_CALL).map((about) =>
      accountRequest(topics.accounts, about, lookAt(lens, about, questions, block), (look) => {
        for (const [index, account] of look.accounts.entries()) into.accounts.set(about[index] as string, account)
        into.timestamp = look.timestamp
      }),
    ),
    ...chunksOf(stored, ACCOUNTS_PER_CALL).map((about) =>
      accountRequest(topics.slots, about, slotsAt(lens, about, block), (found) => {
        for (const [index, words] of found.entries()) if (words) into.words.set(about[index] as string, words)
      }),
    ),
  ]
}
