import { call, hashOf } from '../../../bench/detection/adversarial/encode.ts'
import { ONE_INCH_6, SEAPORT, WETH, ZEROX } from '../../../bench/detection/adversarial/protocols.ts'
import { DEADLINE, NOBODY, SIGNER } from '../../../bench/detection/adversarial/row.ts'
import { inSafe } from '../../../bench/detection/adversarial/wrap.ts'
import { ether, formsOf, given, got, maker, type Trade, type TradeForm } from './trade.ts'

const NONE = `0x${'0'.repeat(64)}`
const OFFER = '(uint8,address,uint256,uint256,uint256)'
const CONSIDERATION = '(uint8,address,uint256,uint256,uint256,address)'
const PARAMETERS = `(address,address,${OFFER}[],${CONSIDERATION}[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256)`
const ADVANCED = `(${PARAMETERS},uint120,uint120,bytes,bytes)`
const RESOLVER = '(uint256,uint8,uint256,uint256,bytes32[])'

const item = (token: string, start: bigint, end = start) => [token === NOBODY ? 0 : 1, token, 0n, start, end]

/** The maker offers what the signer gets. */
const parameters = (trade: Trade, offered = got(trade), orderType = 0) => [
  maker,
  NOBODY,
  [item(trade.get.token, offered, got(trade))],
  [[...item(trade.give.token, given(trade)), maker]],
  orderType,
  1_700_000_000n,
  DEADLINE,
  NONE,
  9n,
  NONE,
  1n,
]
const own = (trade: Trade) => [
  SIGNER,
  NOBODY,
  [item(trade.give.token, given(trade))],
  [[...item(trade.get.token, got(trade)), SIGNER]],
  0,
  1_700_000_000n,
  DEADLINE,
  NONE,
  9n,
  NONE,
  1n,
]

const paysValue = (trade: Trade) => (trade.give === ether ? { value: given(trade) } : {})
const atSeaport = (trade: Trade, name: string, data: string) => {
  return { source: `Seaport 1.6: ${name}`, to: SEAPORT, data, ...paysValue(trade) }
}

const fulfillOrder = (trade: Trade) =>
  call(`fulfillOrder((${PARAMETERS},bytes),bytes32)`, [parameters(trade), '0x1234'], NONE)

const advanced = (trade: Trade, part: readonly [bigint, bigint], offered?: bigint) =>
  call(
    `fulfillAdvancedOrder(${ADVANCED},${RESOLVER}[],bytes32,address)`,
    ...[[parameters(trade, offered, 1), ...part, '0x1234', '0x'], [], NONE, NOBODY],
  )

const LIMIT_ORDER = '(uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256)'
const limitOrder = (trade: Trade) => [
  1n,
  BigInt(maker),
  0n,
  BigInt(trade.get.token),
  BigInt(trade.give.token),
  got(trade),
  given(trade),
  0n,
]
const signed = [hashOf('r'), hashOf('vs')]
const MAKER_AMOUNT = 1n << 255n
const oneInch = (data: string) => ({ source: '1inch limit order protocol 4', to: ONE_INCH_6, data })
const ONE_INCH_5 = '0x1111111254eeb25477b68fb85ed929f73a960582'

const BEBOP = '0xbbbbbbb520d69a9775e85b458c58c648259fad5f'

const zeroEx = (data: string) => ({ source: '0x v4: native orders', to: ZEROX, data })
const zeroExSignature = [2, 27, hashOf('r'), hashOf('s')]

const bebop = (signature: string, ...args: readonly unknown[]) => {
  return { source: 'Bebop: BebopBlend', to: BEBOP, data: call(signature, ...args) }
}

/** Orders of others that the signer fills, and orders that it makes in a transaction: what it gets is fixed. */
export const fillForms = formsOf('UNSAFE', [
  { name: 'Seaport fulfillOrder', make: (trade) => atSeaport(trade, 'fulfillOrder', fulfillOrder(trade)) },
  {
    name: 'Seaport fulfillOrder of a Safe',
    make: (trade) => ({ source: 'Seaport 1.6', ...inSafe({ to: SEAPORT, data: fulfillOrder(trade) }) }),
  },
  { name: 'Seaport, half of an order', make: (trade) => atSeaport(trade, 'advanced', advanced(trade, [1n, 2n])) },
  {
    name: 'Seaport, an order whose offer falls',
    make: (trade) =>
      atSeaport(trade, 'advanced', advanced(trade, [1n, 1n], got({ ...trade, rate: Math.max(1000, trade.rate) }))),
  },
  {
    name: 'Seaport, one of two available orders',
    make: (trade) =>
      atSeaport(
        trade,
        'fulfillAvailableOrders',
        call(
          `fulfillAvailableOrders((${PARAMETERS},bytes)[],(uint256,uint256)[][],(uint256,uint256)[][],bytes32,uint256)`,
          ...[[{ ...trade, rate: 1000 }, trade].map((each) => [parameters(each), '0x1234']), [], [], NONE, 1n],
        ),
      ),
  },
  {
    name: 'Seaport, two orders matched',
    make: (trade) =>
      atSeaport(
        trade,
        'matchOrders',
        call(
          `matchOrders((${PARAMETERS},bytes)[],((uint256,uint256)[],(uint256,uint256)[])[])`,
          ...[[own(trade), parameters(trade)].map((each) => [each, '0x1234']), []],
        ),
      ),
  },
  {
    name: 'Seaport, an own order validated',
    make: (trade) => atSeaport(trade, 'validate', call(`validate((${PARAMETERS},bytes)[])`, [[own(trade), '0x1234']])),
  },
  {
    name: '1inch fillOrder',
    make: (trade) =>
      oneInch(
        call(
          `fillOrder(${LIMIT_ORDER},bytes32,bytes32,uint256,uint256)`,
          ...[limitOrder(trade), ...signed, given(trade), 0n],
        ),
      ),
  },
  {
    name: '1inch fillOrder, half by the amount made',
    make: (trade) =>
      oneInch(
        call(
          `fillOrder(${LIMIT_ORDER},bytes32,bytes32,uint256,uint256)`,
          ...[limitOrder(trade), ...signed, got(trade) / 2n, MAKER_AMOUNT],
        ),
      ),
  },
  {
    name: '1inch fillOrderArgs',
    make: (trade) =>
      oneInch(
        call(
          `fillOrderArgs(${LIMIT_ORDER},bytes32,bytes32,uint256,uint256,bytes)`,
          ...[limitOrder(trade), ...signed, given(trade), 0n, '0x'],
        ),
      ),
  },
  {
    name: '1inch fillContractOrder',
    make: (trade) =>
      oneInch(
        call(
          `fillContractOrder(${LIMIT_ORDER},bytes,uint256,uint256)`,
          ...[limitOrder(trade), '0x1234', given(trade), 0n],
        ),
      ),
  },
  {
    name: '1inch fillOrderTo of version 3',
    make: (trade) => ({
      source: '1inch limit order protocol 3',
      to: ONE_INCH_5,
      data: call(
        'fillOrderTo((uint256,address,address,address,address,address,uint256,uint256,uint256,bytes),bytes,bytes,uint256,uint256,uint256,address)',
        ...[
          [1n, trade.get.token, trade.give.token, maker, NOBODY, NOBODY, got(trade), given(trade), 0n, '0x'],
          '0x1234',
          '0x',
          0n,
          given(trade),
          0n,
          SIGNER,
        ],
      ),
    }),
  },
  {
    name: '1inch fillOrderRFQTo',
    make: (trade) => ({
      source: '1inch limit order protocol 3',
      to: ONE_INCH_5,
      data: call(
        'fillOrderRFQTo((uint256,address,address,address,address,uint256,uint256),bytes,uint256,address)',
        ...[[1n, trade.get.token, trade.give.token, maker, NOBODY, got(trade), given(trade)], '0x1234', 0n, SIGNER],
      ),
    }),
  },
  {
    name: '1inch fillOrder of version 3',
    make: (trade) => ({
      source: '1inch limit order protocol 3',
      to: ONE_INCH_5,
      data: call(
        'fillOrder((uint256,address,address,address,address,address,uint256,uint256,uint256,bytes),bytes,bytes,uint256,uint256,uint256)',
        ...[
          [1n, trade.get.token, trade.give.token, maker, NOBODY, NOBODY, got(trade), given(trade), 0n, '0x'],
          '0x1234',
          '0x',
          0n,
          given(trade),
          0n,
        ],
      ),
    }),
  },
  {
    name: '1inch fillOrderRFQ',
    make: (trade) => ({
      source: '1inch limit order protocol 3',
      to: ONE_INCH_5,
      data: call(
        'fillOrderRFQ((uint256,address,address,address,address,uint256,uint256),bytes,uint256)',
        ...[[1n, trade.get.token, trade.give.token, maker, NOBODY, got(trade), given(trade)], '0x1234', 0n],
      ),
    }),
  },
  {
    name: '1inch fillOrderRFQCompact',
    make: (trade) => ({
      source: '1inch limit order protocol 3',
      to: ONE_INCH_5,
      data: call(
        'fillOrderRFQCompact((uint256,address,address,address,address,uint256,uint256),bytes32,bytes32,uint256)',
        ...[[1n, trade.get.token, trade.give.token, maker, NOBODY, got(trade), given(trade)], ...signed, 0n],
      ),
    }),
  },
  {
    name: '0x fillLimitOrder, a third of it',
    make: (trade) =>
      zeroEx(
        call(
          'fillLimitOrder((address,address,uint128,uint128,uint128,address,address,address,address,bytes32,uint64,uint256),(uint8,uint8,bytes32,bytes32),uint128)',
          ...[
            [
              trade.get.token,
              trade.give.token,
              got(trade),
              given(trade),
              0n,
              maker,
              NOBODY,
              NOBODY,
              NOBODY,
              NONE,
              DEADLINE,
              1n,
            ],
            zeroExSignature,
            given(trade) / 3n,
          ],
        ),
      ),
  },
  {
    name: '0x fillRfqOrder',
    make: (trade) =>
      zeroEx(
        call(
          'fillRfqOrder((address,address,uint128,uint128,address,address,address,bytes32,uint64,uint256),(uint8,uint8,bytes32,bytes32),uint128)',
          ...[
            [trade.get.token, trade.give.token, got(trade), given(trade), maker, NOBODY, SIGNER, NONE, DEADLINE, 1n],
            zeroExSignature,
            given(trade),
          ],
        ),
      ),
  },
  {
    name: 'Bebop settleSingle, as quoted before the offer',
    make: (trade) =>
      bebop(
        'settleSingle((uint256,address,address,uint256,address,address,uint256,uint256,address,uint256,uint256),(bytes,uint256),uint256,(bool,uint256,uint256),bytes)',
        ...[
          [
            DEADLINE,
            SIGNER,
            maker,
            1n,
            trade.give.token,
            trade.get.token,
            given(trade),
            2n * got(trade),
            SIGNER,
            0n,
            0n,
          ],
          ['0x1234', 0n],
          0n,
          [true, got(trade), 1n],
          '0x',
        ],
      ),
  },
  {
    name: 'Bebop settleMulti',
    make: (trade) =>
      bebop(
        'settleMulti((uint256,address,address,uint256,address[],address[],uint256[],uint256[],address,bytes,uint256),(bytes,uint256),uint256,(bool,uint256[],uint256),bytes)',
        ...[
          [
            DEADLINE,
            SIGNER,
            maker,
            1n,
            [trade.give.token],
            [trade.get.token],
            [given(trade)],
            [got(trade)],
            SIGNER,
            '0x0000',
            0n,
          ],
          ['0x1234', 0n],
          0n,
          [false, [2n * got(trade)], 1n],
          '0x',
        ],
      ),
  },
  {
    name: 'Bebop settleAggregate, by way of wrapped ether',
    make: (trade) =>
      bebop(
        'settleAggregate((uint256,address,address[],uint256[],address[][],address[][],uint256[][],uint256[][],address,bytes,uint256),(bytes,uint256)[],uint256,(bool,uint256[][],uint256[]),bytes)',
        ...[
          [
            DEADLINE,
            SIGNER,
            [maker, maker],
            [1n, 2n],
            [[trade.give.token], [WETH]],
            [[WETH], [trade.get.token]],
            [[given(trade)], [10n ** 21n]],
            [[10n ** 21n], [got(trade)]],
            SIGNER,
            '0x07000008',
            0n,
          ],
          [
            ['0x1234', 0n],
            ['0x1234', 0n],
          ],
          0n,
          [false, [], []],
          '0x',
        ],
      ),
  },
  {
    name: 'Bebop swapSingle',
    make: (trade) => ({
      source: 'Bebop: BebopBlend, swapSingle',
      to: BEBOP,
      data: call(
        'swapSingle((uint256,address,address,uint256,address,address,uint256,uint256,address,uint256,uint256),(bytes,uint256),uint256)',
        ...[
          [DEADLINE, SIGNER, maker, 1n, trade.give.token, trade.get.token, given(trade), got(trade), SIGNER, 0n, 0n],
          ['0x1234', 0n],
          0n,
        ],
      ),
    }),
  },
])

/** CoW Protocol: EthFlow on Ethereum (cowprotocol/ethflowcontract). */
export const ETH_FLOW = '0xba3cb449bd2b4adddbc894d8697f5170800eadec'

/** Orders that sell the native currency. */
export const nativeForms: readonly TradeForm[] = [
  {
    name: 'CoW native order',
    most: 'UNSAFE',
    make: (trade) => ({
      source: 'CoW Protocol: EthFlow, createOrder',
      to: ETH_FLOW,
      value: given(trade),
      data: call('createOrder((address,address,uint256,uint256,bytes32,uint256,uint32,bool,int64))', [
        trade.get.token,
        SIGNER,
        given(trade),
        got(trade),
        NONE,
        0n,
        1_900_000_000,
        false,
        5n,
      ]),
    }),
  },
  {
    name: 'Seaport fulfillOrder, paid in ether',
    most: 'UNSAFE',
    make: (trade) => atSeaport(trade, '', fulfillOrder(trade)),
  },
]
