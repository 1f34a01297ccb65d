import { chunksOf } from '../../../shared/chunks-of.ts'
import type { Asked } from './account-requests.ts'
import type { Findings } from './findings.ts'
import { ACCOUNTS_PER_CALL, type BlockParameter, lookRequest, readLook, readSlots, slotsRequest } from './lens.ts'
import type { Question } from './raw-account.ts'

export interface LensQuestions {
  readonly addresses: readonly string[]
  readonly questions: readonly Question[]
  readonly block: BlockParameter
  readonly lens: string
  readonly topics: { readonly accounts: string; readonly slots: string }
}

/** Up to here addresses are those of precompiled contracts, which run in spite of an override. They have no storage. */
const LAST_PRECOMPILED = 0xffffn

/** One call for the accounts and one for their storage, each for 20 accounts. */
export function lensQuestions(into: Findings, { addresses, questions, block, lens, topics }: LensQuestions): Asked[] {
  const stored = addresses.filter((address) => BigInt(address) > LAST_PRECOMPILED)
  return [
    ...chunksOf(addresses, ACCOUNTS_PER_CALL).map(
      (about): Asked => ({
        request: lookRequest(lens, about, questions, block),
        topic: topics.accounts,
        about,
        take: (result) => {
          const look = readLook(result, about.length, questions)
          look?.accounts.forEach((account, index) => {
            into.accounts.set(about[index] as string, account)
          })
          if (look) into.timestamp = look.timestamp
          return look !== undefined
        },
      }),
    ),
    ...chunksOf(stored, ACCOUNTS_PER_CALL).map(
      (about): Asked => ({
        request: slotsRequest(lens, about, block),
        topic: topics.slots,
        about,
        take: (result) => {
          const found = readSlots(result, about.length)
          found?.forEach((words, index) => {
            if (words) into.words.set(about[index] as string, words)
          })
          return found !== undefined
        },
      }),
    ),
  ]
}
