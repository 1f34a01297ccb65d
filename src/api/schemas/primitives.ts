/** Room: The resources and bodies of the interface, one file a resource. */

import * as z from 'zod'
import { isRecord } from '../../shared/json/json.ts'
import { lazily } from '../../shared/lazily.ts'
import { shortened } from '../../shared/text/shortened.ts'
import { addressFault, HEX_ADDRESS } from '../address.ts'
import { chainById, unknownChainStep, unknownChainText } from '../chains.ts'
import { HEX_HASH } from '../hash.ts'
import { parseQuantity, QUANTITY } from '../quantity.ts'

/** An object that the OpenAPI document has under a name of its own, built on first use. */
export function component<Members extends z.ZodRawShape>(id: string, members: () => Members, meta: z.GlobalMeta = {}) {
  return lazily(() => z.object(members()).meta({ id, ...meta }))
}

const answered = new WeakSet<z.ZodType>()

/**
 * A member that is in every answer of this service. A hosted service may leave it out, so that the client does not require
 * it; the OpenAPI document does.
 */
export function always<S extends z.ZodType>(schema: S): z.ZodOptional<S> {
  const member = schema.optional()
  answered.add(member)
  return member
}

/** Whether a member of an answer was declared with `always`. */
export function isAlways(member: z.ZodType): boolean {
  return answered.has(member)
}

/** A body has at most a megabyte. */
const MAX_CALL_DATA = 1024 * 1024

export const CALL_DATA = /^(?:0x)?(?:[0-9a-fA-F]{2})*$/

export const address = lazily(() =>
  z
    .string()
    .superRefine((text, ctx) => {
      const fault = addressFault(text)
      const params = { isMistyped: HEX_ADDRESS.test(text) }
      if (fault) ctx.addIssue({ code: 'custom', message: `${JSON.stringify(shortened(text, 60))} ${fault}`, params })
    })
    .meta({
      description: 'EVM address. Mixed case must have a valid EIP-55 checksum.',
      pattern: HEX_ADDRESS.source,
      maxLength: 42,
    }),
)

const MAX_CHAIN_ID = 16
const CHAIN_ID = /^[1-9][0-9]{0,15}$/

export const chainId = lazily(() =>
  z
    .string({ error: ({ input }) => chainFault(input) })
    .refine((id) => chainById(id) !== undefined, { error: ({ input }) => chainFault(input) })
    .meta({
      description: 'EVM chain id: a chain that is listed or defined.',
      pattern: CHAIN_ID.source,
      maxLength: MAX_CHAIN_ID,
      examples: ['1', '59144'],
    }),
)

export const chainNumber = lazily(() =>
  z
    .int()
    .min(1)
    .refine((id) => chainById(String(id)) !== undefined, { error: ({ input }) => chainFault(input) })
    .meta({ description: 'EVM chain id as an integer: a chain that is listed or defined.', examples: [1, 59_144] }),
)

/** The id of a chain that may not be known yet. */
export const newChainId = lazily(() =>
  z
    .string()
    .regex(CHAIN_ID, 'is not a chain id: a decimal integer from 1 to 16 digits')
    .meta({ pattern: CHAIN_ID.source, maxLength: MAX_CHAIN_ID }),
)

function chainFault(input: unknown): string {
  if (typeof input === 'number' && chainById(String(input))) return `is a string, such as "${input}", not a number`
  const given = shortened(JSON.stringify(input) ?? 'nothing', 60)
  return `${unknownChainText(given)} (${unknownChainStep(String(input))})`
}

/** wei, nonces, block numbers. */
export const quantity = lazily(() =>
  z
    .string()
    .refine((text) => parseQuantity(text) !== undefined, 'is not a quantity: a decimal or 0x-hex integer below 2^256')
    .meta({
      description: 'Decimal or 0x-hex integer below 2^256.',
      pattern: QUANTITY.source,
      maxLength: 78,
      examples: ['1500000000000000000', '0x14d1120d7b160000'],
    }),
)

export const callData = lazily(() =>
  z
    .string()
    .max(MAX_CALL_DATA)
    .regex(CALL_DATA, 'is not call data: 0x and an even number of hex digits')
    .meta({ description: 'Call data: 0x and an even number of hex digits; empty for a plain transfer.' }),
)

export const transactionHash = lazily(() =>
  z.string().regex(HEX_HASH, 'is not an on-chain transaction id: 0x and 64 hex digits').meta({ maxLength: 66 }),
)

export const timestamp = lazily(() =>
  z.iso.datetime({ offset: true, message: 'is not an ISO 8601 date-time with a time zone' }).max(64),
)

export const name = lazily(() =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(200)
    .meta({ description: 'Blanks around it are removed.', pattern: '\\S' }),
)

/** An id that a request names, or another text to look up. */
export const lookUpText = lazily(() => z.string().max(200))

/** A member of a query or a header that is off unless it is `true`. */
export function onOff(description: string) {
  return z.enum(['true', 'false']).optional().meta({ description, default: 'false' })
}

/** A list in a request. A longer one is refused before its items are read. */
export function list<Item extends z.ZodType>(
  item: Item,
  { min = 0, max }: { readonly min?: number; readonly max: number },
): z.ZodType<z.output<Item>[], z.input<Item>[]> {
  const items = min > 0 ? z.array(item).min(min) : z.array(item)
  return bounded(items.max(max), (given) => Array.isArray(given) && given.length > max, `has more than ${max} items`)
}

/** An object with any members in a request. */
export function map<Value = unknown>(
  max: number,
  fault: string,
  value: z.ZodType<Value, Value> = z.unknown() as z.ZodType<Value, Value>,
): z.ZodType<Record<string, Value>, Record<string, Value>> {
  const isLarge = (given: unknown) => isRecord(given) && Object.keys(given).length > max
  const error = ({ code }: { code?: string }) => (code === 'invalid_type' ? fault : undefined)
  const schema = z.record(z.string(), value, { error }).meta({ maxProperties: max })
  return bounded(schema, isLarge, `has more than ${max} members`)
}

function bounded<Output, Input>(
  schema: z.ZodType<Output, Input>,
  isLarge: (given: unknown) => boolean,
  message: string,
): z.ZodType<Output, Input> {
  const refuse = (given: unknown, ctx: z.RefinementCtx) => {
    if (!isLarge(given)) return given
    ctx.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  // Takes what the schema takes.
  return z.preprocess(refuse, schema) as unknown as z.ZodType<Output, Input>
}

/** Texts of answers. What they look like is for the OpenAPI document: the client reads other texts, too. */
export const shown = {
  time: lazily(() => z.string().meta({ format: 'date-time' })),
  address: lazily(() => z.string().meta({ pattern: HEX_ADDRESS.source })),
  chainId: lazily(() => z.string().meta({ pattern: '^[0-9]+$' })),
  transactionHash: lazily(() => z.string().meta({ pattern: '^0x[0-9a-f]{64}$' })),
  quantity: lazily(() => z.string().meta({ pattern: QUANTITY.source })),
  payload: lazily(() => z.string().meta({ pattern: '^0x[0-9a-f]{384}$' })),
}

/** For the JSON Schema of an object that needs one of several members, which are not null. */
export function needsOneOf(members: Readonly<Record<string, z.core.JSONSchema.JSONSchema>>) {
  const anyOf = Object.entries(members).map(([name, schema]) => ({
    type: 'object' as const,
    properties: { [name]: schema },
    required: [name],
  }))
  // Beside `properties`, generators of types take `anyOf` for an alternative to them.
  return { allOf: [{ anyOf }] }
}

export const rpcMethod = lazily(() =>
  z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9]*[_.][A-Za-z0-9_.]+$/, 'is not the name of a JSON-RPC method')
    .max(100),
)

export const keyName = lazily(() =>
  z.string().optional().meta({ description: 'The name of that key; absent: it has none, or is not a key.' }),
)
