import type { Context } from '../../cli/context/context.ts'
import { notFoundError, usageError } from '../../cli/errors/usage.ts'
import { checkAddresses } from '../../cli/input/check-values.ts'
import { readAll } from '../steps/paged-list.ts'
import { monitors } from './resource.ts'

/** The address of an argument: as it is, or by the name under which it is monitored, on any number of chains. */
export async function namedAddress(context: Context, given: string): Promise<string> {
  if (/^0x/i.test(given)) {
    await checkAddresses(context, [given])
    return given
  }
  const { content } = await readAll(context, monitors, 10_000)
  const named = content.filter(({ name }) => name === given)
  const [address, ...others] = new Set(named.map((each) => each.address))
  if (others.length > 0)
    throw usageError(`${JSON.stringify(given)} names several monitored addresses: use the address`, {
      details: named.map((each) => monitors.describe(each)),
    })
  if (address !== undefined) return address
  throw notFoundError(
    `${JSON.stringify(given)} is neither an address (0x and 40 hex digits) nor the name of a monitored one`,
    'txwarden monitor list',
  )
}
