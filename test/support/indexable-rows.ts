import { createHash } from 'node:crypto'
import { insertTransaction } from '../../src/service/store/repositories/transactions.ts'
import type { Store } from '../../src/service/store/store.ts'
import { storedValidation } from './stored-validation.ts'

export const madeAddress = (name: string | number) =>
  `0x${createHash('sha256').update(String(name)).digest('hex').slice(0, 40)}`

const idOf = (row: number) => `row-${String(row).padStart(8, '0')}`

/** Stored transactions from..to-1, a millisecond apart: the sender is one of many, the receiver occurs in one row only. */
export async function insertRows({ write }: Pick<Store, 'write'>, from: number, to: number, at: number): Promise<void> {
  await write(async (db) => {
    for (let row = from; row < to; row++) {
      const [sender, receiver] = [madeAddress(`sender ${row % 5000}`), madeAddress(`receiver ${row}`)]
      const request = JSON.stringify({ transaction: { chainId: '1', from: sender, to: receiver, value: '0' } })
      const keys = { from_key: sender, to_key: receiver }
      await insertTransaction(db, storedValidation({ id: idOf(row), created_at: at + row, ...keys, request }))
    }
  })
}
