import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { address, chainId, needsOneOf, shown } from './primitives.ts'

const label = lazily(() => z.string().max(200))

export const monitoredAddress = lazily(() =>
  z
    .object({
      id: z.string(),
      address: shown.address(),
      name: z.string(),
      chainId: shown.chainId(),
      enabled: z.boolean(),
    })
    .meta({ id: 'MonitoredAddress' }),
)
export type MonitoredAddress = z.infer<ReturnType<typeof monitoredAddress>>

export const monitorCreate = lazily(() =>
  z
    .object({
      address: address(),
      chainId: chainId(),
      name: label().nullish().meta({ default: '' }),
      enabled: z.boolean().nullish().meta({ default: true }),
    })
    .meta({ id: 'MonitoredAddressCreate' }),
)

export const monitorUpdate = lazily(() =>
  z
    .object({ name: label().nullish(), enabled: z.boolean().nullish() })
    .refine((body) => body.name != null || body.enabled != null, 'needs name or enabled')
    .meta({ id: 'MonitoredAddressUpdate', ...needsOneOf({ name: { type: 'string' }, enabled: { type: 'boolean' } }) }),
)

export const monitorPage = lazily(() =>
  z
    .object({
      content: z.array(monitoredAddress()),
      size: z.int(),
      number: z.int(),
      totalElements: z.int(),
    })
    .meta({ id: 'MonitoredAddressPage' }),
)

export const deletedId = lazily(() => z.object({ id: z.string() }))
