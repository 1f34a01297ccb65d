import * as Address from 'ox/Address'
import { LOCAL_ACTOR } from '../keys/authenticate.ts'
import { loadSettings } from '../records/settings.ts'
import type { Clock, Ids } from '../runtime/deps.ts'
import { insertAudit } from '../store/repositories/audit.ts'
import { signerAddresses } from '../store/repositories/signers.ts'
import { type NonceScope, releaseIssuedNonces, setConfirmedNonce } from '../store/repositories/transactions.ts'
import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { readTrackedNonce, type TrackedNonce } from './tracked-nonce.ts'

/** What tracked nonces count for. Addresses in any case, checked before. */
export interface CountedFor {
  /** Decimal. */
  readonly chainId: string
  readonly to: string
  readonly from: string
}

/** The tracked nonces of one sender at one contract. Addresses have their EIP-55 checksum. */
export type NonceRecord = CountedFor & TrackedNonce

export interface PayloadAdministrationDeps {
  readonly store: Store
  readonly clock: Clock
  readonly newId: Ids
}

/** What the local service knows of its signed payloads: in process only, no endpoint reaches it. */
export class PayloadAdministration {
  readonly #deps: PayloadAdministrationDeps

  constructor(deps: PayloadAdministrationDeps) {
    this.#deps = deps
  }

  /** Whose signatures are this service's, retired signers too; none before the first payload. */
  signers(): Promise<string[]> {
    return signerAddresses(this.#deps.store.read)
  }

  /** Address of the on-chain module that payloads are issued for. */
  async moduleAddress(): Promise<string> {
    const { payloadModuleAddress } = await loadSettings(this.#deps.store.read)
    return payloadModuleAddress
  }

  nonce(counted: CountedFor): Promise<NonceRecord> {
    return readNonce(this.#deps.store.read, counted, this.#deps.clock.now())
  }

  /**
   * Resyncs with the chain: `confirmed` was the last number used there, and the next payload carries the one behind it. Numbers
   * above it in payloads that still hold are given back.
   */
  async setNonce(counted: CountedFor, confirmed: number): Promise<NonceRecord> {
    const { store, clock, newId } = this.#deps
    const now = clock.now()
    const scope = scopeOf(counted)
    return store.write(async (db) => {
      const before = await readNonce(db, counted, now)
      await setConfirmedNonce(db, scope, confirmed, now)
      await releaseIssuedNonces(db, scope, confirmed, now)
      const after = await readNonce(db, counted, now)
      await insertAudit(db, {
        id: newId(),
        at: now,
        actor: LOCAL_ACTOR,
        action: 'payload-nonce.set',
        resource_id: `${scope.chain_id}/${scope.to_key}/${scope.from_key}`,
        before: JSON.stringify(before),
        after: JSON.stringify(after),
      })
      return after
    })
  }
}

async function readNonce(db: Db, { chainId, to, from }: CountedFor, now: number): Promise<NonceRecord> {
  return {
    chainId,
    to: Address.checksum(to.toLowerCase() as Address.Address),
    from: Address.checksum(from.toLowerCase() as Address.Address),
    ...(await readTrackedNonce(db, scopeOf({ chainId, to, from }), now)),
  }
}

function scopeOf({ chainId, to, from }: CountedFor): NonceScope {
  return { chain_id: chainId, to_key: to.toLowerCase(), from_key: from.toLowerCase() }
}
