import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { checkAddresses } from '../../cli/input/check-values.ts'
import { WardenError } from '../../shared/errors.ts'
import { monitorKind } from '../steps/find-thing.ts'

/** The address of an argument: as it is, or by the name under which it is monitored, on any number of chains. */
export async function namedAddress(context: Context, given: string): Promise<string> {
  if (/^0x/i.test(given)) {
    await checkAddresses(context, [given])
    return given
  }
  const { things } = await monitorKind.read(context)
  const named = things.filter(({ name }) => name === given)
  const [address, ...others] = new Set(named.map((each) => each.address))
  if (others.length > 0)
    throw usageError(`${JSON.stringify(given)} names several monitored addresses: use the address`, {
      details: named.map((each) => monitorKind.describe(each)),
    })
  if (address !== undefined) return address
  throw new WardenError({
    kind: 'not-found',
    code: 'not-found',
    message: `${JSON.stringify(given)} is neither an address (0x and 40 hex digits) nor the name of a monitored one`,
    try: 'txwarden monitor list',
  })
}
