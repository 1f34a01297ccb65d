import * as Address from 'ox/Address'
import type { Clock } from '../../shared/time/clock.ts'
import { LOCAL_ACTOR } from '../keys/authenticate.ts'
import { loadSettings } from '../records/settings.ts'
import type { Ids } from '../runtime/deps.ts'
import { recordChange } from '../store/repositories/audit.ts'
import { signerAddresses } from '../store/repositories/signers.ts'
import { type NonceScope, releaseIssuedNonces, setConfirmedNonce } from '../store/repositories/transactions.ts'
import type { Db } from '../store/schema/schema.ts'
import type { Store } from '../store/store.ts'
import { readTrackedNonce, type TrackedNonce } from './issue-payload.ts'

/** Scope of a tracked nonce. Valid addresses in any case. */
export interface NonceKey {
  /** Decimal. */
  readonly chainId: string
  readonly to: string
  readonly from: string
}

/** The tracked nonces of one sender at one contract. Addresses with EIP-55 checksum. */
export type NonceRecord = NonceKey & TrackedNonce

export interface PayloadAdministrationDeps {
  readonly store: Store
  readonly clock: Clock
  readonly newId: Ids
}

/** Signers and nonces of this service's payloads. In process only; no endpoint reaches it. */
export class PayloadAdministration {
  readonly #deps: PayloadAdministrationDeps

  constructor(deps: PayloadAdministrationDeps) {
    this.#deps = deps
  }

  /** Addresses of this service's signers, retired ones included; empty before the first payload. */
  signers(): Promise<string[]> {
    return signerAddresses(this.#deps.store.read)
  }

  /** Address of the on-chain module that payloads are signed for. */
  async moduleAddress(): Promise<string> {
    const { payloadModuleAddress } = await loadSettings(this.#deps.store.read)
    return payloadModuleAddress
  }

  nonce(key: NonceKey): Promise<NonceRecord> {
    return readNonce(this.#deps.store.read, key, this.#deps.clock.now())
  }

  /**
   * Resyncs with the chain: `confirmed` is the last nonce used there, the next payload gets the one after it. Releases
   * higher nonces of unexpired payloads.
   */
  async setNonce(key: NonceKey, confirmed: number): Promise<NonceRecord> {
    const { store, clock, newId } = this.#deps
    const now = clock.now()
    const scope = scopeOf(key)
    return store.write(async (db) => {
      const before = await readNonce(db, key, now)
      await setConfirmedNonce(db, scope, confirmed, now)
      await releaseIssuedNonces(db, scope, confirmed, now)
      const after = await readNonce(db, key, now)
      const resource = `${scope.chain_id}/${scope.to_key}/${scope.from_key}`
      await recordChange(db, { newId, now, actor: LOCAL_ACTOR }, 'payload-nonce.set', resource, { before, after })
      return after
    })
  }
}

async function readNonce(db: Db, { chainId, to, from }: NonceKey, now: number): Promise<NonceRecord> {
  return {
    chainId,
    to: Address.checksum(to.toLowerCase() as Address.Address),
    from: Address.checksum(from.toLowerCase() as Address.Address),
    ...(await readTrackedNonce(db, scopeOf({ chainId, to, from }), now)),
  }
}

function scopeOf({ chainId, to, from }: NonceKey): NonceScope {
  return { chain_id: chainId, to_key: to.toLowerCase(), from_key: from.toLowerCase() }
}
