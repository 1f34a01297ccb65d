import * as z from 'zod'
import { readOtherAddress } from '../../shared/addresses/other-chains.ts'
import { lazily } from '../../shared/lazily.ts'
import { addressFault } from '../address.ts'
import { importFormats, intelKinds } from '../vocabulary.ts'
import { component, shown } from './primitives.ts'

export const selector = lazily(() =>
  z
    .string()
    .regex(/^0x[0-9a-f]{8}$/i, 'is not a function selector: 0x and 8 hex digits')
    .max(10),
)

/** Of any chain: EVM addresses as everywhere, others with a wrong checksum, too, as lists have them. */
export const anyAddress = lazily(() =>
  z
    .string()
    .max(128)
    .superRefine((text, ctx) => {
      const fault = readOtherAddress(text) ? undefined : addressFault(text)
      if (fault) ctx.addIssue({ code: 'custom', message: `${JSON.stringify(text.slice(0, 60))} ${fault}` })
    })
    .meta({ description: 'Address of an EVM chain, or of another one (Bitcoin, Tron and others).' }),
)

const rejection = lazily(() => z.object({ why: z.string(), count: z.int(), examples: z.array(z.string()) }))

const feedSync = component('FeedSync', () => ({
  intervalMs: z.number().meta({ description: 'How often it is fetched; a fetch that failed is repeated earlier.' }),
  rescreens: z.boolean().meta({ description: 'Whether stored transactions are compared with what is new in it.' }),
  nextFetchAt: shown.time().meta({ description: 'When a running `serve` fetches it.' }),
  lastSuccessAt: shown.time().nullable(),
  failures: z.int().meta({ description: 'Fetches that failed since the last success.' }),
  lastFailureAt: shown.time().nullable(),
  lastFailure: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .meta({ description: 'Reason of the last failure, before the last success, too.' }),
}))

export const feed = component('Feed', () => ({
  source: z.string(),
  format: z.string(),
  read: z.int().meta({ description: 'Rows of the feed: read = kept + rejected.' }),
  kept: z.int(),
  rejected: z.int(),
  rejections: z.array(rejection()),
  invalid: z.array(rejection()).meta({
    description: 'Of kept rows: addresses of other chains whose checksum or form is wrong. They are found as text.',
  }),
  entries: z.int().meta({
    description: 'Stored entries: several rows about one address make one, and one row may name several addresses.',
  }),
  importedAt: shown.time().nullable().meta({ description: 'Null: it was not fetched yet, as is `asOf`.' }),
  asOf: shown.time().nullable().meta({ description: 'Last time the snapshot was known to be current.' }),
  maxAgeMs: z.number().nullable(),
  silentSince: shown.time().nullable().meta({
    description:
      'Since when it gives nothing, where a fetch failed, it is stale or was never fetched: its last success, or when it was enabled; null: it is current.',
  }),
  isStale: z.boolean().meta({ description: 'Older than `maxAgeMs`: every explanation says so.' }),
  chainIds: z
    .array(z.string())
    .nullable()
    .meta({ description: 'Chains given at the import; null: the format decides.' }),
  url: z.string().nullable().meta({ description: 'Where the feed is fetched from, without its query.' }),
  sync: feedSync().nullable().meta({ description: 'Null: it was not enabled by name.' }),
}))
/** A feed as `intel sources` shows it. */
export type SourceRecord = z.infer<ReturnType<typeof feed>>

export const feedList = component('FeedList', () => ({ content: z.array(feed()) }))

const catalogueFeed = component('CatalogueFeed', () => ({
  name: z.string(),
  what: z.string(),
  format: z.enum(importFormats),
  repository: z.string(),
  urls: z.array(z.string()),
  licence: z.string(),
  licenceNote: z.string().meta({ description: 'What the licence allows.' }),
  intervalMs: z.number().meta({ description: 'How often an enabled one is fetched.' }),
  maxAgeMs: z.number().meta({ description: 'Age after which a snapshot is stale.' }),
  traps: z.array(z.string()),
}))
export type CatalogueFeed = z.infer<ReturnType<typeof catalogueFeed>>

export const feedCatalogue = component('FeedCatalogue', () => ({
  content: z.array(catalogueFeed().extend({ enabled: z.boolean() })),
}))

export const feedEnabling = component('FeedEnabling', () => ({
  source: z.string().max(100).meta({ description: 'Name in the catalogue.' }),
  rescreen: z.boolean().optional().meta({
    description: 'Whether transactions of the last 90 days are compared with what is new in each snapshot.',
    default: true,
  }),
}))

const knownRecord = component('FeedRecord', () => ({
  address: z.string().meta({ description: 'Lower case; of another chain than EVM as lists have it.' }),
  kind: z.enum(intelKinds),
  subCategory: z.string().nullable(),
  severity: z.number().nullable(),
  label: z.string(),
  symbol: z.string().nullable(),
  chainIds: z.array(z.string()).meta({
    description: 'Empty: every chain. Of an address of another chain the code of its currency, such as BTC.',
  }),
  source: z.string(),
  importedAt: shown.time().nullable().meta({ description: 'Null for built-in records, as is `asOf`.' }),
  asOf: shown.time().nullable(),
  isStale: z.boolean(),
}))
/** One record about an address, with its source and age. */
export type KnownRecord = z.infer<ReturnType<typeof knownRecord>>

export const addressKnowledge = component('AddressKnowledge', () => ({
  address: z.string().meta({ description: 'Lower case; of another chain than EVM as lists have it.' }),
  chain: z.string().nullable().meta({
    description: '`EVM`, or the code of the currency, such as BTC; null: the form is that of no chain that is known.',
  }),
  isInvalid: z.boolean().meta({
    description: 'It has the form of its chain, and is none of its addresses. It is looked up as a text all the same.',
  }),
  records: z.array(knownRecord()),
  lookalikes: z.array(knownRecord()).meta({
    description: 'Known contracts and tokens with the same first three and last three digits.',
  }),
}))
export type AddressKnowledge = z.infer<ReturnType<typeof addressKnowledge>>

export const selectorKnowledge = component('SelectorKnowledge', () => ({
  selector: z.string(),
  signatures: z.array(z.object({ signature: z.string(), source: z.string() })),
}))
export type SelectorKnowledge = z.infer<ReturnType<typeof selectorKnowledge>>
