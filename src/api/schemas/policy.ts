import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { HEX_ADDRESS } from '../address.ts'
import { findChain, listChains } from '../chains.ts'
import { isHours } from '../policies/hours.ts'
import { durationMs, isLimit } from '../policies/limits.ts'
import { type PolicyResult, policyModes, policyResults } from '../policies/results.ts'
import { productTypes } from '../vocabulary.ts'
import { always, component, list, map, shown } from './primitives.ts'

/** Each is checked at every validation. */
export const MAX_POLICIES = 500
export const MAX_CLAUSES = 100
export const MAX_WORDS = 1000
const MAX_WINDOWS = 8

/** Parties that are no address of their own. */
export const partyWords = ['own', 'allow-listed', 'known-payee'] as const

/** States of a validation that a policy can name. */
const policyVerdicts = ['no-data', 'warning', 'unsafe'] as const

const word = lazily(() => z.string().trim().min(1).max(200))

const party = lazily(() =>
  word()
    .refine(
      (text) => HEX_ADDRESS.test(text) || text.startsWith('@') || partyWords.some((each) => each === text),
      `is no party: an address, @name, ${partyWords.join(', ')}`,
    )
    .meta({ description: `An address, @name, ${partyWords.join(', ')}.` }),
)

const parties = lazily(() => list(party(), { min: 1, max: MAX_WORDS }))

const chain = lazily(() =>
  word().refine((text) => findChain(text) !== undefined, `is no chain that is known: ${listChains()}, or another`),
)

const asset = lazily(() =>
  word().meta({
    description: 'A symbol of a token list, such as USDC or ETH (also wrapped), or the address of a token.',
  }),
)

const assets = lazily(() => list(asset(), { min: 1, max: MAX_WORDS }))

const limit = lazily(() =>
  word()
    .refine(isLimit, 'is no limit: an amount and its unit, such as "500 USD", "100 USDC" or "0.5 ETH"')
    .meta({ description: 'An amount in dollars, or of an asset: `500 USD`, `100 USDC`, `0.5 ETH`.' }),
)

const duration = lazily(() =>
  word()
    .refine((text) => durationMs(text) !== undefined, 'is no time: a number with m, h or d, such as 24h')
    .meta({ description: 'Minutes, hours or days: `10m`, `24h`, `30d`.' }),
)

const windows = lazily(() =>
  map(MAX_WINDOWS, 'has to be an object', limit())
    .refine((given) => Object.keys(given).length > 0, 'has no window')
    .superRefine((given, ctx) => {
      for (const window of Object.keys(given))
        if (durationMs(window) === undefined)
          ctx.addIssue({ code: 'custom', path: [window], message: 'is no time: a number with m, h or d, such as 24h' })
    })
    .meta({ description: 'The most in each time, which rolls: {24h: 500 USD, 30d: 5000 USD}.' }),
)

const pays = lazily(() =>
  z.strictObject({
    assets: assets().optional(),
    to: parties().optional(),
    over: limit().optional().meta({ description: 'One payment of more than this; not in `allow`.' }),
    perTransaction: limit().optional(),
    per: windows().optional(),
    gas: z.boolean().optional().meta({ description: 'The largest cost of gas counts as well.' }),
  }),
)

const signs = lazily(() =>
  z.strictObject({
    types: list(word(), { min: 1, max: MAX_WORDS }).optional().meta({ description: 'Primary types.' }),
    domains: list(word(), { min: 1, max: MAX_WORDS })
      .optional()
      .meta({ description: 'Name of the domain, or its verifying contract.' }),
    to: parties().optional(),
    validFor: duration().optional().meta({ description: 'Longest time from now on.' }),
  }),
)

const grants = lazily(() =>
  z.strictObject({ to: parties().optional(), assets: assets().optional(), unlimited: z.boolean().optional() }),
)

const control = lazily(() => z.strictObject({ of: parties().optional(), to: parties().optional() }))

const calls = lazily(() =>
  z.strictObject({
    contracts: parties().optional(),
    functions: list(word(), { min: 1, max: MAX_WORDS })
      .optional()
      .meta({ description: 'Names, signatures or selectors.' }),
    from: parties().optional(),
  }),
)

const any = z.literal('any')

const clause = lazily(() =>
  z.strictObject({
    pays: z.union([any, pays()]).optional(),
    signs: z.union([any, signs()]).optional(),
    grants: z.union([any, grants()]).optional(),
    control: z.union([any, control()]).optional(),
    calls: z.union([any, calls()]).optional(),
    delegatecalls: z.union([any, z.strictObject({ to: parties() })]).optional(),
    creates: any.optional(),
    verdict: z
      .union([z.enum(policyVerdicts), list(z.enum(policyVerdicts), { min: 1, max: policyVerdicts.length })])
      .optional()
      .meta({ description: 'The verdict without policies is this one, or one of these.' }),
    loses: z
      .strictObject({
        over: z
          .string()
          .max(16)
          .regex(/^\d{1,3}(?:\.\d{1,4})? ?%$/, 'is no share, such as "1 %"'),
      })
      .optional()
      .meta({
        description: 'The worth of what comes back in the simulation is less by more than this share, or not known.',
      }),
    hours: z
      .string()
      .max(200)
      .refine(isHours, 'is no time of the week, such as "Mon-Fri 07:00-19:00 Europe/Berlin"')
      .optional()
      .meta({ description: 'Days, times and time zone: within them in `allow`, outside them in `deny` and `hold`.' }),
    unaccounted: any.optional().meta({ description: 'Something is signed that nothing accounts for.' }),
    approvals: z
      .int()
      .min(1)
      .max(10)
      .optional()
      .meta({ description: 'In `hold`: how many keys approve it. Default: 1.' }),
  }),
)
export type PolicyClause = z.infer<ReturnType<typeof clause>>

/** What an item of a transaction can be; a clause names at most one. */
export const itemKinds = ['pays', 'signs', 'grants', 'control', 'calls', 'delegatecalls', 'creates'] as const
export type ItemKind = (typeof itemKinds)[number]

const clauses = lazily(() => list(clause(), { max: MAX_CLAUSES }))

export const policyName = lazily(() =>
  z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9._-]{0,63}$/,
      'is no name of a policy: up to 64 lower-case letters, digits, ".", "_" and "-"',
    )
    .meta({ maxLength: 64 }),
)

export const policyGiven = lazily(() =>
  z
    .strictObject({
      name: policyName(),
      mode: z.enum(policyModes).meta({ description: 'observe: it changes nothing, and says what it would do.' }),
      applies: z
        .strictObject({
          senders: parties().optional(),
          chains: list(chain(), { min: 1, max: MAX_WORDS }).optional(),
          keys: list(word(), { min: 1, max: MAX_WORDS }).optional().meta({ description: 'Ids or names of API keys.' }),
          products: list(z.enum(productTypes), { min: 1, max: productTypes.length }).optional(),
          sites: list(word(), { min: 1, max: MAX_WORDS })
            .optional()
            .meta({ description: 'Web origins of proxied requests, such as https://app.example.' }),
        })
        .optional()
        .meta({ description: 'Absent: to everything.' }),
      default: z.enum(policyResults).meta({ description: 'For what no clause is about.' }),
      deny: clauses().optional(),
      hold: clauses().optional(),
      allow: clauses().optional(),
    })
    .superRefine((policy, ctx) => {
      for (const { path, message } of faultsOf(policy)) ctx.addIssue({ code: 'custom', path: [...path], message })
    })
    .meta({ id: 'PolicyRequest' }),
)
export type PolicyGiven = z.infer<ReturnType<typeof policyGiven>>

interface Fault {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** What no single member shows. */
function faultsOf({
  default: otherwise,
  allow = [],
  ...policy
}: {
  readonly default: PolicyResult
  readonly allow?: readonly PolicyClause[] | undefined
  readonly hold?: readonly PolicyClause[] | undefined
  readonly deny?: readonly PolicyClause[] | undefined
}): Fault[] {
  const lists = { deny: policy.deny ?? [], hold: policy.hold ?? [], allow }
  const useless = otherwise === 'allow' && allow.length > 0
  return [
    ...(useless ? [{ path: ['allow'], message: 'has no effect where default is allow: use deny or hold' }] : []),
    ...policyResults.flatMap((result) =>
      lists[result].flatMap((each, index) =>
        clauseFaults(each, result).map((message) => ({ path: [result, index], message })),
      ),
    ),
  ]
}

function clauseFaults(given: PolicyClause, result: PolicyResult): string[] {
  const { approvals, ...conditions } = given
  const named = itemKinds.filter((kind) => conditions[kind] !== undefined)
  const faults: string[] = []
  if (Object.values(conditions).every((value) => value === undefined)) faults.push('has no condition')
  if (named.length > 1) faults.push(`is about ${named.join(' and ')}: make a clause of each`)
  if (approvals !== undefined && result !== 'hold') faults.push('has approvals, which only hold can have')
  if (result !== 'allow') return faults
  if (typeof conditions.pays === 'object' && conditions.pays.over !== undefined)
    faults.push('has pays.over, which an allowed payment cannot have: use perTransaction')
  if (named.length === 0)
    faults.push('allows nothing: name pays, signs, grants, control, calls, delegatecalls or creates')
  return faults
}

const words = lazily(() => z.array(z.string()).optional())

const shownClauses = lazily(() =>
  z
    .array(z.record(z.string(), z.unknown()))
    .optional()
    .meta({ description: 'As they were given; a newer service may have other conditions.' }),
)

export const policyRecord = component('Policy', () => ({
  name: z.string(),
  mode: z.enum(policyModes),
  applies: z.object({ senders: words(), chains: words(), keys: words(), products: words(), sites: words() }).optional(),
  default: z.enum(policyResults),
  deny: shownClauses(),
  hold: shownClauses(),
  allow: shownClauses(),
  createdAt: shown.time(),
  updatedAt: shown.time(),
}))
export type PolicyRecord = z.infer<ReturnType<typeof policyRecord>>

/** What one clause of a policy said of a validation. */
export const policyOutcome = component('PolicyOutcome', () => ({
  policy: z.string(),
  mode: always(z.enum(policyModes)),
  clause: z.string().meta({ description: 'Such as `allow[0]`, or `default`.' }),
  result: z.enum(policyResults),
  text: z.string().meta({ description: 'Why, as the end of a sentence: `620 of 500 USD in 24 h`.' }),
  used: z.string().optional().meta({ description: 'With this validation, in the unit of the limit.' }),
  limit: z.string().optional(),
  window: z.string().optional().meta({ description: 'Such as 24h; absent: a limit of one payment or transaction.' }),
  approvals: z.int().optional().meta({ description: 'How many keys approve what is held.' }),
}))
export type PolicyOutcome = z.infer<ReturnType<typeof policyOutcome>>

export const policyList = component('PolicyList', () => ({ content: z.array(policyRecord()) }))

export const policyUsage = component('PolicyUsage', () => ({
  content: z.array(
    z.object({
      clause: z.string(),
      window: z.string(),
      used: z.string(),
      limit: z.string(),
      reservations: z.int().meta({ description: 'That are not settled yet.' }),
      freesAt: shown.time().optional().meta({ description: 'When the oldest part of it leaves the window.' }),
    }),
  ),
}))
export type PolicyUsage = z.infer<ReturnType<typeof policyUsage>>

/** States of what a validation takes from a budget. */
const reservationStates = ['reserved', 'settled', 'replaced', 'released'] as const

export const reservations = component('Reservations', () => ({
  svcTxId: z.string(),
  content: z.array(
    z.object({
      policy: z.string(),
      amount: z.string().meta({ description: 'With its unit: `120 USD`.' }),
      state: z.enum(reservationStates).meta({
        description:
          'reserved: it may still be sent. settled: a receipt, a report or a block has it. replaced: a larger one of the same nonce counts for it. released: it does not count.',
      }),
      at: shown.time().meta({ description: 'When it counts.' }),
      expiresAt: shown.time().optional().meta({ description: 'When the reservation ends; absent: with its window.' }),
    }),
  ),
}))
export type Reservations = z.infer<ReturnType<typeof reservations>>

export const releasedReservations = component('ReleasedReservations', () => ({
  svcTxId: z.string(),
  released: z.array(z.object({ policy: z.string(), amount: z.string(), unit: z.string() })),
}))
