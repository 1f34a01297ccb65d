import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Random } from '../../../../bench/detection/random.ts'
import { AddressTable } from '../../../../src/service/chain/blocks/address-table.ts'

const digits = (count: number, of = '0123456789abcdef') =>
  fc.array(fc.constantFrom(...of), { minLength: count, maxLength: count }).map((all) => all.join(''))
/** Some of a few digits only, so that keys meet; many zeros, so that keys and halves of keys are zero. */
const address = fc.oneof(digits(40), digits(40, '01'), digits(40, '0000000001')).map((text) => `0x${text}`)

/** Bytes 2 to 5 and 12 to 15. */
const keyOf = (text: string) => text.slice(6, 14) + text.slice(26, 34)

test('the table equals a set of the same 64 bits', () => {
  fc.assert(
    fc.property(fc.array(address, { maxLength: 60 }), fc.array(address), (added, wanted) => {
      const table = AddressTable.of(added)
      const keys = new Set(added.map(keyOf))
      expect(table.size).toBe(keys.size)
      for (const one of [...added, ...wanted]) expect(table.has(one, 2)).toBe(keys.has(keyOf(one)))
    }),
  )
})

test('it equals the set while it grows, also in a thread that takes over its memory', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(address), (seed, wanted) => {
      const random = new Random(seed)
      const added = Array.from({ length: 2000 }, () => random.address())
      const table = new AddressTable()
      const early = table.buffer
      for (const one of added) table.add(one)
      expect(table.buffer).not.toBe(early)
      const keys = new Set(added.map(keyOf))
      for (const each of [table, new AddressTable(table.buffer)]) {
        expect(each.size).toBe(keys.size)
        expect(added.filter((one) => !each.has(one, 2))).toEqual([])
        expect(wanted.filter((one) => each.has(one, 2) !== keys.has(keyOf(one)))).toEqual([])
      }
    }),
    { numRuns: 10 },
  )
})

test('addresses are found in any case and anywhere in a text', () => {
  fc.assert(
    fc.property(address, digits(24), digits(7), (one, before, after) => {
      const table = AddressTable.of([one])
      expect(table.has(one.toUpperCase().replace('0X', '0x'), 2)).toBe(true)
      expect(table.has(`0x${before}${one.slice(2)}${after}`, 2 + before.length)).toBe(true)
      expect(AddressTable.of([one.toUpperCase().replace('0X', '0x')]).has(one, 2)).toBe(true)
    }),
  )
})

test('any text may be looked up', () => {
  fc.assert(
    fc.property(fc.array(address), fc.string({ maxLength: 60 }), fc.nat(50), (added, text, at) => {
      expect(AddressTable.of(added).has(text, at)).toBeTypeOf('boolean')
    }),
  )
})

test('an address takes 36 bytes at most, however many there are', () => {
  const table = new AddressTable()
  for (let count = 1; count <= 20_000; count++) {
    table.add(`0x${count.toString(16).padStart(10, '0').repeat(4)}`)
    if (count > 1000 && table.buffer.byteLength > 36 * count) expect.unreachable(`${count} addresses`)
  }
  expect(table.size).toBe(20_000)
})
