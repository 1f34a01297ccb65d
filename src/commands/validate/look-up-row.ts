import { addressFault } from '../../api/address.ts'
import type { JobOptions } from '../../cli/bulk/job.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError } from '../../cli/errors/usage.ts'
import { readOtherAddress } from '../../shared/addresses/other-chains.ts'
import { lazily } from '../../shared/lazily.ts'
import { entries } from '../control-list/resource.ts'
import { kindOfAddress, type Listing, lookUpAddress, recordText } from '../steps/look-up-address.ts'
import { readAll } from '../steps/paged-list.ts'

/** A row that names an address alone, of any chain: it is looked up in lists, and there is no transaction to validate. */
export interface LookUpRow {
  readonly address: string
  readonly note: string
}

/** What a row may have beside the address: people read it. */
const BESIDE = ['address', 'note', 'chainId', 'token', 'amount']

/** The look-up of a row; undefined: it is a transaction. @throws WardenError `refused` for an address that is none, and for both */
export function lookUpIn(fields: Readonly<Record<string, unknown>>, note: string): LookUpRow | undefined {
  const { address, to } = fields
  const paid = typeof to === 'string' ? readOtherAddress(to) : undefined
  if (paid)
    throw refusedError(
      `to is ${kindOfAddress({ chain: paid.chain ?? null, isInvalid: paid.isInvalid })}, where no transaction is validated: in the column address it is looked up in lists`,
    )
  if (address === undefined) return undefined
  const other = Object.keys(fields).find((member) => !BESIDE.includes(member) && fields[member] !== undefined)
  if (other !== undefined)
    throw refusedError(`address is looked up in lists, and ${other} is of a transaction: a row has one of them`)
  const text = typeof address === 'string' ? address : JSON.stringify(address)
  const fault = readOtherAddress(text) ? undefined : addressFault(text)
  if (fault) throw refusedError(`address ${JSON.stringify(text)} ${fault}`)
  return { address: text, note }
}

/** Looks up the rows of one run. */
export function lookUpsOf(context: Context) {
  const blocked = lazily(() => blockedAddresses(context))
  return async ({ address }: LookUpRow, sending?: JobOptions): Promise<{ outcome: Listing; members: object }> => {
    const { known, listing } = await lookUpAddress(context, address, sending)
    const isBlocked = known.chain === 'EVM' && (await blocked()).has(known.address)
    const [first] = known.records
    const reason = isBlocked
      ? 'on the block list'
      : first
        ? recordText(first)
        : `no list has it: ${kindOfAddress(known)}. No data does not mean safe.`
    return { outcome: isBlocked ? 'LISTED' : listing, members: { reason, known } }
  }
}

/** In lower case. */
async function blockedAddresses(context: Context): Promise<ReadonlySet<string>> {
  const { content } = await readAll(context, entries, undefined, { type: 'BLOCK' })
  return new Set(content.map(({ address }) => address.toLowerCase()))
}
