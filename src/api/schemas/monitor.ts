import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { chainEventKinds } from '../vocabulary.ts'
import { numberedPage } from './page.ts'
import { address, chainId, component, list, lookUpText, needsOneOf, shown } from './primitives.ts'

const label = lazily(() => z.string().max(200))

const kinds = lazily(() =>
  list(z.enum(chainEventKinds), { max: chainEventKinds.length }).nullish().meta({
    description:
      'Addition. Kinds of chain events that are notified; empty: all. An update without it keeps it. In answers only with `Prefer: additions` and under /ext/v1.',
  }),
)

export const monitoredAddress = component('MonitoredAddress', () => ({
  id: z.string(),
  address: shown.address(),
  name: z.string(),
  chainId: shown.chainId(),
  enabled: z.boolean(),
  kinds: z.array(z.string()).optional().meta({
    description:
      'Addition. Kinds of chain events that are notified; absent: all. Only with `Prefer: additions` and under /ext/v1.',
  }),
  from: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'Addition. First block that is read for it; absent: the latest when it was added.' }),
  followed: z.boolean().optional().meta({
    description:
      'Addition. Whether a server follows its chain now. Only when it is created, with `Prefer: additions` and under /ext/v1.',
  }),
}))
export type MonitoredAddress = z.infer<ReturnType<typeof monitoredAddress>>

export const monitorCreate = component('MonitoredAddressCreate', () => ({
  address: address(),
  chainId: chainId(),
  name: label().nullish().meta({ default: '' }),
  enabled: z.boolean().nullish().meta({ default: true }),
}))

export const monitorCreateWithAdditions = component('MonitoredAddressCreateWithAdditions', () => ({
  ...monitorCreate().shape,
  kinds: kinds(),
  from: z
    .union([z.int().min(0), z.literal('latest')])
    .nullish()
    .meta({
      description: 'First block that is read for it, where its chain is followed.',
      default: 'latest',
    }),
}))

const changes = lazily(() => ({ name: label().nullish(), enabled: z.boolean().nullish() }))
const changeTypes = { name: { type: 'string' }, enabled: { type: 'boolean' } } as const

export const monitorUpdate = lazily(() =>
  z
    .object(changes())
    .refine((body) => body.name != null || body.enabled != null, 'needs name or enabled')
    .meta({ id: 'MonitoredAddressUpdate', ...needsOneOf(changeTypes) }),
)

/** The id is in the body: a service without the addition answers 404 to the path, ours to the id. */
export const monitorUpdateWithAdditions = lazily(() =>
  z
    .object({ id: lookUpText().min(1, 'must not be empty'), ...changes(), kinds: kinds() })
    .refine((body) => body.name != null || body.enabled != null || body.kinds != null, 'needs name, enabled or kinds')
    .meta({
      id: 'MonitoredAddressUpdateWithAdditions',
      ...needsOneOf({
        ...changeTypes,
        kinds: { type: 'array', maxItems: chainEventKinds.length, items: { enum: [...chainEventKinds] } },
      }),
    }),
)

export const monitorPage = component('MonitoredAddressPage', () => numberedPage(monitoredAddress()))

export const deletedId = lazily(() => z.object({ id: z.string() }))
