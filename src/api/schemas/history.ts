import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { address, chainId, component, needsOneOf, quantity, shown } from './primitives.ts'

export const historyRequest = lazily(() =>
  z
    .object({
      address: address(),
      chainId: chainId(),
      seconds: z.int().min(0).max(3_153_600_000).optional().meta({ description: 'How far back, before the head.' }),
      block: quantity().optional().meta({ description: 'The oldest block that is read.' }),
    })
    .refine(({ seconds, block }) => (seconds === undefined) !== (block === undefined), {
      error: 'needs either seconds or block',
    })
    .meta({ id: 'HistoryRequest', ...needsOneOf({ seconds: { type: 'integer' }, block: { type: 'string' } }) }),
)

export const historyReport = component('HistoryReport', () => ({
  address: shown.address().meta({ description: 'Lower case.' }),
  chainId: shown.chainId(),
  node: z.string().meta({ description: 'Host of the node.' }),
  fromBlock: z.int(),
  toBlock: z.int(),
  requests: z.int().meta({ description: 'Requests for logs.' }),
  transfers: z.int(),
  contacts: z.int(),
  added: z.int(),
  changed: z.int(),
  notRead: z
    .object({
      fromBlock: z.int(),
      toBlock: z.int(),
      reason: z.string(),
      isFailure: z.boolean().meta({ description: 'Whether the node failed, or a limit was reached.' }),
    })
    .optional()
    .meta({
      description: 'Blocks that a limit or a failure left out; the contacts of the others are stored.',
    }),
}))
export type HistoryReport = z.infer<ReturnType<typeof historyReport>>
