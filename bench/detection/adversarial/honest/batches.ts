import { addressOf, call, hashOf } from '../encode.ts'
import { AAVE_POOL, DAI, SDAI, SUSDE, UNISWAP_3, UNISWAP_POSITIONS, USDC, WETH } from '../protocols.ts'
import { DEADLINE, type Group, NOBODY, ONE, paid, rows, SIGNER, usd } from '../row.ts'
import { multicall } from '../wrap.ts'

const approve = (spender: string, amount: bigint) => call('approve(address,uint256)', spender, amount)

const former = addressOf('former spender')

const worker = (index: number) => addressOf(`worker ${index}`)

const staff = [worker(1), worker(2), worker(3)]

const signature = [27, hashOf('r'), hashOf('s')]

export const batches: Group = {
  name: 'batches: payroll, multicalls, airdrops',
  rows: rows([
    [
      'disperse-ether',
      'Three known workers are paid.',
      'Disperse: disperseEther',
      {
        to: '0xd152f549545093347a162dce210e7293f1452150',
        value: 3n * ONE,
        data: call('disperseEther(address[],uint256[])', staff, [ONE, ONE, ONE]),
        history: staff.map((each) => paid(each)),
      },
    ],
    [
      'disperse-token',
      'Three known workers are paid in USDC.',
      'Disperse: disperseToken',
      {
        to: '0xd152f549545093347a162dce210e7293f1452150',
        data: call('disperseToken(address,address[],uint256[])', USDC, staff, [usd(9), usd(9), usd(9)]),
        history: staff.map((each) => paid(each, USDC)),
      },
    ],
    [
      'router-multicall',
      'A swap to oneself and the rest refunded.',
      'Uniswap v3: multicall, refundETH',
      {
        to: UNISWAP_3,
        value: ONE,
        data: multicall(
          call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', [
            WETH,
            USDC,
            500,
            SIGNER,
            DEADLINE,
            ONE,
            usd(3000),
            0n,
          ]),
          call('refundETH()'),
        ),
      },
    ],
    [
      'unwrap-multicall',
      'A swap to ether for oneself.',
      'Uniswap v3: multicall, unwrapWETH9',
      {
        to: UNISWAP_3,
        data: multicall(
          call('exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))', [
            USDC,
            WETH,
            500,
            NOBODY,
            DEADLINE,
            usd(3000),
            ONE - 1n,
            0n,
          ]),
          call('unwrapWETH9(uint256,address)', ONE - 1n, SIGNER),
        ),
      },
    ],
    [
      'multicall3-reads',
      'Two harmless calls.',
      'Multicall3: aggregate3',
      {
        to: '0xca11bde05977b3631167028862be2a173976ca11',
        data: call('aggregate3((address,bool,bytes)[])', [
          [USDC, true, call('totalSupply()')],
          [WETH, true, call('totalSupply()')],
        ]),
      },
    ],
    [
      'position-exit',
      'Liquidity is removed and collected by the owner.',
      'Uniswap v3: decreaseLiquidity and collect',
      {
        to: UNISWAP_POSITIONS,
        data: multicall(
          call('decreaseLiquidity((uint256,uint128,uint256,uint256,uint256))', [9n, ONE, usd(90), ONE / 30n, DEADLINE]),
          call('collect((uint256,address,uint128,uint128))', [9n, SIGNER, 2n ** 128n - 1n, 2n ** 128n - 1n]),
        ),
      },
    ],
    [
      'revoke-batch',
      'Two allowances end in one call of the account.',
      'Coinbase Smart Wallet: executeBatch',
      {
        from: addressOf('smart account of the signer'),
        to: addressOf('smart account of the signer'),
        data: call('executeBatch((address,uint256,bytes)[])', [
          [USDC, 0n, approve(former, 0n)],
          [DAI, 0n, approve(former, 0n)],
        ]),
      },
    ],
    [
      'approve-and-stake',
      'The account approves and deposits into a vault.',
      'ERC-4626 and account batches',
      {
        from: addressOf('smart account of the signer'),
        to: addressOf('smart account of the signer'),
        data: call('executeBatch((address,uint256,bytes)[])', [
          [DAI, 0n, approve(SDAI, 90n * ONE)],
          [SDAI, 0n, call('deposit(uint256,address)', 90n * ONE, addressOf('smart account of the signer'))],
        ]),
      },
    ],
    [
      'permit-and-deposit',
      'A permit for the pool with the deposit.',
      'Aave v3: supplyWithPermit',
      {
        to: AAVE_POOL,
        data: call(
          'supplyWithPermit(address,uint256,address,uint16,uint256,uint8,bytes32,bytes32)',
          USDC,
          usd(800),
          SIGNER,
          0,
          DEADLINE,
          ...signature,
        ),
      },
    ],
    [
      'susde-cooldown',
      'The cooldown of all shares starts.',
      'Ethena: StakedUSDeV2, cooldownShares',
      { to: SUSDE, data: call('cooldownShares(uint256)', 90n * ONE) },
    ],
  ]),
}
