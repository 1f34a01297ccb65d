import type { Safe } from '../../api/schemas/safe.ts'
import { chainName } from '../../api/text/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { one, text } from '../../cli/options.ts'
import { WardenError } from '../../shared/errors.ts'
import { callAddition } from '../steps/addition.ts'
import { fetchAll } from '../steps/paged-list.ts'

export const safeArgument = { safe: one('name, address or id of the Safe', { completes: 'safe' }) }
export const safeChainOption = text('chain', 'chain id or name, where several Safes have the name or address', {
  completes: 'chain',
})

/** All Safes, oldest first. */
export async function listAllSafes(context: Context): Promise<readonly Safe[]> {
  const client = await context.client()
  const list = () => fetchAll<Safe>((query) => client.call('listSafes', { query }), {}, Number.POSITIVE_INFINITY)
  return (await callAddition(context, 'list of Safes', list)).content
}

/** The Safes of a service. One without the addition has none. @param isNeeded then such a service is refused */
export async function listStoredSafes(context: Context, isNeeded: boolean): Promise<readonly Safe[]> {
  try {
    return await listAllSafes(context)
  } catch (error) {
    if (!isNeeded && error instanceof WardenError && error.code === 'not-offered') return []
    throw error
  }
}

/**
 * The Safe with an id, a name or an address.
 * @throws WardenError `not-found`, or `usage` with the Safes where it names several
 */
export async function findSafe(context: Context, given: string, chain?: string): Promise<Safe> {
  const chainId = chain === undefined ? undefined : await chainIdOf(context, chain)
  const isNamed = ({ name, address }: Safe) => name === given || address.toLowerCase() === given.toLowerCase()
  const all = await listAllSafes(context)
  const whole = all.find(({ id }) => id === given)
  if (whole) return whole
  const found = all.filter((safe) => isNamed(safe) && (chainId === undefined || safe.chainId === chainId))
  const [safe, ...others] = found
  if (others.length > 0)
    throw usageError(`${JSON.stringify(given)} names ${found.length} Safes: add --chain, or use the id`, {
      details: found.map((each) => `${each.id}  ${safeText(each)}`),
    })
  if (safe) return safe
  throw new WardenError({
    kind: 'not-found',
    code: 'not-found',
    message: `there is no Safe ${JSON.stringify(given)}${chainId === undefined ? '' : ` on ${chainName(chainId)}`}`,
    try: 'txwarden safe list',
  })
}

/** "treasury, 0x12…, on ethereum". */
export function safeText({ name, address, chainId }: Pick<Safe, 'name' | 'address' | 'chainId'>): string {
  return `${name === '' ? '' : `${name}, `}${address} on ${chainName(chainId)}`
}
