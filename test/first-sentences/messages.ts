import { typed } from '../service/risk/typed-data/typed.ts'
import {
  at,
  coin,
  coins,
  DAI,
  FRIEND,
  HASH,
  MAX,
  ME,
  type MessageCase,
  message,
  PAYEE,
  SOON,
  someone,
  USDC,
  usd,
  WETH,
  ZERO,
} from './sentence-case.ts'

const BASE_USDC = coin('USDC', '8453')
const BAYC = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
const soon = String(SOON)
const MAX_160 = String(2n ** 160n - 1n)
const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const PERMITTED = 'TokenPermissions(address token,uint256 amount)'
const TRANSFER = `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${PERMITTED}`
const PERMIT = 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'
const AUTHORIZATION = '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'
const SAFE_TX =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)'
const SPEND =
  'SpendPermission(address account,address spender,address token,uint160 allowance,uint48 period,uint48 start,uint48 end,uint256 salt,bytes extraData)'
const SEAPORT =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)'
const COW =
  'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)'
const INCH =
  'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)'

const permit = (spender: string, value: bigint) => ({
  owner: ME,
  spender,
  value: String(value),
  nonce: '0',
  deadline: soon,
})
const paid = (to: string, value: bigint) => ({
  from: ME,
  to,
  value: String(value),
  validAfter: '0',
  validBefore: soon,
  nonce: HASH,
})
const safeTx = (to: string, value: bigint, data = '0x') => ({
  to,
  value: String(value),
  data,
  operation: '0',
  safeTxGas: '0',
  baseGas: '0',
  gasPrice: '0',
  gasToken: ZERO,
  refundReceiver: ZERO,
  nonce: '7',
})
const spend = (allowance: string, period: number, end: string) => ({
  account: ME,
  spender: FRIEND,
  token: BASE_USDC,
  allowance,
  period: String(period),
  start: '1782864000',
  end,
  salt: '0',
  extraData: '0x',
})
const listing = (recipient: string) => ({
  offerer: ME,
  zone: ZERO,
  offer: [{ itemType: '2', token: BAYC, identifierOrCriteria: '7', startAmount: '1', endAmount: '1' }],
  consideration: [
    {
      itemType: '0',
      token: ZERO,
      identifierOrCriteria: '0',
      startAmount: String(coins(9.9)),
      endAmount: String(coins(9.9)),
      recipient,
    },
  ],
  orderType: '0',
  startTime: '0',
  endTime: soon,
  zoneHash: HASH,
  salt: '1',
  conduitKey: HASH,
  counter: '0',
})
const onBase = { chainId: 8453 }
const NO_END = String(2 ** 48 - 1)

export const messages: readonly MessageCase[] = [
  message('Permits', 'Permit', typed(PERMIT, USDC, permit(at('1inch Router 6'), usd(500)))),
  message('Permits', 'Permit, unlimited', typed(PERMIT, USDC, permit(FRIEND, MAX))),
  message(
    'Permits',
    'Permit of DAI',
    typed('Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)', DAI, {
      holder: ME,
      spender: at('Maker DSR Manager'),
      nonce: '0',
      expiry: soon,
      allowed: true,
    }),
  ),
  message(
    'Permits',
    'PermitSingle of Permit2',
    typed(`PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`, at('Permit2'), {
      details: { token: USDC, amount: String(usd(500)), expiration: soon, nonce: '0' },
      spender: at('Uniswap Universal Router 2'),
      sigDeadline: soon,
    }),
  ),
  message(
    'Permits',
    'PermitBatch of Permit2',
    typed(`PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`, at('Permit2'), {
      details: [USDC, WETH].map((token) => ({ token, amount: MAX_160, expiration: soon, nonce: '0' })),
      spender: at('Uniswap Universal Router 2'),
      sigDeadline: soon,
    }),
  ),
  message(
    'Permits',
    'PermitTransferFrom of Permit2',
    typed(TRANSFER, at('Permit2'), {
      permitted: { token: USDC, amount: String(usd(500)) },
      spender: FRIEND,
      nonce: '1',
      deadline: soon,
    }),
  ),
  message(
    'Payments',
    'TransferWithAuthorization',
    typed(`TransferWithAuthorization${AUTHORIZATION}`, USDC, paid(PAYEE, usd(25))),
  ),
  message(
    'Payments',
    'ReceiveWithAuthorization',
    typed(`ReceiveWithAuthorization${AUTHORIZATION}`, USDC, paid(PAYEE, usd(25))),
  ),
  message('Orders', 'Seaport listing', typed(SEAPORT, at('Seaport 1.6'), listing(ME))),
  message('Orders', 'Seaport listing, paid to another', typed(SEAPORT, at('Seaport 1.6'), listing(FRIEND))),
  message('Orders', 'CoW Protocol, sell', typed(COW, at('CoW Protocol Settlement'), cow('sell', ME))),
  message('Orders', 'CoW Protocol, buy', typed(COW, at('CoW Protocol Settlement'), cow('buy', ME))),
  message('Orders', 'CoW Protocol, to another', typed(COW, at('CoW Protocol Settlement'), cow('sell', FRIEND))),
  message(
    'Orders',
    '1inch limit order',
    typed(INCH, at('1inch Router 6'), {
      salt: '1',
      maker: ME,
      receiver: ZERO,
      makerAsset: USDC,
      takerAsset: WETH,
      makingAmount: String(usd(4000)),
      takingAmount: String(coins(1)),
      makerTraits: '0',
    }),
  ),
  message('Accounts', 'SafeTx, a payment of ether', typed(SAFE_TX, someone('safe'), safeTx(PAYEE, coins(3)))),
  message('Accounts', 'SafeTx, a rejection', typed(SAFE_TX, someone('safe'), safeTx(someone('safe'), 0n))),
  message('Accounts', 'SafeMessage', typed('SafeMessage(bytes message)', someone('safe'), { message: '0x1234' })),
  message(
    'Accounts',
    'SpendPermission, a day',
    typed(SPEND, at('Coinbase SpendPermissionManager', '8453'), spend(String(usd(5000)), 86_400, NO_END), onBase),
  ),
  message(
    'Accounts',
    'SpendPermission, unlimited',
    typed(SPEND, at('Coinbase SpendPermissionManager', '8453'), spend(MAX_160, 86_400, NO_END), onBase),
  ),
  message(
    'Rights',
    'Delegation of votes',
    typed('Delegation(address delegatee,uint256 nonce,uint256 expiry)', coin('COMP'), {
      delegatee: FRIEND,
      nonce: '0',
      expiry: soon,
    }),
  ),
  message(
    'Rights',
    'Authorization of Compound V3',
    typed(
      'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)',
      at('Compound V3 USDC'),
      {
        owner: ME,
        manager: at('Compound V3 bulker'),
        isAllowed: true,
        nonce: '0',
        expiry: soon,
      },
    ),
  ),
  message(
    'Rights',
    'Authorization of Morpho',
    typed(
      'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)',
      at('Morpho'),
      {
        authorizer: ME,
        authorized: at('Morpho General Adapter'),
        isAuthorized: true,
        nonce: '0',
        deadline: soon,
      },
    ),
  ),
  message(
    'Governance',
    'Ballot',
    typed('Ballot(uint256 proposalId,uint8 support)', someone('governor'), { proposalId: '12', support: '1' }),
  ),
]

function cow(kind: string, receiver: string) {
  return {
    sellToken: WETH,
    buyToken: USDC,
    receiver,
    sellAmount: String(coins(1)),
    buyAmount: String(usd(3900)),
    validTo: soon,
    appData: HASH,
    feeAmount: '0',
    kind,
    partiallyFillable: false,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
  }
}
