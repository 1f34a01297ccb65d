import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { component, shown } from './primitives.ts'

const statuses = ['ok', 'reverted', 'unavailable'] as const
const standards = ['native', 'erc20', 'erc721', 'erc1155'] as const

const token = lazily(() =>
  shown.address().optional().meta({ description: 'Contract; absent for the native currency.' }),
)
const tokenId = lazily(() =>
  z.string().optional().meta({ description: 'Of an item of erc721 and erc1155, decimal.', pattern: '^[0-9]+$' }),
)
const symbol = lazily(() =>
  z.string().optional().meta({
    description:
      'Without `verified` what the contract says, cleaned and shortened: a text of a third party, which proves nothing and may imitate another token.',
  }),
)
const decimals = lazily(() =>
  z.int().min(0).max(255).optional().meta({
    description: 'amount / 10^decimals is what people read. Absent: unknown; 18 for the native currency.',
  }),
)
const verified = lazily(() =>
  z
    .literal(true)
    .optional()
    .meta({ description: 'The contract is in a list of known tokens: symbol and decimals are those of the list.' }),
)

const assetChange = component('AssetChange', () => ({
  owner: shown.address(),
  standard: z.enum(standards),
  token: token(),
  tokenId: tokenId(),
  symbol: symbol(),
  decimals: decimals(),
  verified: verified(),
  amount: z.string().meta({
    description: 'Change of the balance in base units, decimal, never 0; negative: it leaves the owner.',
    pattern: '^-?[0-9]+$',
  }),
  usd: z.number().optional().meta({ description: 'Worth of the amount with its sign, where a price is known.' }),
}))
export type AssetChange = z.infer<ReturnType<typeof assetChange>>

const approval = component('StandingApproval', () => ({
  owner: shown.address(),
  spender: shown.address(),
  standard: z.enum(['erc20', 'erc721', 'erc1155']),
  token: shown.address(),
  tokenId: tokenId(),
  symbol: symbol(),
  decimals: decimals(),
  verified: verified(),
  amount: z.string().optional().meta({
    description: 'Allowance of erc20 in base units, decimal, or “unlimited”.',
    pattern: '^(?:[0-9]+|unlimited)$',
  }),
  before: z.string().optional().meta({
    description: 'Of an allowance that was lowered: what it was, in base units, decimal, or “unlimited”.',
    pattern: '^(?:[0-9]+|unlimited)$',
  }),
  approved: z.boolean().optional().meta({
    description: 'Of one item (with tokenId), or of an operator of all items (without).',
  }),
  takes: z.string().optional().meta({
    description:
      'What the spender took in a simulated next block, base units or number of items; absent: not tried, or it failed.',
    pattern: '^[0-9]+$',
  }),
}))
export type StandingApproval = z.infer<ReturnType<typeof approval>>

const safePartValue = lazily(() =>
  z
    .union([z.string(), z.array(shown.address())])
    .optional()
    .meta({
      description:
        'Address, decimal number, or the addresses of a list; of storage, slot and word. The zero address: none. Absent: not read.',
    }),
)

/** A part of what controls a Safe. */
const safeInvariant = component('SafeInvariant', () => ({
  safe: shown.address(),
  part: z.string().meta({
    description:
      'singleton, owners, threshold, modules, guard, moduleGuard, fallbackHandler, nonce; storage: a slot that no function of a Safe writes.',
  }),
  before: safePartValue(),
  after: safePartValue(),
  announced: z.boolean().meta({
    description:
      'false: it changes, and the call data does not say so. true also where it stays as it is or was not read.',
  }),
}))
export type ShownInvariant = z.infer<ReturnType<typeof safeInvariant>>

/** What the transaction does at one block, by a node of the operator. */
export const simulation = component(
  'Simulation',
  () => ({
    status: z.enum(statuses).meta({
      description:
        'ok: it ran. reverted: it fails at this block, which says nothing about the next one. unavailable: it did not run.',
    }),
    method: z.string().meta({
      description:
        'trace+simulate, simulate, trace+probe, probe: balances were measured before and after. trace: they were not. receipt: it was not simulated, a block has it. none: it did not run.',
    }),
    executed: z.literal(true).optional().meta({
      description: 'It was not simulated: a block has it, and this is what it did, by its events or its trace.',
    }),
    blockNumber: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Block on whose state it ran; of a followed transaction, the block that has it.' }),
    blockHash: shown.transactionHash().optional(),
    reason: z
      .string()
      .optional()
      .meta({ description: 'Why it is reverted or unavailable; may hold a text of the contract.' }),
    summary: z.string().optional().meta({ description: 'What happens, in one sentence without a period.' }),
    assetChanges: z.array(assetChange()).meta({
      description:
        'One for each owner and asset whose balance differs, those of the signer first, without the fee. Empty unless ok.',
    }),
    approvals: z.array(approval()).meta({
      description:
        'Allowances and operators that hold afterwards and did not before, also those that were lowered; one that ended is named in `summary` only. Empty unless ok.',
    }),
    invariants: z.array(safeInvariant()).optional().meta({
      description:
        'What controls the Safes that execute or are called with data, at most two, before and afterwards. Absent where there is none, and unless ok.',
    }),
  }),
  {
    description:
      'Addition. What the transaction does on a node of the chain. It raises or explains a verdict; by itself it makes nothing safe.',
  },
)
export type Simulation = z.infer<ReturnType<typeof simulation>>

/** What is missing, for programs. */
export const missingData = lazily(() =>
  z
    .array(z.looseObject({ code: z.string() }))
    .optional()
    .meta({
      description: 'Addition. The lines of `missing`, in the same order: a code, and what the line names.',
    }),
)

/** What was read from the chain, and what is missing. */
export const chainCoverage = component(
  'ChainCoverage',
  () => ({
    status: z.enum(['full', 'partial', 'none']).meta({
      description: 'full: accounts and simulation were read. partial: some of it. none: no node answered.',
    }),
    node: z.string().optional().meta({ description: 'Host of the node; absent: none answered.' }),
    missing: z.array(z.string()).meta({ description: 'What could not be read, one line each.' }),
    missingData: missingData(),
  }),
  { description: 'Addition. What was read from the chain, and what is missing.' },
)
export type ChainCoverage = z.infer<ReturnType<typeof chainCoverage>>
