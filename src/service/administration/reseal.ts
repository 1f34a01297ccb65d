import type { Keyring } from '../secrets/keyring.ts'
import { open, seal, sealedBy, sealingContext } from '../secrets/sealing.ts'
import { encryptedColumns, encryptedTextsAfter, replaceEncryptedText } from '../store/repositories/encrypted-columns.ts'
import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** Rows of one transaction: other writers get their turn in between. */
const BATCH = 200

const placeOf: Readonly<Record<keyof typeof encryptedColumns, (key: string) => string>> = {
  destinationUrl: (id) => sealingContext.destination(id, 'webhook-url'),
  destinationToken: (id) => sealingContext.destination(id, 'token'),
  signerKey: sealingContext.signer,
  idempotentAnswer: sealingContext.idempotentAnswer,
}

/**
 * Seals every text that `from` can open with the newest key of `to`; texts of other keys stay as they are. Done in
 * steps: one that is interrupted leaves texts of both, and goes on with the rest when it is called again.
 * @returns how many texts were sealed anew
 * @throws WardenError `seal-broken` for a text that was altered
 */
export async function reseal(store: Store, from: Keyring, to: Keyring): Promise<number> {
  let count = 0
  for (const name of Object.keys(encryptedColumns) as (keyof typeof encryptedColumns)[]) {
    let after: string | undefined = ''
    while (after !== undefined) {
      const start: string = after
      const step = await store.write((db) => resealSome(db, name, start, from, to))
      count += step.count
      after = step.last
    }
  }
  return count
}

async function resealSome(
  db: Db,
  name: keyof typeof encryptedColumns,
  after: string,
  from: Keyring,
  to: Keyring,
): Promise<{ count: number; last: string | undefined }> {
  const column = encryptedColumns[name]
  const rows = await encryptedTextsAfter(db, column, after, BATCH)
  let count = 0
  for (const { key, text } of rows) {
    const keyId = sealedBy(text)
    if (keyId === undefined || keyId === to.id || from.keyOf(keyId) === undefined) continue
    const place = placeOf[name](key)
    await replaceEncryptedText(db, column, { key, text: seal(to, open(from, text, place), place) })
    count += 1
  }
  return { count, last: rows.at(-1)?.key }
}
