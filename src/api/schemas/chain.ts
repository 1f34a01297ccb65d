import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { followModes, followStates, followSteps, nodeCapabilities } from '../vocabulary.ts'
import { component, quantity, shown } from './primitives.ts'

const ofChain = lazily(() => ({
  chainId: shown.chainId(),
  chain: z.string().meta({ description: 'Name of the chain.' }),
}))

const nodeRecord = component('ChainNode', () => ({
  id: z.string(),
  ...ofChain(),
  host: z.string().meta({ description: 'Of its URL, nothing else is ever shown.' }),
  source: z.enum(['stored', 'environment']),
  priority: z.int().nullable().meta({
    description: 'The lowest is read first, after the nodes of the environment, which have none.',
  }),
  can: z.array(z.enum(nodeCapabilities)).nullable().meta({ description: 'What it can; null before the first probe.' }),
  probedAt: shown.time().nullable(),
  silentSince: shown.time().nullable().meta({
    description:
      'Since when it gives no head, or an old one: its last answer; null: it gave one when it was asked last.',
  }),
  paused: z.boolean().meta({ description: 'Nodes of a paused chain are not read.' }),
}))
/** A configured node. Of its URL only the host is ever shown. */
export type NodeRecord = z.infer<ReturnType<typeof nodeRecord>>

export const nodeList = component('ChainNodeList', () => ({ content: z.array(nodeRecord()) }))

const nodeStatus = component('ChainNodeStatus', () => ({
  ...nodeRecord().shape,
  head: shown.quantity().nullable().meta({
    description: 'Number of the latest block; null: it did not answer, or not well.',
  }),
  headTime: shown.time().nullable(),
  latencyMs: z.number().nullable().meta({ description: 'Time to the answer.' }),
  fault: z.string().nullable().meta({ description: 'One line; null for a healthy node.' }),
  faultReason: z.string().nullable().meta({ description: 'What `fault` says of `host`, without it.' }),
}))
/** A node as it answers now. */
export type NodeStatus = z.infer<ReturnType<typeof nodeStatus>>

const blockNumber = lazily(() => z.int().min(0).nullable())

export const followerStatus = component('ChainStatus', () => ({
  chain: ofChain().chain,
  chainId: ofChain().chainId,
  state: z.enum([...followStates, 'NOT_FOLLOWED']).meta({ description: 'NOT_FOLLOWED: no server follows it now.' }),
  head: blockNumber().meta({ description: 'Latest block of the chain.' }),
  tip: blockNumber().meta({ description: 'Last block that was read.' }),
  lagBlocks: z.int().min(0).nullable(),
  lagSeconds: z.int().min(0).nullable().meta({
    description: 'Age of the tip: it grows also while the node itself stands still.',
  }),
  mode: z.enum(followModes),
  holder: z.string().nullable().meta({ description: 'Server that follows it.' }),
  finalized: blockNumber(),
  node: z.string().nullable().meta({ description: 'Host of the node that is read.' }),
  callsToday: z.int().min(0).meta({
    description: 'Requests of the server that follows it to its nodes today (UTC), also for verdicts.',
  }),
  monitored: z.int().min(0).meta({ description: 'Enabled monitored addresses.' }),
  backfill: z
    .object({
      addresses: z.int().min(0),
      next: z.int().min(0).meta({ description: 'Lowest block that was not read.' }),
      reason: z.string().nullable().meta({ description: 'Why one of them does not go on.' }),
    })
    .nullable()
    .meta({ description: 'Earlier blocks that are still to be read for monitored addresses.' }),
  silentSince: shown.time().nullable().meta({
    description: 'Since when nothing is heard of it: when it was followed last; null: it is followed.',
  }),
  reason: z.string().nullable().meta({ description: 'Why it waits or stopped: one line.' }),
  reasonCode: z.string().nullable(),
  next: z.enum(followSteps).nullable().meta({ description: 'What a person does about it; null: nothing.' }),
  nodes: z.array(nodeStatus()).optional().meta({ description: 'Absent where they were not read.' }),
}))
/** A chain as its follower sees it. Numbers of blocks; null: not known. */
export type FollowerStatus = z.infer<ReturnType<typeof followerStatus>>

export const chainList = component('ChainList', () => ({ content: z.array(followerStatus()) }))

export const chainState = component('ChainState', () => ({
  ...ofChain(),
  paused: z.boolean(),
  changed: z.boolean().meta({ description: 'Whether it was another state before.' }),
}))
export type ChainState = z.infer<ReturnType<typeof chainState>>

const NO_NAME = 'is not a name: 2 to 32 lower-case letters, digits and -, a letter first'

/** The name of a chain that no list knows: as those of the list, so that it fits into the name of a variable. */
const definedName = lazily(() =>
  z
    .string()
    .min(2, NO_NAME)
    .max(32, NO_NAME)
    .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, NO_NAME),
)

const MOST_BLOCKS = 100_000

const finality = lazily(() =>
  z
    .union([z.enum(['finalized', 'safe']), z.int().min(0).max(MOST_BLOCKS)], {
      error: `is not a finality: finalized, safe, or a number of blocks up to ${MOST_BLOCKS}`,
    })
    .meta({ description: 'A block is final with the tag of the node, or when so many are above it.' }),
)

const limits = lazily(() => ({
  finality: finality().optional(),
  maxFee: quantity().optional().meta({
    description: 'The most that fees of a transaction cost where they are no finding (wei).',
  }),
}))

export const chainLimits = lazily(() =>
  z
    .object(limits())
    .refine((given) => Object.values(given).some((value) => value !== undefined), 'needs finality, maxFee, or both')
    .meta({ id: 'ChainLimits' }),
)

/** Limits of any chain; `name` and `currency` define one that is neither built in nor in the list. */
export const chainSettings = component('ChainSettings', () => ({
  name: definedName().optional().meta({ description: 'Needed for a chain that no list knows, refused for others.' }),
  currency: z
    .string()
    .max(12)
    .regex(/^[\x21-\x7e]{1,12}$/, 'is not a symbol: 1 to 12 printable ASCII characters')
    .optional()
    .meta({ description: 'Symbol of the native currency, with `name` only.' }),
  decimals: z.int().min(0).max(36).optional().meta({ description: 'Of the currency; default 18.' }),
  explorer: z
    .url({ protocol: /^https$/, error: 'is not an https:// URL' })
    .max(200)
    .optional(),
  ...limits(),
}))

export const knownChain = component('KnownChain', () => ({
  id: shown.chainId(),
  name: z.string(),
  currency: z.string(),
  decimals: z.int(),
  explorer: z.string().optional(),
  source: z.enum(['built-in', 'list', 'defined']),
  isTest: z.boolean(),
  finality: z.union([z.enum(['finalized', 'safe']), z.int()]).optional(),
  maxFee: shown.quantity().optional(),
}))
export type KnownChain = z.infer<ReturnType<typeof knownChain>>

export const knownChains = component('KnownChains', () => ({ content: z.array(knownChain()) }))
