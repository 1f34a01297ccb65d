import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { verdicts } from '../verdict.ts'
import { activityKinds, chainEventStates } from '../vocabulary.ts'
import { transactionSummary } from './extensions.ts'
import { growingPage, growingPageQuery } from './page.ts'
import { address, chainId, component, shown, timestamp } from './primitives.ts'

const amount = lazily(() => ({
  token: shown.address().optional().meta({ description: 'Absent: the native currency.' }),
  tokenId: z.string().optional(),
  symbol: z.string().optional().meta({ description: 'What the contract says, unless `verified`: third-party text.' }),
  decimals: z.int().optional(),
  verified: z.literal(true).optional(),
  usd: z.number().optional(),
}))

const chainEvent = component('ChainEvent', () => ({
  verdict: z.enum(verdicts).optional().meta({ description: 'Of `transaction`; absent: it has none.' }),
  id: z.string(),
  chainId: shown.chainId(),
  address: shown.address().meta({ description: 'The monitored address.' }),
  name: z.string().meta({ description: 'Of the monitored address.' }),
  kind: z.string().meta({ description: activityKinds.join(', ') }),
  state: z.enum(chainEventStates).meta({
    description:
      'INCLUDED: a block has it · REORGED: a reorg removed its block · DROPPED: it did not return, and messages about it were retracted.',
  }),
  text: z.array(z.string()).meta({ description: 'What happened, one line for each move.' }),
  moves: z.array(
    z.object({
      ...amount(),
      amount: shown.quantity(),
      direction: z.enum(['out', 'in']),
      other: shown.address().meta({ description: 'Where it goes, or comes from.' }),
    }),
  ),
  usd: z.number().optional().meta({ description: 'The larger of what leaves and what arrives; absent: unknown.' }),
  other: shown.address().optional().meta({ description: 'Spender, operator, delegate, new owner, sender.' }),
  allowance: z
    .object({ ...amount(), amount: shown.quantity().optional() })
    .optional()
    .meta({ description: 'What holds afterwards; without amount: all.' }),
  note: z.string().optional().meta({ description: 'What else is known, as one clause.' }),
  notes: z
    .array(z.looseObject({ code: z.string() }))
    .optional()
    .meta({
      description: 'What `note` says, for programs: a code, and what it names.',
    }),
  failed: z.literal(true).optional().meta({ description: 'It is a transaction of the address that failed.' }),
  blockNumber: shown.quantity().meta({ description: 'Of the block that has it, or had it last.' }),
  blockHash: shown.transactionHash(),
  blockTime: shown.time(),
  transactionId: shown.transactionHash().optional().meta({ description: 'Absent: it belongs to no transaction.' }),
  validatedAs: z.string().nullable().optional().meta({
    description: 'The svcTxId of its validation here; null: it was not validated here. Absent: it has no verdict.',
  }),
  validation: z
    .object({ verdict: z.enum(verdicts), combinedScore: z.number() })
    .optional()
    .meta({ description: 'What that validation said; absent: there is none, or it is deleted.' }),
  transaction: transactionSummary().optional().meta({ description: 'The stored transaction, with its verdict.' }),
  createdAt: shown.time(),
  updatedAt: shown.time(),
}))
export type ChainEvent = z.infer<ReturnType<typeof chainEvent>>

export const chainEventPage = component('ChainEventPage', () => growingPage(chainEvent()))

export const chainEventQuery = lazily(() =>
  growingPageQuery(['blockTime', 'updatedAt', 'createdAt', 'id']).extend({
    address: address().optional(),
    chainId: chainId().optional(),
    kind: z.enum(activityKinds).optional(),
    since: timestamp().optional().meta({ description: 'Of blocks at or after this time.' }),
  }),
)
