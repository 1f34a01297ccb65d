import { expect } from 'vitest'
import type { NamedToken } from '../../../src/api/schemas/token.ts'
import { send } from '../../support/requests.ts'
import { type LocalIntel, stream, test } from './local-intel.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ours = '0x40e7E400112233445566778899aaBBCCDDEe0aBc'.toLowerCase()

interface Listed {
  readonly address: string
  readonly symbol: string
  readonly decimals?: number
  readonly chainId?: number
}

async function importList({ intel }: LocalIntel, source: string, ...tokens: readonly Listed[]) {
  const rows = tokens.map((token) => ({ chainId: 1, name: `${token.symbol} of ${source}`, ...token }))
  await intel.import({ format: 'token-list', source, from: stream(JSON.stringify({ tokens: rows })) })
}

const find = async ({ service }: LocalIntel, wanted: string, chainId = '1'): Promise<NamedToken[]> =>
  (await send(service, 'GET', `/ext/v1/tokens?chainId=${chainId}&${encodeURI(wanted)}`)).content

test('a token of an imported list is found on its chain only, by symbol in any case and by address', async ({
  local,
}) => {
  await importList(local, 'payroll', { address: ours, symbol: 'WAGE', decimals: 4 })
  const token = { symbol: 'WAGE', name: 'WAGE of payroll', decimals: 4, verified: true, source: 'payroll' }
  for (const wanted of ['symbol=wage', 'symbol=WAGE', `address=${ours}`])
    expect(await find(local, wanted)).toMatchObject([token])
  for (const wanted of ['symbol=WAGES', 'symbol=WAGE of payroll', 'symbol=*'])
    expect(await find(local, wanted)).toEqual([])
  expect(await find(local, 'symbol=WAGE', '10')).toEqual([])
})

test('a list that calls another contract USDC adds no token, and is not taken for another format', async ({
  local,
}) => {
  const imitations = ['USDC', 'usdc', 'DAI', 'WETH'].map((symbol, at) => ({
    address: ours.replace(/.$/, `${at}`),
    symbol,
  }))
  await importList(local, 'payroll', ...imitations, { address: ours, symbol: 'WAGE' })
  for (const symbol of ['USDC', 'WAGE']) expect(await find(local, `symbol=${symbol}`)).toHaveLength(1)
  expect(await find(local, 'symbol=USDC')).toMatchObject([{ address: usdc }])
  for (const { address } of imitations) expect(await find(local, `address=${address}`)).toEqual([])
  const alone = importList(local, 'other', ...imitations)
  await expect(alone).rejects.toMatchObject({
    code: 'empty-feed',
    details: expect.arrayContaining([expect.stringContaining(usdc)]),
  })
})

test('lists that give two contracts a symbol make it two tokens', async ({ local }) => {
  const theirs = ours.replace(/.$/, 'd')
  await importList(local, 'one', { address: ours, symbol: 'WAGE', decimals: 4 })
  await importList(local, 'two', { address: theirs, symbol: 'WAGE', decimals: 4 })
  const found = await find(local, 'symbol=WAGE')
  expect(found.map(({ address }) => address.toLowerCase()).sort()).toEqual([ours, theirs].sort())
})

test('lists that differ in the decimals of a token both count, also where the symbol is of one of them', async ({
  local,
}) => {
  await importList(local, 'one', { address: ours, symbol: 'WAGE', decimals: 4 })
  await importList(local, 'same', { address: ours, symbol: 'WAGE', decimals: 4 })
  await importList(local, 'two', { address: ours, symbol: 'PAY', decimals: 6 })
  for (const wanted of ['symbol=WAGE', 'symbol=PAY', `address=${ours}`])
    expect((await find(local, wanted)).map(({ decimals }) => decimals).sort()).toEqual([4, 6])
})

test('a list without decimals says nothing about them', async ({ local }) => {
  await importList(local, 'payroll', { address: ours, symbol: 'WAGE' })
  expect(await find(local, 'symbol=WAGE')).toMatchObject([{ decimals: null, verified: true }])
})
