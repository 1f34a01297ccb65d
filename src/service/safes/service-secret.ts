import { isRecord, parseJson } from '../../shared/json/json.ts'
import type { Keyring, MasterKey } from '../secrets/keyring.ts'
import { open, seal, sealingContext } from '../secrets/sealing.ts'
import type { SafeRow } from '../store/schema/schema.ts'
import { budgetIdOf, type SafeService } from './transaction-service/service-url.ts'

/** The columns of a Safe that say where its transaction service is. */
export type ServiceColumns = Pick<SafeRow, 'service_host' | 'sealed_service' | 'budget_id'>

export const NO_SERVICE: ServiceColumns = { service_host: null, sealed_service: null, budget_id: null }

/** URL and key are sealed together: a key is never sent to another service than it was given for. */
export function sealService(
  keyring: Keyring,
  safe: Pick<SafeRow, 'id' | 'chain_id'>,
  service: SafeService,
): ServiceColumns {
  return {
    service_host: new URL(service.url).host,
    sealed_service: seal(keyring, JSON.stringify(service), sealingContext.safeService(safe)),
    budget_id: budgetIdOf(service) ?? null,
  }
}

/**
 * @returns undefined for a Safe without a service
 * @throws WardenError `another-master-key`, `seal-broken`
 */
export function openService(
  masterKey: MasterKey,
  { sealed_service: sealed, ...row }: Pick<SafeRow, 'id' | 'chain_id' | 'sealed_service'>,
): SafeService | undefined {
  if (sealed === null) return undefined
  const value = parseJson(open(masterKey.require(), sealed, sealingContext.safeService(row)))
  if (!isRecord(value) || typeof value.url !== 'string') throw new Error('the sealed service is none')
  return { url: value.url, ...(typeof value.key === 'string' && { key: value.key }) }
}
