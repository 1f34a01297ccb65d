import { addressOf, call, hashOf, packed } from '../encode.ts'
import {
  AAVE_DEBT_USDC,
  AAVE_POOL,
  BALANCER,
  COMET_USDC,
  COW,
  COW_RELAYER,
  CURVE_3POOL,
  DAI,
  DELEGATE_XYZ,
  LIDO_QUEUE,
  MAKER_VAT,
  MORPHO,
  ONE_INCH_6,
  OPENSEA_CONDUIT,
  PANCAKE,
  PERMIT2,
  SDAI,
  SEAPORT,
  STETH,
  UNISWAP_2,
  UNISWAP_3,
  UNISWAP_02,
  UNIVERSAL_ROUTER,
  USDC,
  USDT,
  WBTC,
  WETH,
  WSTETH,
  ZEROX,
} from '../protocols.ts'
import { allow, DEADLINE, type Group, granted, MAX, MAX_160, NOBODY, ONE, rows, SIGNER, usd } from '../row.ts'

const supplier = addressOf('supplier')

const NFTS = addressOf('collection')

const approve = (spender: string, amount: bigint) => call('approve(address,uint256)', spender, amount)

const signature = [27, hashOf('r'), hashOf('s')]

export const approvals: Group = {
  name: 'approvals of canonical protocol contracts',
  rows: rows([
    ['permit2', 'Permit2 may use USDC.', 'Permit2: setup', { to: USDC, data: approve(PERMIT2, MAX) }],
    [
      'uniswap-2',
      'The router may use exactly 500 USDC.',
      'Uniswap v2: Router02',
      { to: USDC, data: approve(UNISWAP_2, usd(500)) },
    ],
    ['uniswap-3', 'The router may use DAI.', 'Uniswap v3: SwapRouter', { to: DAI, data: approve(UNISWAP_3, MAX) }],
    [
      'uniswap-02',
      'The router may use USDT.',
      'Uniswap: SwapRouter02',
      { to: USDT, data: approve(UNISWAP_02, usd(900)) },
    ],
    ['aave', 'The pool may use WETH.', 'Aave v3: Pool, supply', { to: WETH, data: approve(AAVE_POOL, 5n * ONE) }],
    [
      'morpho',
      'Morpho may use wstETH.',
      'Morpho Blue: supplyCollateral',
      { to: WSTETH, data: approve(MORPHO, 2n * ONE) },
    ],
    ['balancer', 'The vault may use WETH.', 'Balancer v2: Vault', { to: WETH, data: approve(BALANCER, MAX) }],
    ['cow', 'The relayer may use USDC.', 'CoW Protocol: vault relayer', { to: USDC, data: approve(COW_RELAYER, MAX) }],
    [
      '1inch',
      'The aggregator may use WBTC.',
      '1inch v6: AggregationRouter',
      { to: WBTC, data: approve(ONE_INCH_6, 10_000_000n) },
    ],
    ['0x', 'The exchange proxy may use DAI.', '0x: ExchangeProxy', { to: DAI, data: approve(ZEROX, 700n * ONE) }],
    ['lido', 'The wrapper may use stETH.', 'Lido: wstETH, wrap', { to: STETH, data: approve(WSTETH, 3n * ONE) }],
    [
      'lido-queue',
      'The withdrawal queue may use stETH.',
      'Lido: WithdrawalQueueERC721',
      { to: STETH, data: approve(LIDO_QUEUE, 3n * ONE) },
    ],
    ['curve', 'The pool may use DAI.', 'Curve: 3pool', { to: DAI, data: approve(CURVE_3POOL, 1000n * ONE) }],
    ['sdai', 'The vault may use DAI.', 'Sky: sDAI', { to: DAI, data: approve(SDAI, 1000n * ONE) }],
    [
      'opensea',
      'The conduit may list NFTs.',
      'Seaport: conduits',
      { to: NFTS, data: call('setApprovalForAll(address,bool)', OPENSEA_CONDUIT, true) },
    ],
    [
      'permit2-router',
      'The universal router may use USDC by Permit2.',
      'Permit2: AllowanceTransfer, approve',
      {
        to: PERMIT2,
        data: call('approve(address,address,uint160,uint48)', USDC, UNIVERSAL_ROUTER, MAX_160, 1_900_000_000n),
      },
    ],
    [
      'allowed',
      'An own contract on the allow list may use USDC.',
      'ERC-20: approve',
      { to: USDC, data: approve(supplier, usd(900)), lists: [allow(supplier)] },
    ],
    [
      'same-grant',
      'The same allowance as before, for a known spender.',
      'ERC-20: approve',
      { to: USDC, data: approve(supplier, usd(500)), history: [granted(supplier, USDC, usd(500))] },
    ],
    [
      'smaller-grant',
      'A smaller allowance than before.',
      'ERC-20: approve',
      { to: USDC, data: approve(supplier, usd(50)), history: [granted(supplier, USDC, usd(500))] },
    ],
    [
      'pancake',
      'The router may use a token on BNB Smart Chain.',
      'PancakeSwap v2: Router',
      { chainId: '56', to: addressOf('token on BNB Smart Chain'), data: approve(PANCAKE, 90n * ONE) },
    ],
  ]),
}

const former = addressOf('former spender')

export const revocations: Group = {
  name: 'revocations and cancellations',
  rows: rows([
    ['approve-zero', 'An allowance ends.', 'ERC-20: approve', { to: USDC, data: approve(former, 0n) }],
    [
      'decrease',
      'An allowance becomes smaller.',
      'OpenZeppelin: ERC20, decreaseAllowance',
      { to: USDC, data: call('decreaseAllowance(address,uint256)', former, usd(9)) },
    ],
    [
      'operator',
      'An operator is removed.',
      'ERC-721: setApprovalForAll',
      { to: NFTS, data: call('setApprovalForAll(address,bool)', former, false) },
    ],
    [
      'nft',
      'The approval of one NFT ends.',
      'ERC-721: approve',
      { to: NFTS, data: call('approve(address,uint256)', NOBODY, 7n) },
    ],
    [
      'permit2-lockdown',
      'Two Permit2 allowances end.',
      'Permit2: lockdown',
      {
        to: PERMIT2,
        data: call('lockdown((address,address)[])', [
          [USDC, former],
          [WETH, former],
        ]),
      },
    ],
    [
      'permit2-zero',
      'A Permit2 allowance ends.',
      'Permit2: AllowanceTransfer, approve',
      { to: PERMIT2, data: call('approve(address,address,uint160,uint48)', USDC, former, 0n, 0n) },
    ],
    [
      'permit2-nonces',
      'Signed permits become invalid.',
      'Permit2: invalidateNonces',
      { to: PERMIT2, data: call('invalidateNonces(address,address,uint48)', USDC, former, 5n) },
    ],
    [
      'permit2-unordered',
      'Signed transfers become invalid.',
      'Permit2: invalidateUnorderedNonces',
      { to: PERMIT2, data: call('invalidateUnorderedNonces(uint256,uint256)', 3n, MAX) },
    ],
    [
      'comet',
      'A manager is removed.',
      'Compound III: allow',
      { to: COMET_USDC, data: call('allow(address,bool)', former, false) },
    ],
    [
      'morpho',
      'An authorization ends.',
      'Morpho Blue: setAuthorization',
      { to: MORPHO, data: call('setAuthorization(address,bool)', former, false) },
    ],
    ['vat-nope', 'A Vat permission ends.', 'Maker: Vat, nope', { to: MAKER_VAT, data: call('nope(address)', former) }],
    [
      'aave-delegation',
      'A credit delegation ends.',
      'Aave v3: approveDelegation',
      {
        to: AAVE_DEBT_USDC,
        data: call('approveDelegation(address,uint256)', former, 0n),
      },
    ],
    [
      'seaport-cancel',
      'All open orders are cancelled.',
      'Seaport 1.6: incrementCounter',
      { to: SEAPORT, data: call('incrementCounter()') },
    ],
    [
      '1inch-cancel',
      'A limit order is cancelled.',
      '1inch v6: cancelOrder',
      { to: ONE_INCH_6, data: call('cancelOrder(uint256,bytes32)', 1n, hashOf('order')) },
    ],
    [
      'cow-invalidate',
      'An order is invalidated.',
      'CoW Protocol: invalidateOrder',
      {
        to: COW,
        data: call('invalidateOrder(bytes)', packed(hashOf('order'), SIGNER, [32, 1_900_000_000])),
      },
    ],
    [
      'erc777',
      'An ERC-777 operator is removed.',
      'ERC-777: revokeOperator',
      { to: addressOf('ERC-777 token'), data: call('revokeOperator(address)', former) },
    ],
    [
      'delegate-xyz',
      'A delegation of the wallet ends.',
      'delegate.xyz v2: delegateAll',
      {
        to: DELEGATE_XYZ,
        data: call('delegateAll(address,bytes32,bool)', former, `0x${'0'.repeat(64)}`, false),
      },
    ],
    [
      '7702',
      'The delegate of the account is removed.',
      'EIP-7702: zero address',
      { to: SIGNER, authorizations: [{ chainId: '1', address: NOBODY, nonce: 9n }] },
    ],
    [
      'permit-zero',
      'A permit of nothing ends an allowance.',
      'ERC-2612: permit',
      {
        to: USDC,
        data: call(
          'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
          SIGNER,
          former,
          0n,
          DEADLINE,
          ...signature,
        ),
      },
    ],
  ]),
}
