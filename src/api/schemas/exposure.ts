import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { approvalKinds } from '../vocabulary.ts'
import { component, shown } from './primitives.ts'

const ofChain = lazily(() => ({ chain: z.string(), chainId: shown.chainId() }))

const exposureRecord = lazily(() =>
  z.object({
    ...ofChain(),
    token: shown.address(),
    symbol: z.string().nullable(),
    decimals: z.int().nullable(),
    kind: z.enum(approvalKinds),
    tokenId: z.string().nullable().meta({ description: 'Of an item.' }),
    spender: shown.address(),
    amount: z.string().meta({ description: 'Base units, decimal; `unlimited` for an operator.' }),
    isUnlimited: z.boolean(),
    expiration: shown.time().nullable().meta({ description: 'When it ends: Permit2.' }),
    since: z.int().nullable().meta({ description: 'Newest block known to grant it.' }),
    revoke: z
      .object({ to: shown.address(), data: z.string() })
      .meta({ description: 'What the owner sends to revoke it.' }),
  }),
)
/** An allowance or operator that holds now. */
export type ExposureRecord = z.infer<ReturnType<typeof exposureRecord>>

const exposureSearch = lazily(() =>
  z.object({
    ...ofChain(),
    node: z.string().meta({ description: 'Host.' }),
    block: z.int().meta({ description: 'Block whose state was read.' }),
    fromBlock: z.int().meta({ description: 'Events of the blocks from here on were read.' }),
    notRead: z
      .object({ reason: z.string(), isFailure: z.boolean() })
      .nullable()
      .meta({ description: 'Why older ones were not.' }),
    unknown: z.int().meta({ description: 'Allowances about which the node gave no answer.' }),
  }),
)
/** What was searched on a chain. */
export type ExposureSearch = z.infer<ReturnType<typeof exposureSearch>>

export const exposureReport = component('Exposure', () => ({
  address: shown.address(),
  content: z.array(exposureRecord()),
  searched: z.array(exposureSearch()),
  failed: z
    .array(z.object({ ...ofChain(), reason: z.string() }))
    .meta({ description: 'Chains of which no node gave an answer.' }),
}))
export type ExposureReport = z.infer<ReturnType<typeof exposureReport>>
