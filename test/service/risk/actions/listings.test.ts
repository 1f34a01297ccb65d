import { describe, expect, test } from 'vitest'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import { dataOf } from '../effects/found.ts'
import { judged, other, sender, stranger, transaction } from '../situation.ts'

const NOBODY = '0x0000000000000000000000000000000000000000'
const ETHER = 10n ** 18n
const found = (call: string, ...args: readonly unknown[]) =>
  judged({ data: dataOf(call, ...args) }).findings.map(({ rule, points, subject }) => `${rule} ${points} ${subject}`)

describe('a sale for nothing that a contract keeps', () => {
  const buyPrice = 'setBuyPrice(address nftContract, uint256 tokenId, uint256 price)'
  const punk = 'offerPunkForSale(uint256 punkIndex, uint256 minSalePriceInWei)'
  const punkTo = 'offerPunkForSaleToAddress(uint256 punkIndex, uint256 minSalePriceInWei, address toAddress)'
  const salePrice =
    'setSalePrice(address originContract, uint256 tokenId, address currencyAddress, uint256 listPrice, address target, address[] splitAddresses, uint8[] splitRatios)'

  test.each([
    ['Foundation, zero', buyPrice, [stranger, 7n, 0n]],
    ['Foundation, dust', buyPrice, [stranger, 7n, 10n ** 11n]],
    ['CryptoPunks', punk, [7n, 0n]],
    ['SuperRare', salePrice, [stranger, 7n, NOBODY, 0n, NOBODY, [sender], [100]]],
  ])('to anyone: %s', (_, call, args) => {
    expect(found(call, ...args)).toEqual(['one-sided-order 90 '])
  })

  test.each([
    ['CryptoPunks, to one buyer', punkTo, [7n, 0n, other]],
    ['SuperRare, the price goes to another', salePrice, [stranger, 7n, NOBODY, ETHER, NOBODY, [other], [100]]],
  ])('%s', (_, call, args) => {
    expect(found(call, ...args)).toEqual([`one-sided-order 90 ${other}`])
  })

  test.each([
    ['Foundation', buyPrice, [stranger, 7n, ETHER]],
    ['CryptoPunks', punk, [7n, ETHER]],
    ['SuperRare', salePrice, [stranger, 7n, NOBODY, ETHER, NOBODY, [sender], [100]]],
  ])('is none at a price: %s', (_, call, args) => {
    expect(found(call, ...args)).toEqual([])
  })

  test('to one buyer at a price cannot be judged: WARNING', () => {
    expect(found(punkTo, 7n, ETHER, other)).toEqual([`one-sided-order 40 ${other}`])
  })
})

describe('permissions of a LUKSO account', () => {
  const key = `0x4b80742de2bf82acb3630000${other.slice(2)}`
  const permissions = `0x${'f'.repeat(64)}`
  const set = 'setData(bytes32 key, bytes value)'
  const setBatch = 'setDataBatch(bytes32[] keys, bytes[] values)'

  test('are control: for an unknown address a WARNING', () => {
    expect(found(set, key, permissions)).toEqual([`control-change 45 ${other}`])
    expect(found(setBatch, [`0x${'1'.repeat(64)}`, key], ['0x01', permissions])).toEqual([`control-change 45 ${other}`])
  })

  test('end with zero, and other keys are data', () => {
    expect(found(set, key, `0x${'0'.repeat(64)}`)).toEqual([])
    expect(found(set, key, '0x')).toEqual([])
    expect(found(set, `0x${'1'.repeat(64)}`, permissions)).toEqual([])
  })
})

describe('the sign for the native currency', () => {
  const NATIVE = `0x${'e'.repeat(40)}`
  const subjectsOf = (data: string) => analyze(transaction({ data })).subjects.map(({ address }) => address)

  test.each([
    ['withdraw(uint256 amount, address assetOut)', [5n, NATIVE]],
    ['setTreasury(address treasury)', [NATIVE]],
    ['transferOwnership(address newOwner)', [NATIVE]],
  ])('is nobody who gains: %s', (call, args) => {
    expect(found(call, ...args)).toEqual([])
    expect(subjectsOf(dataOf(call, ...args))).not.toContain(NATIVE)
  })

  test('is still the recipient of tokens', () => {
    expect(subjectsOf(dataOf('transfer(address to, uint256 amount)', NATIVE, 5n))).toContain(NATIVE)
  })
})
