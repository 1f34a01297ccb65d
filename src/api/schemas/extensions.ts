import * as z from 'zod'
import { address } from './primitives.ts'

/** Ours, under /ext/v1: what the hosted interface does not offer. */

export const auditRecord = z
  .object({
    id: z.string(),
    at: z.string(),
    actor: z.string().meta({ description: 'The id of the key that was used, or `local` for this machine.' }),
    action: z.string().meta({ description: 'Resource and verb, such as `control-list.create`.' }),
    resourceId: z.string(),
    before: z.unknown().optional(),
    after: z.unknown().optional(),
  })
  .meta({ id: 'AuditRecord' })
export type AuditRecord = z.infer<typeof auditRecord>

export const auditPage = z
  .object({ content: z.array(auditRecord), size: z.int(), number: z.int(), totalElements: z.int() })
  .meta({ id: 'AuditPage' })

export const settings = z
  .object({
    blockThreshold: z.int().min(1).max(101).meta({
      description: 'Lowest combined score that blocks; 101 blocks by control list only.',
    }),
    payloadExpirySeconds: z.int().min(1).max(86_400).meta({ description: 'How long a signed payload holds.' }),
    payloadModuleAddress: address.meta({ description: 'Address of the on-chain module the payload is for.' }),
  })
  .meta({ id: 'Settings' })
export type Settings = z.infer<typeof settings>

export const settingsUpdate = settings.partial().meta({ id: 'SettingsUpdate' })
