import { describe, expect, test } from 'vitest'
import { nativeAsset, nativeText } from '../../../../src/api/text/assets.ts'
import type { Action, Order } from '../../../../src/service/risk/actions/actions.ts'
import {
  type ControlForm,
  type ExchangeForm,
  type GrantForm,
  rights,
} from '../../../../src/service/risk/actions/forms.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import { evidenceSet } from '../../../../src/service/risk/evidence.ts'
import { namesFrom } from '../../../../src/service/risk/summary/names.ts'
import { predicate } from '../../../../src/service/risk/summary/sentences.ts'
import { wordsFor } from '../../../../src/service/risk/summary/words.ts'
import {
  asset,
  coin,
  control,
  exchange,
  friend,
  grant,
  item,
  native,
  order,
  right,
  somebody,
} from '../actions-builder.ts'
import { transaction } from '../situation.ts'

const words = wordsFor(analyze(transaction()), namesFrom(evidenceSet({}), '1'))

/** With short names for the addresses of the builder. */
function said(action: Action): string {
  return Object.entries({ somebody, coin, friend, market: '0x80de6b2c4d5e6f708192a3b4c5d6e7f8091a2b3c' }).reduce(
    (text, [name, address]) => text.replaceAll(new RegExp(`${address}( \\(unknown\\))?`, 'gi'), name.toUpperCase()),
    predicate(action, words),
  )
}

describe('each form has words for who gains what', () => {
  test.each<[ExchangeForm, string]>([
    ['swap', 'swaps 1000000 units of COIN for at least 1 ETH, to SOMEBODY'],
    ['liquidity', 'adds 1000000 units of COIN to the pool of MARKET, to SOMEBODY'],
    ['deposit', 'deposits 1000000 units of COIN at MARKET, to SOMEBODY'],
    ['withdrawal', 'withdraws 1 ETH from MARKET, to SOMEBODY'],
    ['claim', 'claims 1 ETH from MARKET, to SOMEBODY'],
    ['bridge', 'bridges 1000000 units of COIN through MARKET, to SOMEBODY'],
    ['borrow', 'borrows 1 ETH from MARKET, to SOMEBODY'],
    ['mint', 'mints 1 ETH at MARKET for 1000000 units of COIN, to SOMEBODY'],
    ['repayment', 'repays 1000000 units of COIN at MARKET, for the debt of SOMEBODY'],
    ['stake', 'stakes 1000000 units of COIN at MARKET, to SOMEBODY'],
  ])('exchange: %s', (form, expected) => expect(said(exchange({ form, authority: somebody }))).toBe(expected))

  test.each<[ControlForm, string]>([
    ['upgrade', 'replaces the implementation of COIN by SOMEBODY'],
    ['ownership', 'makes SOMEBODY the owner of COIN'],
    ['role', 'makes SOMEBODY a role holder of COIN'],
    ['module', 'makes SOMEBODY a module of COIN'],
    ['guard', 'makes SOMEBODY the transaction guard of COIN'],
    ['fallback-handler', 'makes SOMEBODY the fallback handler of COIN'],
    ['signer', 'makes SOMEBODY a signer of COIN'],
    ['delegatecall', 'lets the code of SOMEBODY act as COIN (delegatecall)'],
    ['account-delegation', 'delegates the code of COIN to SOMEBODY'],
  ])('control: %s', (form, expected) => expect(said(control({ form, contract: coin }))).toBe(expected))

  test.each<[GrantForm, string]>([
    ['approve', 'approves SOMEBODY to take 1000000 units of COIN from the sender'],
    ['increase-allowance', 'approves SOMEBODY to take 1000000 units of COIN more from the sender'],
    ['permit', 'approves SOMEBODY to take 1000000 units of COIN from the sender'],
    ['permit2-approve', 'approves SOMEBODY to take 1000000 units of COIN from the sender'],
    ['permit2-permit', 'approves SOMEBODY to take 1000000 units of COIN from the sender'],
    ['permit2-transfer', 'approves SOMEBODY to take 1000000 units of COIN from the sender'],
  ])('grant: %s', (form, expected) => expect(said(grant({ form }))).toBe(expected))

  test.each(Object.entries(rights))('right: %s', (name, { text }) => {
    const given = { right: name as keyof typeof rights, owner: friend }
    expect(said(right(given))).toBe(`gives SOMEBODY ${text} FRIEND`)
    expect(said(right({ ...given, revokes: true }))).toBe(`takes ${text} FRIEND from SOMEBODY`)
  })

  test.each<[Order['market'], string]>([
    ['seaport', 'Seaport'],
    ['blur', 'Blur'],
    ['looksrare', 'LooksRare'],
    ['cow', 'CoW Protocol'],
    ['uniswapx', 'UniswapX'],
    ['1inch', '1inch'],
    ['0x', '0x'],
  ])('order: %s', (market, name) => {
    expect(said(order({ market, receives: [native(10n ** 16n)] }))).toBe(
      `sells item 1 of COIN for 0.01 ETH through ${name}, to SOMEBODY`,
    )
  })
})

describe('orders', () => {
  test('that anyone may fill name no buyer', () => {
    expect(said(order({ authority: friend, beneficiaries: [friend], isOpen: true }))).toBe(
      'sells item 1 of COIN for nothing through Seaport, to anyone who fills it',
    )
  })

  test('of currency for items are purchases; several buyers are counted', () => {
    const bought = { gives: [native(10n ** 18n)], receives: [item(4n)], beneficiaries: [somebody, friend] }
    expect(said(order(bought))).toBe('buys item 4 of COIN for 1 ETH through Seaport, to SOMEBODY and 1 more')
  })
})

describe('amounts', () => {
  const given = (about: object) => said(grant({ asset: asset(about) }))

  test.each([
    [{ amount: 1n }, '1 unit of COIN'],
    [{ amount: undefined }, 'an amount of COIN that is not fixed'],
    [{ amount: 2n ** 255n }, 'an unlimited amount of COIN'],
    [{ standard: 'erc1155', ids: [3n], amount: 20n }, '20 × item 3 of COIN'],
    [{ standard: 'erc1155', ids: [3n, 4n], amount: 20n }, '2 items of COIN'],
    [{ standard: 'erc721', ids: [10n ** 30n], amount: 1n }, 'item 100000…0000 of COIN'],
    [{ standard: 'erc721', ids: [], amount: undefined }, 'every item of COIN'],
    [{ standard: 'native', token: 'native', amount: 5n }, '5 wei'],
  ])('%o', (about, expected) => expect(given(about)).toBe(`approves SOMEBODY to take ${expected} from the sender`))
})

test('native currency is never unlimited, however much is paid', () => {
  const all = nativeText(2n ** 256n - 1n, nativeAsset('1'))
  expect(all).toBe('about 1.15e59 ETH')
  expect(nativeText(2n ** 255n, undefined)).toBe('about 5.78e76 wei')
})
