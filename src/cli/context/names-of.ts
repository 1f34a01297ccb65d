import type { Client } from '../../client/client.ts'
import { isUnknownPath } from '../../client/errors/unknown-path.ts'
import { chunksOf } from '../../shared/chunks-of.ts'
import { WardenError } from '../../shared/errors.ts'
import type { FindNames } from '../output/with-names.ts'
import type { Context } from './context.ts'

/** Addresses of one request: their path stays below the 8 kB that servers accept. */
const AT_ONCE = 100

/**
 * Finds the names of addresses, for what is shown to people. Without them a list is still what it is: none from a service
 * that has no names, or where the profile has no key to ask; another failure is said on stderr.
 */
export function namesOf(client: () => Promise<Client>, note: Context['note']): FindNames {
  return async (addresses) => {
    try {
      const asked = await client()
      const found: Awaited<ReturnType<FindNames>>[number][] = []
      for (const address of chunksOf(addresses, AT_ONCE))
        found.push(...(await asked.call('findNames', { query: { address: [...address] } })).content)
      return found
    } catch (error) {
      if (isUnknownPath(error)) return []
      if (!(error instanceof WardenError)) throw error
      if (error.code !== 'missing-key') await note(`! Names of addresses could not be read: ${error.message}`)
      return []
    }
  }
}
