import type { Output } from '../../api/operations.ts'
import type { EntryType, ProductType } from '../../api/vocabulary.ts'
import { commandLine } from '../../cli/command-line.ts'
import type { Context } from '../../cli/context/context.ts'
import { withNext } from '../../cli/errors.ts'
import { forEachSettled } from '../../cli/for-each-settled.ts'
import type { View } from '../../cli/output/view.ts'
import { makeIfAbsent } from '../if-absent.ts'
import { isConflict, KnownEntries } from './known-entries.ts'
import { chainsText } from './view.ts'

/** Entries as they are asked for: one for each address. */
export interface EntriesDraft {
  readonly addresses: readonly string[]
  readonly type: EntryType
  readonly product: ProductType
  /** None: every chain. */
  readonly chainIds: readonly string[]
}

type Added = Output<'createControlList'>

const addedView: View<Added> = { columns: [{ field: 'controlListId', header: 'ID' }] }

export async function addEntries(
  context: Context,
  { addresses, type, product, chainIds }: EntriesDraft,
  ifAbsent: boolean,
): Promise<void> {
  const client = await context.client()
  let known = new KnownEntries(client)
  await forEachSettled(context, addresses, async (address) => {
    const entry = { address, type, productType: product, ...(chainIds.length > 0 && { chainIds: [...chainIds] }) }
    const find = async (again: boolean) => {
      if (again) known = new KnownEntries(client)
      const controlListId = await known.covering(entry)
      return controlListId === undefined ? undefined : { controlListId }
    }
    const make = () =>
      client.call('createControlList', { body: entry }).catch((error: unknown) => {
        throw isConflict(error) && !ifAbsent
          ? withNext(error, addIfAbsent(address, { type, product, chainIds }))
          : error
      })
    const { body, wasThere } = await makeIfAbsent(context, ifAbsent, find, make)
    if (!wasThere) known.added(entry, body.controlListId)
    const verb = type === 'BLOCK' ? 'Blocked' : 'Allowed'
    const what = `${address} for ${product} on ${chainsText(chainIds)} (${context.where()})\n  id ${body.controlListId}`
    await context.out.done(
      body,
      addedView,
      wasThere ? `Already there: ${verb.toLowerCase()} ${what}` : `${verb} ${what}`,
    )
  })
}

function addIfAbsent(address: string, { type, product, chainIds }: Omit<EntriesDraft, 'addresses'>): string {
  const chain = chainIds.length > 0 ? chainIds : undefined
  return commandLine(
    { name: 'control-list add', arguments: [address], flags: { type, product, chain, ifAbsent: true } },
    {},
  )
}
