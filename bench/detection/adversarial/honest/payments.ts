import { addressOf, call } from '../encode.ts'
import { DAI, STETH, USDC, USDC_ARBITRUM, USDC_BASE, USDT, WBTC, WETH } from '../protocols.ts'
import { allow, type Group, ONE, paid, rows, SIGNER, usd } from '../row.ts'

const supplier = addressOf('supplier')

const NFTS = addressOf('collection')

const send = (to: string, amount: bigint) => call('transfer(address,uint256)', to, amount)

export const knownPayments: Group = {
  name: 'payments to known payees',
  rows: rows([
    [
      'ether',
      'Rent, paid every month.',
      'Ethereum: value transfer',
      { to: supplier, value: ONE, history: [paid(supplier)] },
    ],
    [
      'ether-small',
      'A payment smaller than before.',
      'Ethereum: value transfer',
      { to: supplier, value: ONE / 9n, history: [paid(supplier)] },
    ],
    [
      'usdc',
      'An invoice of a known supplier.',
      'ERC-20: transfer',
      { to: USDC, data: send(supplier, usd(240)), history: [paid(supplier, USDC)] },
    ],
    [
      'usdc-more',
      'A larger invoice of a known supplier.',
      'ERC-20: transfer',
      { to: USDC, data: send(supplier, usd(9000)), history: [paid(supplier, USDC)] },
    ],
    [
      'usdt',
      'Another token to a known supplier.',
      'ERC-20: transfer',
      { to: USDT, data: send(supplier, usd(100)), history: [paid(supplier, USDC)] },
    ],
    [
      'dai',
      'Salary in DAI.',
      'ERC-20: transfer',
      { to: DAI, data: send(supplier, 3000n * ONE), history: [paid(supplier, DAI, 3000n * ONE)] },
    ],
    [
      'base',
      'A payment on Base.',
      'ERC-20: transfer',
      { chainId: '8453', to: USDC_BASE, data: send(supplier, usd(45)), history: [paid(supplier, USDC_BASE)] },
    ],
    [
      'arbitrum',
      'A payment on Arbitrum.',
      'ERC-20: transfer',
      { chainId: '42161', to: USDC_ARBITRUM, data: send(supplier, usd(45)), history: [paid(supplier, USDC_ARBITRUM)] },
    ],
    [
      'allowed',
      'The payee is on the allow list.',
      'ERC-20: transfer',
      { to: USDC, data: send(supplier, usd(100_000)), lists: [allow(supplier)] },
    ],
    [
      'allowed-ether',
      'The payee of ether is on the allow list.',
      'Ethereum: value transfer',
      { to: supplier, value: 200n * ONE, lists: [allow(supplier)] },
    ],
    [
      'steth',
      'A salary in stETH.',
      'ERC-20: transfer',
      { to: STETH, data: send(supplier, ONE), history: [paid(supplier, STETH, ONE)] },
    ],
    [
      'erc1363',
      'A shop is paid and notified.',
      'ERC-1363: transferAndCall',
      {
        to: addressOf('ERC-1363 token'),
        data: call('transferAndCall(address,uint256,bytes)', supplier, usd(9), '0x01'),
        history: [paid(supplier, USDC)],
      },
    ],
  ]),
}

const payee = (name: string) => addressOf(`first-time payee ${name}`)

export const firstPayments: Group = {
  name: 'payments to first-time payees',
  rows: rows([
    ['ether', 'The first payment to a friend.', 'Ethereum: value transfer', { to: payee('a'), value: ONE / 5n }],
    [
      'ether-polygon',
      'The first payment on Polygon.',
      'Ethereum: value transfer',
      { chainId: '137', to: payee('b'), value: 50n * ONE },
    ],
    ['ether-large', 'A house is paid.', 'Ethereum: value transfer', { to: payee('c'), value: 90n * ONE }],
    [
      'usdc',
      'The first invoice of a new supplier.',
      'ERC-20: transfer',
      { to: USDC, data: send(payee('d'), usd(1200)) },
    ],
    ['usdt', 'The first deposit at an exchange.', 'ERC-20: transfer', { to: USDT, data: send(payee('e'), usd(5000)) }],
    ['wbtc', 'Savings go to a new own wallet.', 'ERC-20: transfer', { to: WBTC, data: send(payee('f'), 25_000_000n) }],
    ['weth', 'The first payment in WETH.', 'ERC-20: transfer', { to: WETH, data: send(payee('g'), ONE) }],
    [
      'base',
      'The first payment on Base.',
      'ERC-20: transfer',
      { chainId: '8453', to: USDC_BASE, data: send(payee('h'), usd(12)) },
    ],
    [
      'nft',
      'A collectible is a birthday present.',
      'ERC-721: safeTransferFrom',
      { to: NFTS, data: call('safeTransferFrom(address,address,uint256)', SIGNER, payee('i'), 12n) },
    ],
    [
      'erc1155',
      'One game item for a friend.',
      'ERC-1155: safeTransferFrom',
      {
        to: addressOf('game items'),
        data: call('safeTransferFrom(address,address,uint256,uint256,bytes)', SIGNER, payee('j'), 3n, 1n, '0x'),
      },
    ],
    [
      'memo',
      'A payment with a text in the call data.',
      'Wallets: UTF-8 text as call data',
      { to: payee('k'), value: ONE / 50n, data: `0x${Buffer.from('invoice 2024-17').toString('hex')}` },
    ],
    [
      'gas-refund',
      'A colleague gets back the fee that it paid.',
      'Ethereum: value transfer',
      { to: payee('l'), value: 4_000_000_000_000_000n },
    ],
  ]),
}
