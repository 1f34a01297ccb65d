import { addressOf, call, packed } from '../adversarial/encode.ts'
import { MORPHO, PERMIT2, USDC, USDT, WETH, WSTETH } from '../adversarial/protocols.ts'
import { ACCOUNT, MAX, NOBODY, ONE, SAFE, SIGNER, usd } from '../adversarial/row.ts'
import { attack, fair, family, pair } from './pair.ts'

const BUNDLER = '0x6566194141eefa99af43bb5aa71460ca2dc90245'
const ADAPTER = '0x4a6c312ec70e8747a587ee860a0353cd42be0ae0'
const MULTICALL_3 = '0xca11bde05977b3631167028862be2a173976ca11'
const DSA = addressOf('smart wallet of instadapp')
const DS_PROXY = addressOf('proxy of the signer')
const BATCH_7821 = '0x0100000000000000000000000000000000000000000000000000000000000000'
const market = [
  USDC,
  WSTETH,
  '0x2a01eb9496094da03c4e364def50f5ad1280ad72',
  '0x870ac11d48b15db9a138cf899d20f13f79ba00bc',
  860_000_000_000_000_000n,
]
const bundle = (data: string) =>
  call('multicall((address,bytes,uint256,bool,bytes32)[])', [[ADAPTER, data, 0n, false, `0x${'0'.repeat(64)}`]])
const calls = (...list: [string, bigint, string][]) =>
  call('f((address,uint256,bytes)[])', list).replace(/^0x.{8}/, '0x')
const own = { from: ACCOUNT }
const erc4337 = 'executeBatch((address,uint256,bytes)[])'

export const batching = family('calls in calls of today', [
  pair(
    'bundler-transfer',
    'Morpho Bundler3, morpho-org/bundler3',
    BUNDLER,
    (to) => bundle(call('erc20Transfer(address,address,uint256)', USDC, to, MAX)),
    'what is in the adapter',
  ),
  pair(
    'bundler-collateral',
    'Morpho Bundler3, morpho-org/bundler3',
    BUNDLER,
    (to) =>
      bundle(
        call(
          'morphoWithdrawCollateral((address,address,address,address,uint256),uint256,address)',
          market,
          10n * ONE,
          to,
        ),
      ),
    'collateral',
  ),
  pair(
    'bundler-borrow',
    'Morpho Bundler3, morpho-org/bundler3',
    BUNDLER,
    (to) =>
      bundle(
        call(
          'morphoBorrow((address,address,address,address,uint256),uint256,uint256,uint256,address)',
          market,
          usd(30_000),
          0n,
          0n,
          to,
        ),
      ),
    'a loan',
  ),
  attack(
    'account-batch',
    'Coinbase Smart Wallet, coinbase/smart-wallet',
    ACCOUNT,
    call(erc4337, [
      [USDC, 0n, call('approve(address,uint256)', addressOf('spender in a batch'), MAX)],
      [MORPHO, 0n, call('setAuthorization(address,bool)', addressOf('spender in a batch'), true)],
    ]),
    'A third party gets an allowance and positions.',
    own,
  ),
  pair(
    'erc7821',
    'ERC-7821, Vectorized/solady',
    ACCOUNT,
    (to) =>
      call(
        'execute(bytes32,bytes)',
        BATCH_7821,
        calls([WETH, 0n, call('transfer(address,uint256)', to, 5n * ONE)], [NOBODY, 0n, '0x']),
      ),
    'WETH',
    { ...own, own: SAFE, ofTwin: { lists: [{ type: 'ALLOW', address: SAFE }] } },
  ),
  attack(
    'permit2-pull',
    'Permit2, Uniswap/permit2',
    PERMIT2,
    call('transferFrom((address,address,uint160,address)[])', [
      [SIGNER, addressOf('taker one'), usd(60_000), USDC],
      [SIGNER, addressOf('taker two'), usd(60_000), USDT],
    ]),
    'Third parties get two tokens.',
  ),
  attack(
    'instadapp',
    'Instadapp DSA V2, Instadapp/dsa-contracts',
    DSA,
    call(
      'cast(string[],bytes[],address)',
      ['BASIC-A'],
      [
        call(
          'withdraw(address,uint256,address,uint256,uint256)',
          USDC,
          usd(40_000),
          addressOf('taker of a wallet'),
          0n,
          0n,
        ),
      ],
      NOBODY,
    ),
    'A third party gets USDC.',
  ),
  attack(
    'ds-proxy',
    'DSProxy, dapphub/ds-proxy',
    DS_PROXY,
    call(
      'execute(address,bytes)',
      addressOf('actions without a name'),
      call('doIt(address)', addressOf('taker of a proxy')),
    ),
    'Code of a third party runs as the proxy.',
  ),
  attack(
    'ds-proxy-owner',
    'DSAuth, dapphub/ds-auth',
    DS_PROXY,
    call('setOwner(address)', addressOf('owner of a proxy')),
    'A third party owns the proxy.',
  ),
  attack(
    'multicall-value',
    'Multicall3, mds1/multicall3',
    MULTICALL_3,
    call('aggregate3Value((address,bool,uint256,bytes)[])', [
      [addressOf('payee in a multicall'), false, 20n * ONE, '0x'],
    ]),
    'A third party gets 20 ETH.',
    { value: 20n * ONE },
  ),
  attack(
    'router-multicall',
    'Uniswap SwapRouter02, Uniswap/swap-router-contracts',
    '0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45',
    call('multicall(uint256,bytes[])', 1_893_456_000n, [
      call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))', [
        USDC,
        USDT,
        100,
        addressOf('receiver in a multicall'),
        usd(9000),
        usd(8990),
        0n,
      ]),
    ]),
    'A third party gets the output.',
  ),
  fair(
    'bundler-supply',
    'Morpho Bundler3',
    BUNDLER,
    bundle(
      call(
        'morphoSupply((address,address,address,address,uint256),uint256,uint256,uint256,address,bytes)',
        market,
        usd(1000),
        0n,
        MAX,
        SIGNER,
        '0x',
      ),
    ),
    'It supplies for oneself.',
  ),
  fair(
    'account-batch-swap',
    'Coinbase Smart Wallet',
    ACCOUNT,
    call(erc4337, [
      [USDC, 0n, call('approve(address,uint256)', MORPHO, usd(100))],
      [MORPHO, 0n, call('setAuthorization(address,bool)', addressOf('old operator'), false)],
    ]),
    'It approves and revokes.',
    own,
  ),
  fair(
    'multicall-read',
    'Multicall3',
    MULTICALL_3,
    call('aggregate3((address,bool,bytes)[])', [[USDC, false, call('balanceOf(address)', SIGNER)]]),
    'It reads.',
  ),
  fair(
    'safe-batch',
    'Safe MultiSendCallOnly',
    SAFE,
    call(
      'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
      '0x40a2accbd92bca938b02010e17a5b8929b49130d',
      0n,
      call(
        'multiSend(bytes)',
        packed(
          [8, 0],
          USDC,
          [256, 0n],
          [256, 68n],
          call('approve(address,uint256)', MORPHO, usd(100)),
          [8, 0],
          WETH,
          [256, 0n],
          [256, 36n],
          call('withdraw(uint256)', ONE),
        ),
      ),
      1,
      0n,
      0n,
      0n,
      NOBODY,
      NOBODY,
      `0x${'00'.repeat(65)}`,
    ),
    'The own Safe approves and unwraps.',
  ),
])
