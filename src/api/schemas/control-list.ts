import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { entryTypes, productTypes } from '../vocabulary.ts'
import { address, always, chainId, component, list, shown } from './primitives.ts'

/** The most chains that an entry names; repeated ones count. */
const MAX_CHAINS = 100

export const entryType = lazily(() => z.enum(entryTypes))

/** Empty `chainIds`: every chain. */
export const entry = component('ControlListEntry', () => ({
  id: z.string(),
  address: shown.address(),
  chainIds: always(z.array(shown.chainId()).meta({ description: 'Empty: every chain.' })),
  type: entryType(),
  productType: z.enum(productTypes),
  createdAt: always(shown.time()),
  lastUpdatedAt: always(shown.time()),
}))
export type ControlListEntry = z.infer<ReturnType<typeof entry>>

export const entryCreate = component('ControlListEntryCreate', () => ({
  address: address(),
  chainIds: list(chainId(), { max: MAX_CHAINS }).nullish().meta({ description: 'Absent or empty: every chain.' }),
  type: entryType(),
  productType: z.enum(productTypes),
}))

export const entryUpdate = component('ControlListEntryUpdate', () => ({
  chainIds: list(chainId(), { max: MAX_CHAINS })
    .nullish()
    .meta({ description: 'Replaces the chains. Absent: unchanged; []: every chain.' }),
}))

export const entryPage = component('ControlListPage', () => ({
  content: z.array(entry()),
  size: z.int(),
  number: z.int(),
  totalPages: z.int(),
  totalElements: z.int(),
}))

export const entryId = lazily(() => z.object({ controlListId: z.string() }))
