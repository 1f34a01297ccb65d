import type { Keyring } from '../secrets/keyring.ts'
import { sealedPlace } from '../secrets/sealed-places.ts'
import { open, seal, sealedBy } from '../secrets/sealing.ts'
import { replaceSealedText, sealedColumns, sealedTextsAfter } from '../store/repositories/sealed-texts.ts'
import type { Db } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** Rows of one transaction: other writers get their turn in between. */
const BATCH = 200

const placeOf: Readonly<Record<keyof typeof sealedColumns, (key: string) => string>> = {
  destinationUrl: (id) => sealedPlace.destination(id, 'webhook-url'),
  destinationToken: (id) => sealedPlace.destination(id, 'token'),
  signerKey: sealedPlace.signer,
  idempotentAnswer: sealedPlace.idempotentAnswer,
}

/**
 * Seals every text that `from` can open with the newest key of `to`; texts of other keys stay as they are. Done in
 * steps: one that is interrupted leaves texts of both, and goes on with the rest when it is called again.
 * @returns how many texts were sealed anew
 * @throws WardenError `seal-broken` for a text that was altered
 */
export async function reseal(store: Store, from: Keyring, to: Keyring): Promise<number> {
  let count = 0
  for (const name of Object.keys(sealedColumns) as (keyof typeof sealedColumns)[]) {
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
  name: keyof typeof sealedColumns,
  after: string,
  from: Keyring,
  to: Keyring,
): Promise<{ count: number; last: string | undefined }> {
  const column = sealedColumns[name]
  const rows = await sealedTextsAfter(db, column, after, BATCH)
  let count = 0
  for (const { key, text } of rows) {
    const keyId = sealedBy(text)
    if (keyId === undefined || keyId === to.id || from.keyOf(keyId) === undefined) continue
    const place = placeOf[name](key)
    await replaceSealedText(db, column, { key, text: seal(to, open(from, text, place), place) })
    count += 1
  }
  return { count, last: rows.at(-1)?.key }
}
