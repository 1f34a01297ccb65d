import { addressOf, call } from '../../../bench/detection/adversarial/encode.ts'
import {
  AAVE,
  BAYC,
  COW_RELAYER,
  DAI,
  PERMIT2,
  STETH,
  UNI,
  UNISWAP_2,
  USDC,
  USDC_ARBITRUM,
  USDC_BASE,
  USDT,
  WBNB,
  WBTC,
  WETH,
  WSTETH,
} from '../../../bench/detection/adversarial/protocols.ts'
import {
  ACCOUNT,
  allow,
  type Earlier,
  granted,
  ONE,
  paid,
  paidBy,
  rows,
  SAFE,
  SIGNER,
  usd,
} from '../../../bench/detection/adversarial/row.ts'
import { execute, inMultiSend, inOperation, inSafe } from '../../../bench/detection/adversarial/wrap.ts'
import type { HonestGroup } from '../honest-case.ts'

const landlord = addressOf('landlord')
const supplier = addressOf('long-time supplier')
const exchange = addressOf('own deposit address at an exchange')
const colleague = addressOf('employee')
const friend = addressOf('friend')
const vault = addressOf('own cold wallet')
const spender = addressOf('subscription service')

const ERC20 = 'https://eips.ethereum.org/EIPS/eip-20'
const ERC721 = 'https://eips.ethereum.org/EIPS/eip-721'
const ETHER = 'https://ethereum.org/en/developers/docs/transactions/'
const SAFE_DOCS = 'https://docs.safe.global/advanced/smart-account-overview'
const ERC4337 = 'https://eips.ethereum.org/EIPS/eip-4337'

const send = (to: string, amount: bigint) => call('transfer(address,uint256)', to, amount)
const approve = (to: string, amount: bigint) => call('approve(address,uint256)', to, amount)
const ofNft = (to: string, id: bigint) => call('safeTransferFrom(address,address,uint256)', SIGNER, to, id)
const nftGiven = (to: string): Earlier => ({ kind: 'payment', to, token: BAYC, amount: 1n, verdict: 'safe' })
const contact = (earlier: Earlier): Earlier => ({ ...earlier, verdict: 'warning' })

/** Payments to counterparties that the history has. */
export const history: HonestGroup = {
  name: 'history',
  cases: rows([
    ['rent', 'The same rent every month.', ETHER, { to: landlord, value: ONE, history: [paid(landlord)] }],
    [
      'rent-rise',
      'The rent rises by 5 %.',
      ETHER,
      { to: landlord, value: (ONE * 21n) / 20n, history: [paid(landlord)] },
    ],
    ['rent-three', 'Three months at once.', ETHER, { to: landlord, value: 3n * ONE, history: [paid(landlord)] }],
    ['rent-nine', 'Nine months at once.', ETHER, { to: landlord, value: 9n * ONE, history: [paid(landlord)] }],
    [
      'rent-ten',
      'Ten times the earlier payment.',
      ETHER,
      { to: landlord, value: 10n * ONE, history: [paid(landlord)] },
    ],
    ['tip', 'Much less than before.', ETHER, { to: landlord, value: 1_000_000n, history: [paid(landlord)] }],
    [
      'largest-counts',
      'One of many earlier payments was large.',
      ETHER,
      {
        to: supplier,
        value: 40n * ONE,
        history: [paid(supplier, undefined, ONE), paid(supplier, undefined, 20n * ONE), paid(supplier, undefined, 2n)],
      },
    ],
    [
      'polygon',
      'The native coin of Polygon.',
      ETHER,
      { chainId: '137', to: friend, value: 80n * ONE, history: [paid(friend, undefined, 50n * ONE)] },
    ],
    [
      'bnb',
      'A repeated payment on BNB Smart Chain.',
      ETHER,
      { chainId: '56', to: friend, value: ONE, history: [paid(friend)] },
    ],
    [
      'usdc',
      'A monthly invoice.',
      ERC20,
      { to: USDC, data: send(supplier, usd(4000)), history: [paid(supplier, USDC, usd(4000))] },
    ],
    [
      'usdc-three',
      'An invoice three times as large.',
      ERC20,
      { to: USDC, data: send(supplier, usd(12_000)), history: [paid(supplier, USDC, usd(4000))] },
    ],
    [
      'usdc-ten',
      'An invoice of ten times the amount.',
      ERC20,
      { to: USDC, data: send(supplier, usd(40_000)), history: [paid(supplier, USDC, usd(4000))] },
    ],
    [
      'usdc-cents',
      'A refund of a few cents.',
      ERC20,
      { to: USDC, data: send(supplier, 25n), history: [paid(supplier, USDC)] },
    ],
    [
      'usdt',
      'Salary in USDT.',
      ERC20,
      { to: USDT, data: send(colleague, usd(3100)), history: [paid(colleague, USDT, usd(3000))] },
    ],
    [
      'dai',
      'Salary in DAI.',
      ERC20,
      { to: DAI, data: send(colleague, 3100n * ONE), history: [paid(colleague, DAI, 3000n * ONE)] },
    ],
    [
      'weth',
      'Wrapped ether to a desk.',
      ERC20,
      { to: WETH, data: send(supplier, 25n * ONE), history: [paid(supplier, WETH, 20n * ONE)] },
    ],
    [
      'wbtc',
      'Wrapped bitcoin to a desk.',
      ERC20,
      { to: WBTC, data: send(supplier, 150_000_000n), history: [paid(supplier, WBTC, 100_000_000n)] },
    ],
    [
      'steth',
      'Rewards in stETH.',
      ERC20,
      { to: STETH, data: send(friend, ONE / 3n), history: [paid(friend, STETH, ONE / 4n)] },
    ],
    [
      'wsteth',
      'Rewards in wstETH.',
      ERC20,
      { to: WSTETH, data: send(friend, ONE / 3n), history: [paid(friend, WSTETH, ONE / 4n)] },
    ],
    [
      'uni',
      'A grant of governance tokens, second tranche.',
      ERC20,
      { to: UNI, data: send(colleague, 500n * ONE), history: [paid(colleague, UNI, 500n * ONE)] },
    ],
    [
      'aave',
      'Tokens to a colleague.',
      ERC20,
      { to: AAVE, data: send(colleague, 5n * ONE), history: [paid(colleague, AAVE, ONE)] },
    ],
    [
      'base',
      'An invoice on Base.',
      ERC20,
      { chainId: '8453', to: USDC_BASE, data: send(supplier, usd(75)), history: [paid(supplier, USDC_BASE, usd(60))] },
    ],
    [
      'arbitrum',
      'An invoice on Arbitrum.',
      ERC20,
      {
        chainId: '42161',
        to: USDC_ARBITRUM,
        data: send(supplier, usd(75)),
        history: [paid(supplier, USDC_ARBITRUM, usd(60))],
      },
    ],
    [
      'wbnb',
      'Wrapped BNB on its chain.',
      ERC20,
      { chainId: '56', to: WBNB, data: send(friend, 3n * ONE), history: [paid(friend, WBNB, ONE)] },
    ],
    [
      'exchange-ether',
      'Ether to the own deposit address.',
      ETHER,
      { to: exchange, value: 8n * ONE, history: [paid(exchange), paid(exchange)] },
    ],
    [
      'exchange-usdc',
      'USDC to the own deposit address.',
      ERC20,
      { to: USDC, data: send(exchange, usd(5000)), history: [paid(exchange, USDC, usd(1000))] },
    ],
    [
      'cold-wallet',
      'Savings to the own cold wallet.',
      ETHER,
      { to: vault, value: 4n * ONE, history: [paid(vault, undefined, 2n * ONE)] },
    ],
    [
      'two-assets',
      'Both assets were paid before.',
      ERC20,
      { to: USDC, data: send(supplier, usd(900)), history: [paid(supplier), paid(supplier, USDC, usd(1000))] },
    ],
    [
      'other-token',
      'USDT to a supplier that was paid USDC.',
      ERC20,
      { to: USDT, data: send(supplier, usd(1000)), history: [paid(supplier, USDC, usd(1000))] },
    ],
    [
      'other-token-ether',
      'Ether to a supplier that was paid USDC.',
      ETHER,
      { to: supplier, value: ONE, history: [paid(supplier, USDC, usd(4000))] },
    ],
    [
      'much-more',
      'A house after a test payment.',
      ETHER,
      { to: landlord, value: 150n * ONE, history: [paid(landlord)] },
    ],
    [
      'allowed-much-more',
      'A house; the payee is on the allow list.',
      ETHER,
      { to: landlord, value: 150n * ONE, history: [paid(landlord)], lists: [allow(landlord)] },
    ],
    [
      'old-payee',
      'A payee of years ago.',
      ETHER,
      { to: friend, value: ONE, history: [{ ...paid(friend), day: 12_000 }] },
    ],
    [
      'warned-before',
      'It was paid in a transaction at WARNING.',
      ETHER,
      { to: friend, value: ONE, history: [contact(paid(friend))] },
    ],
    [
      'mixed',
      'One at WARNING, one below.',
      ETHER,
      { to: friend, value: ONE, history: [contact(paid(friend, undefined, 90n * ONE)), paid(friend)] },
    ],
    [
      'nft',
      'A second item of a collection to a friend.',
      ERC721,
      { to: BAYC, data: ofNft(friend, 8817n), history: [nftGiven(friend)] },
    ],
    ['first-payment', 'The first payment to anyone.', ETHER, { to: friend, value: ONE / 4n }],
    [
      'first-token-payment',
      'The first invoice of a new supplier.',
      ERC20,
      { to: USDC, data: send(supplier, usd(800)) },
    ],
    [
      'grant-same',
      'The same allowance again.',
      ERC20,
      { to: USDC, data: approve(spender, usd(300)), history: [granted(spender, USDC, usd(300))] },
    ],
    [
      'grant-less',
      'A smaller allowance.',
      ERC20,
      { to: USDC, data: approve(spender, usd(30)), history: [granted(spender, USDC, usd(300))] },
    ],
    [
      'grant-router',
      'An allowance for a router.',
      ERC20,
      { to: UNI, data: approve(UNISWAP_2, 90n * ONE), history: [granted(UNISWAP_2, UNI, ONE)] },
    ],
    ['grant-permit2', 'An allowance for Permit2.', ERC20, { to: DAI, data: approve(PERMIT2, 5000n * ONE) }],
    ['grant-cow', 'An allowance for CoW.', ERC20, { to: WETH, data: approve(COW_RELAYER, 5n * ONE) }],
    [
      'grant-revoked',
      'An allowance ends.',
      ERC20,
      { to: USDC, data: approve(spender, 0n), history: [granted(spender, USDC, usd(300))] },
    ],
    [
      'safe-ether',
      'A Safe pays its supplier.',
      SAFE_DOCS,
      { ...inSafe({ to: supplier, value: 2n * ONE, data: '0x' }), history: [paidBy(SAFE, supplier)] },
    ],
    [
      'safe-usdc',
      'A Safe pays a monthly invoice.',
      SAFE_DOCS,
      { ...inSafe({ to: USDC, data: send(supplier, usd(700)) }), history: [paidBy(SAFE, supplier, USDC)] },
    ],
    [
      'safe-payroll',
      'A Safe pays two people that it paid before.',
      SAFE_DOCS,
      {
        ...inMultiSend({ to: USDC, data: send(supplier, usd(400)) }, { to: USDC, data: send(colleague, usd(600)) }),
        history: [paidBy(SAFE, supplier, USDC), paidBy(SAFE, colleague, USDC)],
      },
    ],
    [
      'safe-split',
      'One supplier, two invoices in one transaction.',
      SAFE_DOCS,
      {
        ...inMultiSend({ to: USDC, data: send(supplier, usd(400)) }, { to: USDC, data: send(supplier, usd(600)) }),
        history: [paidBy(SAFE, supplier, USDC)],
      },
    ],
    [
      'safe-by-owner',
      'A payee of the owner is paid by the Safe.',
      SAFE_DOCS,
      { ...inSafe({ to: supplier, value: ONE, data: '0x' }), history: [paid(supplier)] },
    ],
    [
      'account-ether',
      'A smart account pays a friend.',
      ERC4337,
      { ...inOperation(execute({ to: friend, value: ONE, data: '0x' })), history: [paidBy(ACCOUNT, friend)] },
    ],
    [
      'account-usdc',
      'A smart account pays an invoice.',
      ERC4337,
      {
        ...inOperation(execute({ to: USDC, data: send(supplier, usd(250)) })),
        history: [paidBy(ACCOUNT, supplier, USDC)],
      },
    ],
    ['self', 'Ether to oneself, to cancel a transaction.', ETHER, { to: SIGNER, value: 0n, history: [paid(friend)] }],
  ]),
}
