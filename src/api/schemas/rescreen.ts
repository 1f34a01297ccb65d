import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { verdicts } from '../verdict.ts'
import { executions } from '../vocabulary.ts'
import { transactionSummary } from './extensions.ts'
import { growingPage } from './page.ts'
import { address, component, lookUpText, onOff, shown, timestamp } from './primitives.ts'
import { verdictChanges } from './verdict-change.ts'

const counterparty = component('KnownCounterparty', () => ({
  chainId: shown.chainId(),
  owner: shown.address(),
  address: shown.address(),
  firstSeen: shown.time(),
  lastSeen: shown.time(),
  count: z.int().meta({ description: 'Transactions between the two.' }),
  paid: z.boolean().meta({ description: 'Whether the owner ever paid it.' }),
}))
export type KnownCounterparty = z.infer<ReturnType<typeof counterparty>>

const listing = component('Listing', () => ({
  source: z.string().meta({ description: 'Name of the source, or `control list`.' }),
  kind: z.enum(['malicious', 'sanctioned', 'mixer', 'blocked']),
  label: z.string(),
}))
export type AddressListing = z.infer<ReturnType<typeof listing>>

const affectedTransaction = component('AffectedTransaction', () => ({
  ...transactionSummary().shape,
  executed: z.enum(executions).meta({
    description:
      'yes: a node or a followed chain has it · reported: it was reported only · reorged: a reorg removed its block · unknown: nothing says that it was sent.',
  }),
}))
export type AffectedTransaction = z.infer<ReturnType<typeof affectedTransaction>>

export const affectedPage = component('AffectedPage', () => ({
  address: shown.address(),
  ...growingPage(affectedTransaction()),
  partial: z.boolean().optional().meta({
    description: '`true`: older transactions are left out until the service has indexed them.',
  }),
  listings: z.array(listing()).meta({ description: 'What feeds and the control list say now.' }),
  counterparties: z.array(counterparty()).meta({
    description: 'Owners that dealt with the address, also where no stored transaction says so.',
  }),
}))

/** Which transactions are compared with which lists. */
const scope = lazily(() => ({
  since: timestamp().optional().meta({ description: 'Only transactions at or after; absent: all.' }),
  source: lookUpText().optional().meta({ description: 'Only what this source lists; `control list`: BLOCK entries.' }),
  address: address().optional().meta({ description: 'Only transactions that name this address.' }),
}))

export const rescreenQuery = lazily(() =>
  z.object({
    ...scope(),
    rules: onOff('`true`: the whole validation is repeated with the rules and evidence of now, without a node.'),
  }),
)

export const rescreenRequest = component('RescreenRequest', () => ({
  ...scope(),
  id: lookUpText().optional().meta({ description: 'Goes on with this run.' }),
}))

const listedCounterparty = component('ListedCounterparty', () => ({
  verdict: z.enum(verdicts).meta({ description: 'Of a payment to it now.' }),
  chainId: shown.chainId(),
  owner: shown.address(),
  address: shown.address(),
  source: z.string(),
  reason: z.string(),
}))
export type ListedCounterparty = z.infer<ReturnType<typeof listedCounterparty>>

export const rescreenReport = component('RescreenReport', () => ({
  content: verdictChanges().meta({ description: 'The worst first; at most 1,000, `total` counts all.' }),
  total: z.int(),
  worse: z.int().meta({ description: 'Those that got worse; only `rules` finds others.' }),
  counterparties: z.array(listedCounterparty()).meta({
    description: 'Addresses that an owner paid, and that are listed now, where no changed transaction names them.',
  }),
  notCovered: z.array(z.string()).meta({ description: 'What it does not look for.' }),
  id: z.string().optional().meta({ description: 'Of the run. Absent: nothing is stored.' }),
  isDone: z.boolean().meta({
    description: '`false`: the time over HTTP ended. The same request with `id` goes on, and so does `serve`.',
  }),
}))
export type RescreenReport = z.infer<ReturnType<typeof rescreenReport>>
