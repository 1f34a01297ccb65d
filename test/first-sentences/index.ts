import { accountsAndPayments } from './accounts-and-payments.ts'
import { bridgesAndMarkets } from './bridges-and-markets.ts'
import { lendingAndStaking } from './lending-and-staking.ts'
import { messages } from './messages.ts'
import type { SentenceCase } from './sentence-case.ts'
import { tokensAndSwaps } from './tokens-and-swaps.ts'

export { ME, type SentenceCase } from './sentence-case.ts'

export const firstSentenceCases: readonly SentenceCase[] = [
  ...tokensAndSwaps,
  ...lendingAndStaking,
  ...bridgesAndMarkets,
  ...accountsAndPayments,
  ...messages,
]
