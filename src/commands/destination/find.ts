import type { Destination } from '../../api/schemas/destination.ts'
import type { Client } from '../../client/client.ts'
import { WardenError } from '../../shared/errors.ts'

/** One destination, out of the list: the interface has no operation that answers a single one. */
export async function findDestination(client: Client, id: string): Promise<Destination> {
  const destinations = await client.call('listDestinations')
  const found = destinations.find((destination) => destination.id === id)
  if (found) return found
  throw new WardenError({
    kind: 'not-found',
    code: 'not-found',
    message: `there is no destination ${JSON.stringify(id)}`,
    try: 'txwarden destination list',
  })
}
