import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { verdicts } from '../verdict.ts'
import { component, shown } from './primitives.ts'
import { unaccountedItem } from './transaction.ts'

const change = component('VerdictChange', () => ({
  svcTxId: z.string(),
  from: z
    .enum(verdicts)
    .meta({ description: 'The verdict before: that of the validation, or a worse one found since.' }),
  to: z.enum(verdicts),
  fromScore: z.int(),
  toScore: z.int(),
  chainId: shown.chainId(),
  owner: shown.address().meta({ description: 'The sender.' }),
  address: z.string().meta({
    description: 'The listed address, or one next to it, or the one that the reason is about; empty: no single one.',
  }),
  source: z.string().meta({ description: 'Name of the source, or `control list`.' }),
  reason: z.string(),
  hops: z.int(),
  at: shown.time().optional().meta({ description: 'When it was found. Absent: it is not stored.' }),
  inPart: z.boolean().optional().meta({
    description: '`true`: a node was part of the verdict before, and is not read again.',
  }),
  unaccounted: unaccountedItem().optional().meta({
    description: 'Of a verdict that was SAFE: the first item that today’s rules do not account for.',
  }),
}))
export type VerdictChange = z.infer<ReturnType<typeof change>>

export const verdictChanges = lazily(() => z.array(change()))
