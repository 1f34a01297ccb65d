import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { shown } from './primitives.ts'

const statuses = ['ok', 'reverted', 'unavailable'] as const
const standards = ['native', 'erc20', 'erc721', 'erc1155'] as const

const token = lazily(() =>
  shown.address().optional().meta({ description: 'Contract; absent for the native currency.' }),
)
const tokenId = lazily(() => z.string().optional().meta({ description: 'Of erc721 and erc1155, decimal.' }))
const symbol = lazily(() =>
  z.string().optional().meta({ description: 'What the contract says, cleaned and shortened; proves nothing.' }),
)
const decimals = lazily(() => z.int().min(0).max(255).optional())

const assetChange = lazily(() =>
  z
    .object({
      owner: shown.address(),
      standard: z.enum(standards),
      token: token(),
      tokenId: tokenId(),
      symbol: symbol(),
      decimals: decimals(),
      amount: z.string().meta({ description: 'Base units, decimal; negative: it leaves the owner.' }),
      usd: z.number().optional().meta({ description: 'Worth of the amount, where a price is known.' }),
    })
    .meta({ id: 'AssetChange' }),
)
export type AssetChange = z.infer<ReturnType<typeof assetChange>>

const approval = lazily(() =>
  z
    .object({
      owner: shown.address(),
      spender: shown.address(),
      standard: z.enum(['erc20', 'erc721', 'erc1155']),
      token: shown.address(),
      tokenId: tokenId(),
      symbol: symbol(),
      decimals: decimals(),
      amount: z.string().optional().meta({ description: 'Of erc20: base units, decimal, or “unlimited”.' }),
      approved: z.boolean().optional().meta({ description: 'Of an item, or of an operator of all items.' }),
      takes: z.string().optional().meta({
        description: 'What the spender took in a simulated next block: base units, or number of items.',
      }),
    })
    .meta({ id: 'StandingApproval' }),
)
export type StandingApproval = z.infer<ReturnType<typeof approval>>

/** What the transaction does at one block, by a node of the operator. */
export const simulation = lazily(() =>
  z
    .object({
      status: z.enum(statuses).meta({
        description:
          'reverted: it fails at this block, which says nothing about the next one. unavailable: it did not run.',
      }),
      method: z.string().meta({
        description: 'trace+simulate, simulate, trace+probe, probe, trace; none: it did not run.',
      }),
      blockNumber: z.int().min(0).optional(),
      blockHash: z.string().optional(),
      reason: z.string().optional().meta({ description: 'Why it is reverted or unavailable.' }),
      summary: z.string().optional().meta({ description: 'What happens, in one sentence.' }),
      assetChanges: z.array(assetChange()).meta({
        description: 'One for each owner and asset whose balance differs, those of the signer first. Without the fee.',
      }),
      approvals: z.array(approval()).meta({ description: 'Those that hold afterwards and did not before.' }),
    })
    .meta({ id: 'Simulation' }),
)
export type Simulation = z.infer<ReturnType<typeof simulation>>

/** What was asked of the chain, and what is missing. */
export const chainCoverage = lazily(() =>
  z
    .object({
      status: z.enum(['full', 'partial', 'none']).meta({
        description: 'full: accounts and simulation were read. partial: some of it. none: no node answered.',
      }),
      node: z.string().optional().meta({ description: 'Host of the node.' }),
      missing: z.array(z.string()),
    })
    .meta({ id: 'ChainCoverage' }),
)
export type ChainCoverage = z.infer<ReturnType<typeof chainCoverage>>
