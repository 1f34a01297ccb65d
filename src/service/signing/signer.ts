import * as Address from 'ox/Address'
import * as Hex from 'ox/Hex'
import * as Secp256k1 from 'ox/Secp256k1'
import { keyringForSealing, requireMasterKey } from '../records/master-key.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import type { MasterKey } from '../secrets/keyring.ts'
import { open, seal, sealingContext } from '../secrets/sealing.ts'
import { activeSigner, insertSigner } from '../store/repositories/signers.ts'
import type { Db } from '../store/schema/schema.ts'

export interface SignerContext {
  readonly db: Db
  readonly masterKey: MasterKey
  readonly random: RandomBytes
  /** Time of the request (ms since 1970). */
  readonly now: number
}

/** The private key that signs payloads; created on first use, stored encrypted. */
export async function activeSignerKey({ db, masterKey, random, now }: SignerContext): Promise<Hex.Hex> {
  const row = await activeSigner(db)
  if (row) {
    const keyring = (await requireMasterKey(db, masterKey)) ?? masterKey.require()
    return open(keyring, row.sealed_private_key, sealingContext.signer(row.address)) as Hex.Hex
  }
  const keyring = await keyringForSealing(db, masterKey)
  const privateKey = Hex.fromBytes(random(32))
  const address = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }))
  await insertSigner(db, {
    address,
    sealed_private_key: seal(keyring, privateKey, sealingContext.signer(address)),
    created_at: now,
    retired_at: null,
  })
  return privateKey
}
