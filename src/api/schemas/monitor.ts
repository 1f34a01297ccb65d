import * as z from 'zod'
import { address, chainId } from './primitives.ts'

const label = z.string().max(200, 'is longer than 200 characters')

export const monitoredAddress = z
  .object({ id: z.string(), address: z.string(), name: z.string(), chainId: z.string(), enabled: z.boolean() })
  .meta({ id: 'MonitoredAddress' })
export type MonitoredAddress = z.infer<typeof monitoredAddress>

export const monitorCreate = z
  .object({
    address,
    chainId,
    name: label.nullish().meta({ description: 'Default: empty.' }),
    enabled: z.boolean().nullish().meta({ description: 'Default: true.' }),
  })
  .meta({ id: 'MonitoredAddressCreate' })

export const monitorUpdate = z
  .object({ name: label.nullish(), enabled: z.boolean().nullish() })
  .refine((body) => body.name != null || body.enabled != null, 'needs name or enabled')
  .meta({ id: 'MonitoredAddressUpdate' })

export const monitorPage = z
  .object({
    content: z.array(monitoredAddress),
    size: z.int(),
    number: z.int(),
    totalElements: z.int(),
  })
  .meta({ id: 'MonitoredAddressPage' })

export const deletedId = z.object({ id: z.string() })
