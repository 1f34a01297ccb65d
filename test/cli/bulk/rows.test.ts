import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BulkRow, readRows } from '../../../src/cli/bulk/rows.ts'
import { decoded } from '../../../src/cli/bulk/text.ts'

const columns = { address: 'address', name: 'name', chain: 'chainId' }

async function rowsOf(bytes: Uint8Array | string, pieceSize = 7, format?: 'csv' | 'ndjson'): Promise<BulkRow[]> {
  const whole = Buffer.from(bytes)
  async function* pieces() {
    for (let at = 0; at < whole.length; at += pieceSize) yield whole.subarray(at, at + pieceSize)
  }
  const rows: BulkRow[] = []
  for await (const batch of readRows(decoded(pieces(), 'rows'), { name: 'rows', format, columns })) rows.push(...batch)
  return rows
}

const cell = fc.string({
  unit: fc.oneof(
    fc.constantFrom(' ', '\t', '\r', '\n', '"', ','),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  minLength: 1,
})
const record = fc.record({ address: cell, name: cell, chain: cell })

describe('rows', () => {
  test('of a CSV are read back for any cells and any chunk boundaries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 1 }),
        fc.integer({ min: 1, max: 50 }),
        fc.constantFrom('\n', '\r\n'),
        async (records, size, end) => {
          const text = stringify(records, { header: true, record_delimiter: end, quoted: true, bom: true })
          const rows = await rowsOf(text, size, 'csv')
          expect(rows.map((row) => 'fields' in row && row.fields)).toEqual(
            records.map(({ address, name, chain }) => ({ address, name, chainId: chain })),
          )
        },
      ),
      { numRuns: 100 },
    )
  })

  test('of a CSV are trimmed around cells, but not inside quotes', async () => {
    const [row] = await rowsOf('address , name,chain\r\n\t0x1 ," two words \r", \n', 4096, 'csv')
    expect(row).toMatchObject({ fields: { address: '0x1', name: ' two words \r' } })
    expect(row).not.toHaveProperty('fields.chainId')
  })

  test('of NDJSON are read back with their line numbers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1 }),
        fc.integer({ min: 1, max: 50 }),
        async (values, size) => {
          const texts = values.map((value) => JSON.stringify(value))
          const rows = await rowsOf(`\ufeff\n${texts.join('\r\n\n')}`, size)
          expect(rows).toEqual(
            texts.map((text, index) => ({ line: 2 + index * 2, fields: JSON.parse(text), isText: false })),
          )
        },
      ),
      { numRuns: 100 },
    )
  })

  test('that are invalid are reported with their line, and the others are read', async () => {
    expect(await rowsOf('{"a":1}\nnope\n[1]\n{"b":2}\n{"c":')).toEqual([
      { line: 1, fields: { a: 1 }, isText: false },
      { line: 2, fault: 'is not JSON' },
      { line: 3, fault: 'is not a JSON object' },
      { line: 4, fields: { b: 2 }, isText: false },
      { line: 5, fault: 'is not JSON' },
    ])
    const good = 'address,name\r\n0x1,"two\nlines"\r\n0x2\r\n0x3,\r\n'
    const read = [
      { line: 3, fields: { address: '0x1', name: 'two\nlines' }, isText: true },
      { line: 4, fault: 'has 1 cells; the header has 2' },
      { line: 5, fields: { address: '0x3' }, isText: true },
    ]
    for (const [broken, fault] of [
      ['0x4,"half\r\n0x5', 'has an unclosed quote'],
      ['0x4,a"b\r\n0x5,\r\n', 'has a quote in the middle of a cell; reading stopped here'],
      ['0x4,"a"b\r\n0x5,\r\n', 'has text after a closing quote; reading stopped here'],
      ['0x4,"a" b\r\n0x5,\r\n', 'has text after a closing quote; reading stopped here'],
      [
        `0x4,"${'half\r\n'.repeat(1_000_000)}`,
        'starts a row longer than the maximum of 1 MiB, perhaps because of an unclosed quote',
      ],
    ] as const) {
      const rows = await rowsOf(good + broken, 4096)
      expect(rows.slice(0, 3)).toEqual(read)
      expect(rows.slice(3)).toEqual([{ line: expect.any(Number), fault }])
    }
  })

  test('that are too long fail alone and are not kept in memory', async () => {
    const rows = await rowsOf(`{"a":1}\n{"b":"${'x'.repeat(10_000_000)}"}\n{"c":3}\n`, 65_536)
    expect(rows).toEqual([
      { line: 1, fields: { a: 1 }, isText: false },
      { line: 2, fault: 'is longer than the maximum of 1 MiB' },
      { line: 3, fields: { c: 3 }, isText: false },
    ])
  })

  test.each([
    ['UTF-16 with its mark', Buffer.from('\ufeffaddress,name\n', 'utf16le'), 'rows is UTF-16 text; expected UTF-8'],
    ['UTF-16 without', Buffer.from('address,name\n', 'utf16le'), 'rows is UTF-16 text; expected UTF-8'],
    ['Latin-1', Buffer.from('address,name\n0x1,ok\n0x2,Jos\xe9\n', 'latin1'), 'is not UTF-8 text'],
    ['a JSON list', '[{"address":"0x1"}]', 'rows is a JSON list'],
    ['an unknown column', 'address,adress\n0x1,0x2\n', 'rows: unknown columns in line 1: "adress"'],
    ['a column named twice', 'address,Address\n0x1,0x2\n', 'rows: line 1 names address twice'],
  ])('in %s are refused as a whole', async (_, bytes, message) => {
    await expect(rowsOf(bytes, 4096)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(message),
    })
  })
})
