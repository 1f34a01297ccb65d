import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { numberedPage } from './page.ts'
import { address, chainId, component, name } from './primitives.ts'

/** Each is polled. */
export const MAX_SAFES = 500
const MAX_URL = 2000
const MAX_KEY = 4000

const serviceUrl = lazily(() =>
  z.string().min(1).max(MAX_URL).meta({
    description:
      'Base URL of a Safe Transaction Service, what its paths (`api/v2/…`) follow; `hosted`: the public service of the chain. A secret: it comes back as its host. Loopback and private addresses are allowed, metadata addresses never.',
  }),
)
const serviceKey = lazily(() =>
  z.string().trim().min(1).max(MAX_KEY).optional().meta({
    description: 'Key of that service, sent as Bearer token. Never comes back.',
  }),
)

export const safeCreate = lazily(() =>
  z.object({
    chainId: chainId(),
    address: address(),
    name: name().optional(),
    serviceUrl: serviceUrl().optional(),
    serviceKey: serviceKey(),
  }),
)

/** An event of the Safe events service. Not trusted: only the address is read. */
export const safeEvent = lazily(() =>
  z.object({
    address: address().nullish().meta({
      description: 'The Safe to read, on every chain where it was added; absent: all. Other members are ignored.',
    }),
  }),
)

export const safeUpdate = lazily(() =>
  z.object({
    id: z.string().min(1).max(200),
    name: z.union([name(), z.literal('')]).optional(),
    serviceUrl: z
      .union([serviceUrl(), z.literal('')])
      .optional()
      .meta({
        description: "'': its queue is not read any more. Replaces URL and key together.",
      }),
    serviceKey: serviceKey(),
  }),
)

export const safe = component('Safe', () => ({
  id: z.string(),
  chainId: z.string(),
  address: z.string(),
  name: z.string(),
  service: z.string().optional().meta({ description: 'Host of its transaction service; absent: none.' }),
  isHosted: z.boolean().meta({ description: 'It is the public service, which has a monthly quota.' }),
  interval: z.string().optional().meta({ description: 'How often the queue is read, such as `5s`; absent: never.' }),
  intervalMs: z.int().optional(),
  reason: z.string().meta({ description: 'Why so often.' }),
  queueAt: z.string().optional().meta({ description: 'When the service gave a complete queue last.' }),
  silentSince: z.string().optional().meta({
    description: 'Since when its queue is not read: the last complete one, or when it was added; absent: it is read.',
  }),
  nextPollAt: z.string().optional(),
  error: z.string().optional().meta({ description: 'Why the last poll failed.' }),
  createdAt: z.string(),
  updatedAt: z.string(),
}))
export type Safe = z.output<ReturnType<typeof safe>>

export const safePage = component('SafePage', () => numberedPage(safe()))

const nodeText = () => z.string().optional()
/** An address, and what is known of it. */
const known = lazily(() =>
  z.object({
    address: z.string(),
    name: nodeText().meta({ description: 'Of a contract that is known; absent: it is not.' }),
  }),
)

export const safeState = lazily(() =>
  z.object({
    node: z.string().meta({ description: 'Host of the node that was read.' }),
    blockNumber: z.string(),
    blockHash: z.string(),
    version: nodeText().meta({ description: 'As `VERSION()` says, such as `1.3.0+L2`.' }),
    proxy: nodeText().meta({ description: 'Known proxy by its code; absent: the account runs other code.' }),
    singleton: known().extend({ codeHash: nodeText() }),
    owners: z.array(z.string()),
    threshold: z.int(),
    nonce: z.string(),
    guard: known().optional(),
    moduleGuard: known().optional(),
    modules: z.array(known()),
    hasMoreModules: z.boolean(),
    fallbackHandler: known().optional(),
  }),
)
export type SafeStateShown = z.output<ReturnType<typeof safeState>>

const safeFindingCodes = [
  'threshold-one',
  'threshold-low',
  'unknown-singleton',
  'unknown-proxy',
  'other-version',
  'unknown-module',
  'more-modules',
  'unknown-guard',
  'unknown-handler',
  'delegate-added',
] as const

export const safeReport = component('SafeReport', () => ({
  ...safe().shape,
  state: safeState(),
  findings: z.array(
    z.object({
      code: z.enum(safeFindingCodes),
      level: z.enum(['fail', 'warn']),
      text: z.string(),
      address: z.string().optional(),
    }),
  ),
}))
export type SafeReport = z.output<ReturnType<typeof safeReport>>
export type SafeFinding = SafeReport['findings'][number]
