import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUnfinished, Ledger, readLedger } from '../../../src/cli/bulk/ledger.ts'
import { digest, RowKeys } from '../../../src/cli/bulk/row-keys.ts'
import { runs } from '../../support/share.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const outcomes = ['added', 'unchanged', 'NO DATA']
const rowOf = (number: number) => ({
  key: digest('row', String(number)),
  outcome: outcomes[number % outcomes.length] as string,
})

/** Batches of rows, none of which stands twice. */
const batches = fc
  .uniqueArray(fc.nat(100_000), { maxLength: 60 })
  .chain((numbers) => fc.array(fc.nat(8), { maxLength: 20 }).map((sizes) => inBatches(numbers, sizes)))

function inBatches(numbers: readonly number[], sizes: readonly number[]): number[][] {
  const rest = [...numbers]
  return [...sizes.map((size) => rest.splice(0, size)), rest]
}

/** Of these rows, the outcomes of those the ledger has. */
async function known(path: string, numbers: readonly number[]): Promise<Map<number, string | undefined>> {
  const done = await readLedger(path)
  return new Map(
    numbers.flatMap((number) => {
      const at = done?.keys.get(digest('row', String(number)))
      return at === undefined ? [] : [[number, done?.outcomes[at]] as const]
    }),
  )
}

describe('the ledger', () => {
  test('returns every row with its outcome after any number of runs', async () => {
    const path = join(temporaryFolder(), 'bulk', 'some.ledger')
    await fc.assert(
      fc.asyncProperty(batches, async (runs) => {
        Ledger.begin(path, 'a-run').close()
        for (const [index, numbers] of runs.entries()) {
          const ledger = Ledger.resume(path)
          ledger.record(numbers.map(rowOf), { size: index, start: '' })
          ledger.close()
        }
        const all = runs.flat()
        expect(await known(path, all)).toEqual(new Map(all.map((number) => [number, rowOf(number).outcome])))
        expect(await readLedger(path)).toMatchObject({ run: 'a-run', keys: { size: all.length } })
      }),
      { numRuns: runs(30) },
    )
  })

  test('truncated anywhere it keeps every complete row and can be resumed', async () => {
    const path = join(temporaryFolder(), 'some.ledger')
    const first = Ledger.begin(path, 'a-run')
    const headBytes = readFileSync(path).length
    first.record([1, 2, 3, 4, 5].map(rowOf), { size: 77, start: 'ab' })
    first.close()
    const whole = readFileSync(path)
    for (let size = headBytes; size <= whole.length; size += 1) {
      writeFileSync(path, whole)
      truncateSync(path, size)
      const text = whole.subarray(0, size).toString()
      const lines = text.slice(0, text.lastIndexOf('\n')).split('\n').slice(1)
      const rows = Math.min(5, lines.length)
      expect((await readLedger(path))?.keys.size).toBe(rows)
      const again = Ledger.resume(path)
      again.record([rowOf(9)], { size: 99, start: 'ab' })
      again.close()
      expect([...(await known(path, [1, 2, 3, 4, 5, 9])).keys()]).toEqual([...[1, 2, 3, 4, 5].slice(0, rows), 9])
    }
  })

  test('another file is not a ledger; a ledger is unfinished until it is completed', async () => {
    const path = join(temporaryFolder(), 'some.ledger')
    expect(await readLedger(path)).toBeUndefined()
    expect(isUnfinished(path)).toBe(false)
    writeFileSync(path, 'address,type\n0x01,block\n')
    expect(await readLedger(path)).toBeUndefined()
    const ledger = Ledger.begin(path, 'a-run')
    ledger.record([rowOf(1)], { size: 0, start: '' })
    expect(isUnfinished(path)).toBe(true)
    ledger.complete()
    ledger.close()
    expect(isUnfinished(path)).toBe(false)
    appendFileSync(path, 'half a li')
    expect((await readLedger(path))?.keys.size).toBe(1)
  })
})

describe('the key of a row', () => {
  test('does not depend on the position of the row, and differs for each occurrence', () => {
    const bodies = fc.array(fc.record({ address: fc.constantFrom('a', 'b', 'c'), chain: fc.constantFrom('1', '2') }), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(bodies, fc.infiniteStream(fc.nat()), (rows, order) => {
        const keysOf = (list: readonly unknown[]) => {
          const keys = new RowKeys('scope')
          return list.map((row) => keys.next(row).toString('hex'))
        }
        const shuffled = rows
          .map((row) => ({ row, at: order.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          // The members in another order, too.
          .map(({ row }) => ({ chain: row.chain, address: row.address }))
        const keys = keysOf(rows)
        expect(new Set(keys).size).toBe(rows.length)
        expect(keysOf(shuffled).sort()).toEqual(keys.sort())
      }),
    )
  })

  test('differs by service and operation', () => {
    const key = (scope: string) => new RowKeys(scope).next({ address: 'a' }).toString('hex')
    expect(key('control-list import, here')).not.toBe(key('control-list import, there'))
  })
})
