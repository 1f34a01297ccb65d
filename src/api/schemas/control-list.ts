import * as z from 'zod'
import { lazily } from '../../shared/lazily.ts'
import { entryTypes, productTypes } from '../vocabulary.ts'
import { always } from './answered.ts'
import { address, chainId, list, shown } from './primitives.ts'

/** The most chains that an entry names; repeated ones count. */
const MAX_CHAINS = 100

export const entryType = lazily(() => z.enum(entryTypes))

/** Empty `chainIds`: every chain. */
export const entry = lazily(() =>
  z
    .object({
      id: z.string(),
      address: shown.address(),
      chainIds: always(z.array(shown.chainId()).meta({ description: 'Empty: every chain.' })),
      type: entryType(),
      productType: z.enum(productTypes),
      createdAt: always(shown.time()),
      lastUpdatedAt: always(shown.time()),
    })
    .meta({ id: 'ControlListEntry' }),
)
export type ControlListEntry = z.infer<ReturnType<typeof entry>>

export const entryCreate = lazily(() =>
  z
    .object({
      address: address(),
      chainIds: list(chainId(), { max: MAX_CHAINS }).nullish().meta({ description: 'Absent or empty: every chain.' }),
      type: entryType(),
      productType: z.enum(productTypes),
    })
    .meta({ id: 'ControlListEntryCreate' }),
)

export const entryUpdate = lazily(() =>
  z
    .object({
      chainIds: list(chainId(), { max: MAX_CHAINS })
        .nullish()
        .meta({ description: 'Replaces the chains. Absent: unchanged; []: every chain.' }),
    })
    .meta({ id: 'ControlListEntryUpdate' }),
)

export const entryPage = lazily(() =>
  z
    .object({
      content: z.array(entry()),
      size: z.int(),
      number: z.int(),
      totalPages: z.int(),
      totalElements: z.int(),
    })
    .meta({ id: 'ControlListPage' }),
)

export const entryId = lazily(() => z.object({ controlListId: z.string() }))
