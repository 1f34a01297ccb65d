import { notFound, type WardenError } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import { type BodyClient, createBodyClient } from '../../egress/body-client.ts'
import { NODE_POLICY } from '../../egress/egress-policy.ts'
import type { MasterKey } from '../../secrets/keyring.ts'
import { listSafes } from '../../store/repositories/safes.ts'
import type { Store } from '../../store/store.ts'
import { createMeter } from '../budget/budget.ts'
import { openService } from '../service-secret.ts'
import { TransactionService } from '../transaction-service/service-client.ts'
import { budgetIdOf, type SafeService } from '../transaction-service/service-url.ts'
import { SafePoller, type SafePollerDeps } from './safe-poller.ts'

export interface OpenServicesDeps {
  readonly store: Store
  readonly clock: Clock
  readonly masterKey: MasterKey
}

export interface OpenedServices extends Pick<SafePollerDeps, 'openService'> {
  /** A service that is not stored with a Safe. */
  connect(service: SafeService): TransactionService
  close(): Promise<void>
}

/** Opens the transaction services of Safes, whose requests count for their quotas. */
export function openServices({ store, clock, masterKey }: OpenServicesDeps): OpenedServices {
  let client: BodyClient | undefined
  const connect = (service: SafeService, budgetId = budgetIdOf(service) ?? null): TransactionService => {
    // Operators run services of their own beside their nodes: the same addresses are allowed.
    client ??= createBodyClient({ policy: NODE_POLICY, clock, peer: 'the transaction service' })
    const meter = createMeter({ budgetId, hasKey: service.key !== undefined }, { store, clock })
    return new TransactionService({ service, client, meter, clock })
  }
  return {
    connect,
    async openService(safe) {
      const service = openService(masterKey, safe)
      return service && connect(service, safe.budget_id)
    },
    close: async () => client?.close(),
  }
}

export type StartSafePollerDeps = Omit<SafePollerDeps, 'openService'> & OpenServicesDeps

/**
 * Polls Safes until it is stopped.
 * @param names names, addresses or ids
 * @throws WardenError `unknown-safe`
 */
export async function startSafePoller(
  deps: StartSafePollerDeps,
  names: readonly string[] | 'all',
): Promise<{ stop(): Promise<void> }> {
  const safes = names === 'all' ? 'all' : await idsOf(deps.store, names)
  const services = openServices(deps)
  const poller = new SafePoller({ ...deps, ...services })
  poller.start(safes)
  return {
    async stop() {
      await poller.stop()
      await services.close()
    },
  }
}

async function idsOf({ read }: Store, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await listSafes(read)
  const found = names.flatMap((name) => {
    const named = rows.filter(
      (row) => [row.name, row.address_key, row.id].includes(name.toLowerCase()) || row.name === name,
    )
    if (named.length === 0) throw unknownSafe(name)
    return named
  })
  return new Set(found.map(({ id }) => id))
}

function unknownSafe(name: string): WardenError {
  return notFound('unknown-safe', `no Safe is named ${JSON.stringify(name)}`)
}
