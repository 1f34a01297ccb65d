import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf, call, left, packed, right } from '../bench/detection/adversarial/encode.ts'
import { present } from '../bench/detection/adversarial/evidence.ts'
import { attacks, honest, idOf } from '../bench/detection/adversarial/index.ts'
import { USDC } from '../bench/detection/adversarial/protocols.ts'
import { block, paid, paidBy, SIGNER } from '../bench/detection/adversarial/row.ts'
import * as wrap from '../bench/detection/adversarial/wrap.ts'
import * as words from '../bench/detection/words.ts'
import { verdictOfCase } from './honest/verdict-of-case.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/
const TOKEN = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const rowsOf = (groups: typeof attacks) => groups.flatMap(({ rows }) => rows)
const all = [...attacks, ...honest]

describe('the adversarial set', () => {
  test('has enough attacks and honest transactions of enough kinds', () => {
    expect(rowsOf(attacks).length).toBeGreaterThanOrEqual(210)
    expect(rowsOf(honest).length).toBeGreaterThanOrEqual(210)
    expect(attacks.length).toBeGreaterThanOrEqual(21)
    expect(honest.length).toBeGreaterThanOrEqual(16)
    expect(all.filter(({ rows }) => rows.length < 5).map(({ name }) => name)).toEqual([])
  })

  test('has unique ids and names', () => {
    const ids = all.flatMap((group) => group.rows.map((row) => idOf(group, row)))
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  })

  test.each(all.map((group) => [group.name, group] as const))('describes valid transactions: %s', (_, group) => {
    for (const row of group.rows) {
      const { id, what, source } = row
      expect([what.endsWith('.'), what.length > 8, source.length > 8], id).toEqual([true, true, true])
      const { chainId, from, to, value, data, authorizations = [] } = present(row).transaction
      expect(chainId, id).toMatch(/^[1-9][0-9]*$/)
      expect(data, id).toMatch(/^0x(?:[0-9a-f]{2})*$/)
      expect(value >= 0n, id).toBe(true)
      const given = [row.lists, row.intel, authorizations].flatMap((some = []) => some.map(({ address }) => address))
      for (const address of [from, to ?? from, ...given, ...(row.history ?? []).map((earlier) => earlier.to)])
        expect(address, id).toMatch(ADDRESS)
    }
  })

  test('has no transaction twice', () => {
    const seen = all
      .flatMap(({ rows }) => rows)
      .map((row) => {
        const { id: _, what: __, source: ___, ...said } = row
        return JSON.stringify(said, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
      })
    expect(seen.filter((row, index) => seen.indexOf(row) !== index)).toEqual([])
  })

  test('excludes a tenth of the attacks at most, with a reason, and no honest transaction', () => {
    const excluded = rowsOf(attacks).filter((row) => row.excluded !== undefined)
    expect(excluded.length).toBeLessThanOrEqual(rowsOf(attacks).length / 10)
    expect(excluded.filter(({ excluded = '' }) => excluded.length < 20)).toEqual([])
    expect(rowsOf(honest).filter((row) => row.excluded !== undefined)).toEqual([])
  })
})

describe('no attack is SAFE', () => {
  test.each(attacks.map((group) => [group.name, group] as const))('%s', (_, { rows }) => {
    expect(rows.filter((row) => verdictOfCase(row).verdict === 'SAFE').map(({ id }) => id)).toEqual([])
  })

  const payee = addressOf('payee of one wei')
  const ETHER = 10n ** 18n
  const bought = { ...paid(payee), amount: 1n }
  test.each([
    ['5,000 ETH after one wei', { to: payee, value: 5000n * ETHER, history: [bought] }],
    ['eleven times as much', { to: payee, value: 11n * ETHER, history: [paid(payee)] }],
    ['ether after a token', { to: payee, value: ETHER, history: [paid(payee, addressOf('a token'))] }],
    [
      'a token after ether',
      { to: addressOf('a token'), data: call('transfer(address,uint256)', payee, 1n), history: [paid(payee)] },
    ],
  ])('a payment that history does not vouch for: %s', (id, row) => {
    expect(verdictOfCase({ id, what: '', source: '', ...row }).verdict).toBe('NO DATA')
  })
})

test('a receiver on another EVM chain in the first bytes of a word is NO DATA', () => {
  const zeros = '00'.repeat(12)
  const [burned, sent] = [`${SIGNER}${zeros}`, `0x${zeros}${SIGNER.slice(2)}`].map((receiver) =>
    verdictOfCase({
      id: 'cctp',
      what: '',
      source: '',
      to: '0xbd3fa81b58ba92a82136038b25adec7066af3155',
      data: call('depositForBurn(uint256,uint32,bytes32,address)', 10n ** 12n, 6, receiver, USDC),
    }),
  )
  expect([burned?.verdict, sent?.verdict]).toEqual(['NO DATA', 'SAFE'])
})

describe('the encoder of the set', () => {
  test('agrees with the examples of the ABI specification', () => {
    const word = (digits: string) => digits.padStart(64, '0')
    expect(call('baz(uint32,bool)', 69, true)).toBe(`0xcdcd77c0${word('45')}${word('1')}`)
    expect(call('bar(bytes3[2])', ['0x616263', '0x646566'])).toBe(
      `0xfce353f6${'616263'.padEnd(64, '0')}${'646566'.padEnd(64, '0')}`,
    )
    expect(call('sam(bytes,bool,uint256[])', '0x64617665', true, [1n, 2n, 3n])).toBe(
      `0xa5643bf2${word('60')}${word('1')}${word('a0')}${word('4')}${'64617665'.padEnd(64, '0')}${word('3')}${word('1')}${word('2')}${word('3')}`,
    )
  })

  test('agrees with the word encoder on tuples in lists', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 160n - 1n), fc.uint8Array({ maxLength: 70 }), (number, raw) => {
        const hex = `0x${Buffer.from(raw).toString('hex')}`
        const address = `0x${number.toString(16).padStart(40, '0')}`
        expect(call('executeBatch((address,uint256,bytes)[])', [[address, number, hex]])).toBe(
          words.call('0x34fcd5be', words.list(words.tuple(words.word(address), words.word(number), words.bytes(hex)))),
        )
      }),
    )
  })

  test('packs values and aligns addresses', () => {
    expect(packed([8, 1], TOKEN, [24, 500], '0xff')).toBe(`0x01${TOKEN.slice(2)}0001f4ff`)
    expect(left(TOKEN)).toBe(`0x000000000000000000000000${TOKEN.slice(2)}`)
    expect(right(TOKEN)).toBe(`${TOKEN}000000000000000000000000`)
    expect(addressOf('one')).not.toBe(addressOf('two'))
  })

  test('wraps calls in the formats of Safe, MultiSend, ERC-4337 and ERC-7579', () => {
    const inner = { to: TOKEN, value: 5n, data: '0x12345678' }
    const single = `${TOKEN.slice(2)}${'5'.padStart(64, '0')}12345678`
    expect(wrap.inSafe(inner).data.slice(0, 10)).toBe('0x6a761202')
    expect(wrap.inOperation('0x').data.slice(0, 10)).toBe('0x765e827f')
    expect(wrap.execute7579(inner)).toContain(single)
    expect(wrap.execute7579(inner)).toMatch(/^0xe9ae5c53/)
    expect(wrap.execute7579(inner, inner).slice(10, 12)).toBe('01')
    const packedCall = `00${TOKEN.slice(2)}${'5'.padStart(64, '0')}${'4'.padStart(64, '0')}12345678`
    expect(wrap.inMultiSend(inner, inner).data).toContain(`8d80ff0a${'20'.padStart(64, '0')}`)
    expect(wrap.inMultiSend(inner, inner).data).toContain(packedCall.repeat(2))
  })
})

describe('evidence of a row', () => {
  test('reaches the engine', () => {
    const [thief, safe] = [addressOf('thief'), addressOf('safe')]
    const { transaction, knowledge, known } = present({
      id: 'all',
      what: 'A row with all evidence.',
      source: 'none',
      to: TOKEN,
      lists: [block(thief)],
      intel: [{ kind: 'sanctioned', label: 'SDN', address: thief }],
      history: [paid(thief), paid(thief), paidBy(safe, thief, TOKEN)],
    })
    expect(transaction).toEqual({ chainId: '1', from: SIGNER, to: TOKEN, value: 0n, data: '0x' })
    expect(knowledge.knownOf([thief], '1').intel).toMatchObject([{ address: thief, kind: 'sanctioned', label: 'SDN' }])
    expect(known.entries).toEqual([{ id: 'entry-0', type: 'BLOCK', address: thief }])
    expect(known.hasHistory).toBe(true)
    expect(known.counterparties).toEqual([
      { address: thief, firstSeen: 0, count: 2, hadValue: true, vouches: false },
      { owner: safe, address: thief, firstSeen: 0, count: 1, hadValue: true, vouches: false },
    ])
  })
})
