import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { address, chainId, component, shown } from './primitives.ts'

const MAX_SYMBOL = 64

/** Tokens are looked up by a symbol or by an address. */
export const tokenQuery = lazily(() =>
  z
    .object({
      chainId: chainId(),
      symbol: z
        .string()
        .trim()
        .min(1, 'must not be empty')
        .max(MAX_SYMBOL)
        .optional()
        .meta({ description: 'Symbol of a token list, any case.' }),
      address: address().optional(),
    })
    .refine((query) => (query.symbol === undefined) !== (query.address === undefined), {
      error: 'needs either a symbol or an address',
    }),
)

const namedToken = component('Token', () => ({
  chainId: z.string(),
  address: shown.address(),
  symbol: z.string().nullable().meta({ description: 'Of a list; of a token that no list has, what it calls itself.' }),
  name: z.string().nullable(),
  decimals: z.int().nullable().meta({ description: 'Null: neither a list nor a node says it.' }),
  verified: z.boolean().meta({ description: 'The built-in tokens or an imported token list have it.' }),
  source: z.string().meta({ description: 'What names its decimals: a feed, the built-in tokens, or `node`.' }),
}))
/** A token of one chain. */
export type NamedToken = z.infer<ReturnType<typeof namedToken>>

export const tokenList = lazily(() =>
  z.object({
    content: z.array(namedToken()).meta({
      description: 'One entry a token, and one more where sources differ in its decimals. Empty: none is known.',
    }),
  }),
)
