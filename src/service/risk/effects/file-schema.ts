import * as z from 'zod'
import { addressFault } from '../../../api/address.ts'
import { controlForms, exchangeForms, grantForms, type RightName, rightTexts, termForms } from '../actions/forms.ts'
import { knownAs } from '../parties/uses.ts'
import { chainNumbers } from './destinations.ts'
import { assetStandards, type Effect, operations, standards, wholes } from './effect.ts'

/** Longer than any struct. */
const MAX_STRUCT = 2000

/** Addresses are compared in lower case. */
const path = z
  .string()
  .min(1)
  .transform((text) => (addressFault(text) === undefined ? text.toLowerCase() : text))
const paths = z.union([z.array(path), path])
const yes = z.literal(['true', true]).transform(() => true as const)
const asset = z.strictObject({
  token: path,
  amount: path.optional(),
  standard: z.enum(assetStandards).optional(),
  share: path.optional(),
  id: path.optional(),
})
const rights = Object.keys(rightTexts) as RightName[]
const receiver = { to: path }
const chainAt = z.union([z.literal('elsewhere'), z.tuple([z.enum(chainNumbers), path])])
const owned = { of: path.optional(), unless: path.optional() }

const effects = [
  z.strictObject({ kind: z.literal('right'), right: z.enum(rights), ...receiver, ...owned }),
  z.strictObject({
    kind: z.literal('control'),
    form: z.enum(controlForms),
    ...receiver,
    ...owned,
    ofAccount: yes.optional(),
  }),
  z.strictObject({
    kind: z.literal('exchange'),
    form: z.enum(exchangeForms),
    ...receiver,
    zero: z.enum(['contract', 'payer', 'none', 'constants']).optional(),
    payer: path.optional(),
    gives: z.array(asset).optional(),
    receives: z.array(asset).optional(),
    least: paths.optional(),
    heldBy: paths.optional(),
    heldThere: yes.optional(),
    isFixedRate: yes.optional(),
    fee: path.optional(),
    feeOf: z.union([z.enum(wholes), path]).optional(),
    feeTo: path.optional(),
    on: chainAt.optional(),
    unless: path.optional(),
  }),
  z.strictObject({ kind: z.literal('transfer'), asset, from: path.optional(), ...receiver }),
  z.strictObject({
    kind: z.literal('grant'),
    form: z.enum(grantForms),
    asset,
    ...receiver,
    ...owned,
    revokes: yes.optional(),
  }),
  z.strictObject({
    kind: z.literal('relies'),
    ...receiver,
    as: z.enum([...knownAs, 'position', 'nothing']),
    ...owned,
    on: chainAt.optional(),
    unbounded: yes.optional(),
  }),
] as const

export const effect: z.ZodType<Effect> = z.discriminatedUnion('kind', effects, {
  error: `is not one of ${effects.map(({ shape }) => shape.kind.value).join(', ')}`,
})

const hides = z.strictObject({
  content: z.string().min(1),
  isLater: z.union([yes, z.literal(['false', false]).transform(() => false)]).default(false),
})

const row = z.strictObject({
  call: z.string(),
  effects: z.array(effect),
  hides: hides.optional(),
  harmless: z.array(path).min(1).optional(),
  destroys: yes.optional(),
  later: yes.optional(),
  locks: path.optional(),
  payable: z.union([z.enum(['price', 'fee']), z.literal(['false', false]).transform(() => false as const)]).optional(),
  source: z.string().min(1).optional(),
})

/** A file of an operator. */
export const fileSchema = z.strictObject({
  /** Source of rows that name none. */
  source: z.string().min(1).optional(),
  /** Names for sources, which rows may write instead. */
  sources: z.record(z.string(), z.string().min(1)).default({}),
  /** Tuples by name, which signatures may write instead. */
  structs: z.record(z.string(), z.string().max(MAX_STRUCT)).default({}),
  functions: z.array(row),
})

const says = z.strictObject({
  form: z.enum([...exchangeForms, ...termForms]),
  gives: z.array(asset).min(1).optional(),
  receives: z.array(asset).min(1).optional(),
  of: path.optional(),
  on: z.tuple([z.enum(chainNumbers), path]).optional(),
  fee: path.optional(),
  each: path.optional(),
  what: path.optional(),
  support: path.optional(),
  text: z.string().min(1).optional(),
})

export const calls = z.strictObject({
  data: path,
  to: path.optional(),
  value: path.optional(),
  actor: path.optional(),
  inherits: yes.optional(),
  delegates: yes.optional(),
  operation: path.optional(),
  operations: z.array(z.enum(operations)).min(1).optional(),
  signature: path.optional(),
  zero: z.enum(['self', 'none']).optional(),
  keepsCaller: yes.optional(),
  mustSucceed: path.optional(),
  optional: yes.optional(),
})

/** A file of `data/effects` or `data/commands`. */
export const ownFile = fileSchema.extend({
  standard: z.enum(standards).optional(),
  functions: z.array(
    row.extend({
      effects: z.array(effect).default([]),
      code: yes.optional(),
      id: z
        .string()
        .regex(/^0x[0-9a-f]{2,8}$/)
        .optional(),
      says: says.optional(),
      calls: z.array(calls).min(1).optional(),
    }),
  ),
})
