import { describe, expect, test } from 'vitest'
import { SAFE, SIGNER } from '../bench/detection/adversarial/row.ts'
import { controls, incomes, names, positionRights } from '../bench/detection/effect-functions.ts'
import { hide, unlisted } from '../bench/detection/effect-hidden.ts'
import { analysisOf, generateMessages } from '../bench/detection/effect-messages.ts'
import { outputs, withMinimum } from '../bench/detection/effect-outputs.ts'
import { effectCall, type Use } from '../bench/detection/effect-values.ts'
import { generateEffects, HIDDEN } from '../bench/detection/effects.ts'
import { namedAccount } from '../bench/detection/named-account.ts'
import { Random } from '../bench/detection/random.ts'
import { call, list, tuple, word } from '../bench/detection/words.ts'
import { readTypedData } from '../src/service/risk/typed-data/read-message.ts'

const GAINER = `0x${'a1'.repeat(20)}`
const HOME = `0x${'5e'.repeat(20)}`
const classes = generateEffects(1)
const withUse = (given: Partial<Use> = {}): Use => ({
  random: new Random(1),
  actor: SIGNER,
  gainer: GAINER,
  isBack: false,
  isUnprotected: false,
  ...given,
})

describe('the tables of effects', () => {
  const all = [...positionRights, ...controls, ...incomes, ...names, ...outputs]

  test('have a value for every parameter, and name the address that gains', () => {
    for (const { signature, back } of all) {
      const data = effectCall(signature, withUse())
      expect(data, signature).toMatch(/^0x(?:[0-9a-f]{2})+$/)
      expect(data, signature).toContain(GAINER.slice(2))
      if (back !== undefined) expect(effectCall(back, withUse()), back).not.toBe(data)
    }
  })

  test('have no function twice at one contract', () => {
    const keys = all.map(({ signature, at }) => `${at} ${signature.replace(/ \w+(?=[,)])/g, '')}`)
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  test('are encoded as hand-made call data', () => {
    const written = (signature: string, given: Partial<Use> = {}) => effectCall(signature, withUse(given))
    const delegation = 'approveDelegation(address gainer, uint256 power)'
    expect(written(delegation, { isBack: true })).toBe(call('0xc04a8a10', word(GAINER), word(0)))
    expect(written('allow(address gainer, bool on)')).toBe(call('0x110496e5', word(GAINER), word(1)))
    expect(written('allow(address gainer, bool on)', { isBack: true })).toBe(call('0x110496e5', word(GAINER), word(0)))
    expect(written('transferOwnership(address gainer)')).toBe(call('0xf2fde38b', word(GAINER)))
    expect(written('requestWithdrawals(uint256[] one, address gainer)')).toBe(
      call('0xd6681042', list(word(1)), word(GAINER)),
    )
    expect(written('collect((uint256 one, address gainer, uint128 two, uint128 two) fees)')).toBe(
      call('0xfc6f7865', tuple(word(1), word(GAINER), word(2), word(2))),
    )
    expect(written('unstake(address gainer)')).toBe(call('0xf2888dbb', word(GAINER)))
    const aave = written('withdraw(address token, uint256 amount, address gainer)')
    expect([aave.slice(0, 10), aave.length, aave.slice(-40)]).toEqual(['0x69328dec', 10 + 3 * 64, GAINER.slice(2)])
  })

  test('leave out the minimum of an unprotected swap only', () => {
    for (const { signature } of withMinimum) {
      const [kept, left] = [withUse(), withUse({ isUnprotected: true })].map((use) => effectCall(signature, use))
      expect(kept, signature).not.toBe(left)
      expect(kept?.length, signature).toBe(left?.length)
    }
  })
})

describe('generated effects', () => {
  test('are eight classes with honest twins, plain and wrapped, of 300 transactions each', () => {
    expect(new Set(classes.map(({ name }) => name)).size).toBe(8)
    expect(classes.length).toBe(32)
    expect(new Set(classes.map(({ name, side, wrapping }) => `${name} ${side} ${wrapping}`)).size).toBe(32)
    expect(classes.filter(({ cases }) => cases.length !== 300)).toEqual([])
  })

  test('are valid transactions', () => {
    const rows = classes.flatMap(({ cases }) => cases.map(({ row }) => row))
    expect(rows.filter(({ data = '' }) => !/^0x(?:[0-9a-f]{2})*$/.test(data))).toEqual([])
    expect(rows.filter(({ to = '' }) => !/^0x[0-9a-f]{40}$/.test(to))).toEqual([])
  })

  test('are the same for a seed and differ between seeds', () => {
    expect(generateEffects(1)).toEqual(classes)
    expect(generateEffects(2)[0]?.cases).not.toEqual(classes[0]?.cases)
  })

  test('wrap calls in every format', () => {
    const [income] = classes.filter(({ name, wrapping }) => name === 'redirected income' && wrapping === 'wrapped')
    const data = income?.cases.map(({ row }) => row.data ?? '').join(' ')
    for (const selector of ['ac9650d8', '6a761202', '8d80ff0a', '765e827f', 'b61d27f6', 'e9ae5c53'])
      expect(data).toContain(selector)
  })

  test('name the ALLOW entry of an honest twin in its data, and no entry in an attack', () => {
    for (const { name, side, cases } of classes.filter((each) => each.name !== HIDDEN))
      for (const { row } of cases) {
        if (side === 'attacks') expect(row.lists, name).toBeUndefined()
        for (const { type, address } of row.lists ?? []) {
          expect(type).toBe('ALLOW')
          expect(row.data, name).toContain(address.slice(2))
        }
      }
  })

  test('give trust laundering a history with the address that gains', () => {
    const laundering = classes.filter(({ name }) => name === 'trust laundering').flatMap(({ cases }) => cases)
    for (const { row } of laundering) {
      expect(row.history?.length).toBeGreaterThan(0)
      for (const { to } of row.history ?? []) expect(row.data).toContain(to.slice(2))
      for (const { by } of row.history ?? []) if (by) expect(by).not.toBe(SIGNER)
    }
    expect(laundering.some(({ row }) => row.history?.some(({ by }) => by === SAFE))).toBe(true)
  })

  test('hide a listed address in the data of attacks only', () => {
    for (const { side, cases } of classes.filter(({ name }) => name === HIDDEN))
      for (const { row, listed } of cases) {
        const [one] = [...(row.lists ?? []), ...(row.intel ?? [])]
        const address = one?.address.slice(2) ?? ''
        const text = Buffer.from(row.data?.slice(2) ?? '', 'hex')
          .toString('latin1')
          .toLowerCase()
        expect(row.data?.includes(address) || text.includes(address)).toBe(side === 'attacks')
        expect(listed).toBe(side === 'attacks' ? one?.address : undefined)
      }
  })

  test('hide addresses at many offsets', () => {
    const random = new Random(3)
    const offsets = Array.from({ length: 300 }, () => hide(random, GAINER).indexOf(GAINER.slice(2)))
    expect(new Set(offsets).size).toBeGreaterThan(60)
    for (let index = 0; index < 50; index += 1) expect(unlisted(random, GAINER)).not.toBe(GAINER)
  })
})

describe('generated messages', () => {
  const messages = generateMessages(1)

  test('have the types of the protocols and can be judged', () => {
    const cases = messages.flatMap((each) => each.cases)
    for (const each of cases) expect(analysisOf(each).transaction.from).toBe(SIGNER)
    const types = new Set(cases.map(({ typedData }) => readTypedData(typedData).type))
    expect(types).toContain('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)')
    expect(types).toContain(
      'PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)',
    )
    expect(types.size).toBe(10)
  })

  test('are the same for a seed', () => {
    expect(generateMessages(1)).toEqual(messages)
    expect(messages.map(({ side, cases }) => [side, cases.length])).toEqual([
      ['attacks', 300],
      ['honest', 300],
    ])
    expect(messages[0]?.cases.filter(({ lists }) => lists.length > 0)).toEqual([])
  })
})

describe('the account that an unsigned vector names', () => {
  const nothing = () => false
  const named = (selector: string, words: readonly string[], isKnown: (address: string) => boolean = nothing) =>
    namedAccount(HOME, call(selector, ...words.map((each) => word(each))), isKnown)

  test('is the only account in the words', () => {
    expect(named('0x69328dec', ['0x05', GAINER])).toBe(GAINER)
    expect(named('0x69328dec', [GAINER, GAINER])).toBe(GAINER)
    expect(named('0x69328dec', [GAINER, HOME])).toBe(GAINER)
  })

  test('is not a second account, a known contract, the called contract, a number or a hash', () => {
    const other = `0x${'b2'.repeat(20)}`
    expect(named('0x69328dec', [GAINER, other])).toBeUndefined()
    expect(named('0x69328dec', [GAINER, other], (address) => address === other)).toBe(GAINER)
    expect(named('0x69328dec', [HOME])).toBeUndefined()
    expect(named('0x69328dec', [`0x${'1'.repeat(22)}`, `0x${'c3'.repeat(32)}`])).toBeUndefined()
    expect(namedAccount(HOME, '0x', nothing)).toBeUndefined()
  })

  test.each(['0xa9059cbb', '0x095ea7b3', '0xd505accf', '0xf2fde38b', '0x3659cfe6'])(
    'is not read from %s, a standard payment, grant or change of control',
    (selector) => expect(named(selector, [GAINER])).toBeUndefined(),
  )
})
