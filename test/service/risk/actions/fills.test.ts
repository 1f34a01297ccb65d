import { describe, expect, test } from 'vitest'
import { fillActions } from '../../../../src/service/risk/actions/fills.ts'
import { effectRows } from '../../../../src/service/risk/effects/look-up.ts'
import { dataOf, found } from '../effects/found.ts'
import { judged, other, sender, stranger, token } from '../situation.ts'

const order = [1n, BigInt(stranger), 0n, BigInt(token), BigInt(token), 5n, 5n, 0n]
const HAS_TARGET = 1n << 251n
const fields =
  '(uint256 salt, uint256 maker, uint256 receiver, uint256 makerAsset, uint256 takerAsset, uint256 makingAmount, uint256 takingAmount, uint256 makerTraits) order'
const word = `0x${'0e'.repeat(32)}`

const fills: readonly (readonly [string, (traits: bigint, args: string) => string])[] = [
  [
    'fillOrderArgs',
    (traits, args) =>
      dataOf(
        `fillOrderArgs(${fields}, bytes32 r, bytes32 vs, uint256 amount, uint256 traits, bytes args)`,
        order,
        word,
        word,
        5n,
        traits,
        args,
      ),
  ],
  [
    'fillContractOrderArgs',
    (traits, args) =>
      dataOf(
        `fillContractOrderArgs(${fields}, bytes signature, uint256 amount, uint256 traits, bytes args)`,
        order,
        '0x',
        5n,
        traits,
        args,
      ),
  ],
]

describe.each(fills)('%s of 1inch', (_, fill) => {
  test('pays the target at the start of its arguments', () => {
    expect(found(other, fill(HAS_TARGET, `${other}c0ffee`), stranger).join()).toContain('foreign-receiver')
  })

  test('pays the taker, who may also be named, and reads no target where none is announced', () => {
    const findings = (traits: bigint, args: string) => judged({ to: stranger, data: fill(traits, args) }).findings
    const foreign = (traits: bigint, args: string) => findings(traits, args).filter(({ subject }) => subject === other)
    expect(findings(HAS_TARGET, sender).map(({ rule }) => rule)).not.toContain('foreign-receiver')
    expect(foreign(0n, other)).toEqual([])
  })

  test('that announces a target and cuts it short pays whoever that is', () => {
    const cut = `${other.slice(0, 38)}0000`
    expect(found(cut, fill(HAS_TARGET, other.slice(0, 38)), stranger).join()).toContain('foreign-receiver')
  })
})

test('the amounts of every fill are read: by code, or by its row', () => {
  // Bounded by its makers, all of which must be known.
  const others = ['fill(((uint256 salt']
  const silent = effectRows().filter(
    ([selector, { call, effects, hides }]) =>
      /^(?:packed )?(?:fill|settle)/i.test(call) &&
      !hides &&
      !(selector in fillActions) &&
      !others.some((each) => call.startsWith(each)) &&
      !effects.some((effect) => effect.kind === 'exchange' && effect.isFixedRate && effect.receives?.[0]?.amount),
  )
  expect(silent.map(([, { call }]) => call)).toEqual([])
})
