import type { KeyKind } from '../../api/operations/operation.ts'
import { type Client, createClient } from '../../client/client.ts'
import type { Configuration } from '../../config/resolve.ts'
import { settingOf } from '../../config/settings.ts'
import type { WardenError } from '../../shared/errors.ts'
import { reworded, withNext } from '../errors/errors.ts'
import { openTransport, type TransportParts } from './open-transport.ts'

/** A client of the service that the configuration names. */
export async function openClient(parts: TransportParts): Promise<Client> {
  const { deps, configuration, note } = parts
  const transport = await openTransport(parts)
  return createClient({
    transport: (outgoing) => transport({ ...outgoing, signal: outgoing.signal ?? deps.signal }),
    // A response of this process cannot get lost, so no request needs to be repeatable.
    newIdempotencyKey: () => (configuration.addresses ? Buffer.from(deps.random(16)).toString('hex') : undefined),
    notice: (line) => void note(line),
    aboutKey: (error, kind) => keyAdvice(error, kind, configuration),
    notOffered: (error, kind) => notOffered(error, configuration.addresses?.[kind].origin),
  })
}

/** Names the environment variable when the key comes from the environment: a login would not change that key. */
function keyAdvice(error: WardenError, kind: KeyKind, { values }: Configuration): WardenError {
  const key = values[`${kind}-key`]
  if (key.source === 'environment')
    return withNext(error, 'txwarden auth status --check', [`The ${kind} key comes from ${key.origin}.`])
  const address = values['base-url']
  if (address.source !== 'environment' && address.source !== 'flag') return error
  const variable = settingOf(`${kind}-key`)?.env
  return withNext(error, 'txwarden auth status', [
    `The address comes from ${address.origin}. Set ${variable} to the ${kind} key for it.`,
  ])
}

function notOffered(error: WardenError, origin = 'the local service'): WardenError {
  return reworded(error, {
    kind: 'not-found',
    code: 'not-offered',
    message: `${origin} does not offer this: start the server with --admin-api`,
    details: [...error.details, "Only txwarden's own service can offer it."],
    try: 'txwarden serve --admin-api',
    cause: error.cause,
  })
}
