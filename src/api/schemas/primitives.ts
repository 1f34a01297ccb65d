import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { addressFault, HEX_ADDRESS } from '../address.ts'
import { chainIds, listChains } from '../chains.ts'
import { parseQuantity, QUANTITY } from '../quantity.ts'

export const address = lazily(() =>
  z
    .string()
    .superRefine((text, ctx) => {
      const fault = addressFault(text)
      if (fault) ctx.addIssue({ code: 'custom', message: `${JSON.stringify(shorten(text))} ${fault}` })
    })
    .meta({
      description: 'EVM address. Mixed case must have a valid EIP-55 checksum.',
      pattern: HEX_ADDRESS.source,
    }),
)

export const chainId = lazily(() =>
  z
    .enum(chainIds as [string, ...string[]], { error: (issue) => chainMessage(issue.input) })
    .meta({ description: `EVM chain id: ${listChains()}.` }),
)

export const chainNumber = lazily(() =>
  z
    .int()
    .refine((id) => chainIds.includes(String(id)), { error: (issue) => chainMessage(issue.input) })
    .meta({ description: 'EVM chain id as an integer.', enum: chainIds.map(Number) }),
)

function chainMessage(input: unknown): string {
  return `${JSON.stringify(input) ?? 'nothing'} is not a supported chain: ${listChains()}`
}

/** wei, nonces, block numbers. */
export const quantity = lazily(() =>
  z
    .string()
    .refine((text) => parseQuantity(text) !== undefined, 'is not a quantity: a decimal or 0x-hex integer below 2^256')
    .meta({
      description: 'Decimal or 0x-hex integer below 2^256.',
      pattern: QUANTITY.source,
      examples: ['1500000000000000000', '0x14d1120d7b160000'],
    }),
)

export const callData = lazily(() =>
  z
    .string()
    .regex(/^(?:0x)?(?:[0-9a-fA-F]{2})*$/, 'is not call data: 0x and an even number of hex digits')
    .meta({ description: 'Call data: 0x and an even number of hex digits; empty for a plain transfer.' }),
)

export const transactionHash = lazily(() =>
  z.string().regex(/^0x[0-9a-fA-F]{64}$/, 'is not an on-chain transaction id: 0x and 64 hex digits'),
)

export const timestamp = lazily(() =>
  z.iso.datetime({ offset: true, message: 'is not an ISO 8601 date-time with a time zone' }),
)

export const name = lazily(() =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(200, 'is longer than 200 characters')
    .meta({ description: 'Blanks around it are removed.', pattern: '\\S' }),
)

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
  return {
    anyOf: Object.entries(members).map(([name, schema]) => ({
      type: 'object' as const,
      properties: { [name]: schema },
      required: [name],
    })),
  }
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
