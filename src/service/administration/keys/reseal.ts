import type { Keyring } from '../../secrets/keyring.ts'
import { open, seal, sealedBy, sealingContext } from '../../secrets/sealing.ts'
import {
  type BoundText,
  encryptedColumns,
  encryptedTextsAfter,
  replaceEncryptedText,
} from '../../store/repositories/encrypted-columns.ts'
import type { ChainNodeRow, Db, DestinationRow, SafeRow } from '../../store/schema/schema.ts'
import type { Store } from '../../store/store.ts'

/** Rows of one transaction; other writers run in between. */
const BATCH = 200

const ofDestination = (member: 'webhook-url' | 'token') => (row: BoundText) =>
  sealingContext.destination(
    { ...(row as BoundText & Pick<DestinationRow, 'channel' | 'chat_id'>), id: row.key },
    member,
  )

const contextOf: Readonly<Record<keyof typeof encryptedColumns, (row: BoundText) => string>> = {
  destinationUrl: ofDestination('webhook-url'),
  destinationToken: ofDestination('token'),
  signerKey: ({ key }) => sealingContext.signer(key),
  chainNodeUrl: (row) =>
    sealingContext.chainNode({ ...(row as BoundText & Pick<ChainNodeRow, 'chain_id'>), id: row.key }),
  safeService: (row) => sealingContext.safeService({ ...(row as BoundText & Pick<SafeRow, 'chain_id'>), id: row.key }),
  idempotentAnswer: ({ key }) => sealingContext.idempotentAnswer(key),
}

/**
 * Encrypts every secret that `from` can decrypt with the newest key of `to`; leaves secrets of other keys unchanged. Works
 * in batches: a second call continues an interrupted one.
 * @returns the number of secrets encrypted again
 * @throws WardenError `seal-broken` for an altered secret
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
  for (const row of rows) {
    const { key, text } = row
    const keyId = sealedBy(text)
    if (keyId === undefined || keyId === to.id || from.keyOf(keyId) === undefined) continue
    const context = contextOf[name](row)
    await replaceEncryptedText(db, column, { key, text: seal(to, open(from, text, context), context) })
    count += 1
  }
  return { count, last: rows.at(-1)?.key }
}
