import * as z from 'zod'
import { address, component, rpcMethod, timestamp, transactionHash } from './primitives.ts'

/** An addition under /ext/v1: for the audit log. */
export const unjudgedCall = component('UnjudgedCall', () => ({
  at: timestamp().meta({ description: 'When it was forwarded.' }),
  method: rpcMethod(),
  chainId: z
    .string()
    .max(20)
    .regex(/^\d{1,20}$/, 'is not a chain id')
    .nullable()
    .meta({ description: 'Any chain, also one that is not supported; null: unknown.' }),
  from: address().nullable(),
  to: address().nullable().meta({ description: 'Null: contract creation, or a message.' }),
  digest: transactionHash().meta({ description: 'Digest of the request; of a signed transaction, its hash.' }),
  why: z.string().min(1).max(300).meta({ description: 'Why there was no verdict.' }),
}))
export type UnjudgedCall = z.infer<ReturnType<typeof unjudgedCall>>
