import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { BLOCK } from '../quantity.ts'
import { CHAIN_TIMEOUT_MS, simulateModes } from '../vocabulary.ts'
import { lookUpText } from './primitives.ts'

/** What a validation says about the nodes to ask. */
export const chainHeaders = lazily(() => ({
  'x-txwarden-simulate': z.enum(simulateModes).optional().meta({
    description:
      'Addition. Whether a node of the chain is queried. auto: where one is configured; without its answer the verdict stands, and chainCoverage says what is missing. yes: no verdict without a simulation, but `simulation-unavailable`. no: no node is queried.',
    default: 'auto',
  }),
  'x-txwarden-node': lookUpText().optional().meta({ description: 'Addition. Id of the only node to ask.' }),
  'x-txwarden-block': z
    .string()
    .max(66)
    .regex(BLOCK, 'is not a block: a number, or a hash of 0x and 64 hex digits')
    .optional()
    .meta({ description: 'Addition. Block of the simulation, number or hash; the latest one by default.' }),
  'x-txwarden-chain-timeout': z.coerce
    .number<string | number>({
      error: (issue) => (issue.code === 'invalid_type' ? 'is not a number of milliseconds' : undefined),
    })
    .int()
    .min(CHAIN_TIMEOUT_MS.min)
    .max(CHAIN_TIMEOUT_MS.max)
    .optional()
    .meta({
      description: 'Addition. Time for all requests to nodes of this validation, in milliseconds.',
      default: CHAIN_TIMEOUT_MS.default,
    }),
}))
