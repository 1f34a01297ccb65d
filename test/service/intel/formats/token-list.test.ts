import { expect, test } from 'vitest'
import { tokenEntries } from '../../../../src/service/intel/baseline-records.ts'
import { readFeedFile } from '../feed.ts'

const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const OTHER = '0x61c0ffee00112233445566778899aabbccddee01'
const OF_USDC = `has the symbol of the known token ${USDC} of this chain, or one that looks the same`

async function rowOf(token: object, chainIds?: readonly string[]) {
  const bytes = JSON.stringify({ tokens: [{ chainId: 1, name: 'USD Coin', decimals: 6, ...token }] })
  const [row] = await readFeedFile('token-list', { bytes, ...(chainIds && { chainIds }) })
  return row
}

test.each(['USDC', 'usdc', ' USDC ', 'USDС', 'U5DC', 'ＵＳＤＣ', 'US\u200bDC', 'ÚSDC'])(
  'rejects the symbol of a built-in token, and one that looks the same, at another address: %j',
  async (symbol) => {
    // Valid, and of no use: such rows do not make a file one of another format.
    expect(await rowOf({ address: OTHER, symbol })).toMatchObject({ rejected: OF_USDC, isMalformed: false })
  },
)

test.each([
  ['at its own address', { address: USDC.toLowerCase(), symbol: 'USDC' }],
  ['with another symbol', { address: OTHER, symbol: 'USDC.x' }],
  ['with the name of a built-in token', { address: OTHER, symbol: 'XUSD1' }],
  ['with the usual symbol of a bridged one', { address: OTHER, symbol: 'USDC.e' }],
  ['with that of another bridge', { address: OTHER, symbol: 'axlUSDC' }],
  ['with that of Base', { address: OTHER, symbol: 'USDbC' }],
])('keeps a token %s', async (_, token) => {
  expect(await rowOf(token)).toMatchObject({ records: [{ key: token.address, chainIds: ['1'] }] })
})

test('keeps a bridged token that is built in, also with the symbol of the token that it stands for', async () => {
  const bridged = { chainId: 42161, address: '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8' }
  for (const symbol of ['USDC.e', 'USDC']) expect(await rowOf({ ...bridged, symbol })).toHaveProperty('records')
  expect(await rowOf({ ...bridged, address: OTHER, symbol: 'USDC.e' })).toHaveProperty('rejected')
})

test('compares with the tokens of its own chain', async () => {
  const bridged = { chainId: 8453, address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', symbol: 'USDC' }
  expect(await rowOf(bridged)).toHaveProperty('records')
  expect(await rowOf({ ...bridged, chainId: 1 })).toMatchObject({ rejected: OF_USDC })
})

test('of several chains that the import names, those are left where the symbol is free or its own', async () => {
  const token = { chainId: undefined, address: USDC, symbol: 'USDC' }
  expect(await rowOf(token, ['1', '8453'])).toMatchObject({ records: [{ chainIds: ['1'] }] })
  expect(await rowOf({ ...token, address: OTHER }, ['1', '8453'])).toMatchObject({ rejected: OF_USDC })
})

test('every built-in token keeps its symbol, also where two of a chain share one', async () => {
  for (const chainId of ['1', '137', '43114']) {
    const tokens = tokenEntries(chainId).map((entry) => ({ ...entry.record(), address: entry.address }))
    const bytes = JSON.stringify({
      tokens: tokens.map(({ address, symbol }) => ({ chainId: Number(chainId), address, name: 'a token', symbol })),
    })
    const rows = await readFeedFile('token-list', { bytes })
    expect(rows.filter((row) => 'rejected' in row)).toEqual([])
    expect(rows).toHaveLength(tokens.length)
  }
})
