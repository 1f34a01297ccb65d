import { describe, expect, test } from 'vitest'
import { judgedMessage, owner, partner, SOON, thief, trusted, typed, verdict, ZERO } from './typed.ts'

const DELTA = '0x0000000000bBF5c5Fd284e657F01Bd000933C96D'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const NATIVE = `0x${'e'.repeat(40)}`
const USDC_ON_BASE = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const USDC_ON_BNB = '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'
const known = { intel: [trusted(DELTA, 'Velora Delta'), trusted(USDC), trusted(USDT)], hasHistory: true }

interface Given {
  readonly bridge?: object
  readonly [member: string]: unknown
}

const assessed = ({ bridge, ...message }: Given = {}) =>
  judgedMessage(
    typed(
      'Order(address owner,address beneficiary,address srcToken,address destToken,uint256 srcAmount,uint256 destAmount,uint256 expectedAmount,uint256 deadline,uint8 kind,uint256 nonce,uint256 partnerAndFee,bytes permit,bytes metadata,Bridge bridge)Bridge(bytes4 protocolSelector,uint256 destinationChainId,address outputToken,int8 scalingFactor,bytes protocolData)',
      DELTA,
      {
        owner,
        beneficiary: owner,
        srcToken: USDC,
        destToken: USDT,
        srcAmount: '100000000000',
        destAmount: '99000000000',
        expectedAmount: '99500000000',
        deadline: SOON,
        kind: 0,
        nonce: '1',
        partnerAndFee: '0',
        permit: '0x',
        metadata: '0x',
        ...message,
        bridge: {
          protocolSelector: '0x00000000',
          destinationChainId: '0',
          outputToken: ZERO,
          scalingFactor: 0,
          protocolData: '0x',
          ...bridge,
        },
      },
      { name: 'Portikus', version: '2.0.0' },
    ),
    known,
  )
const signs = (given?: Given) => verdict(assessed(given))

describe('an order of ParaSwap Delta', () => {
  test('that pays the owner is SAFE; the zero address means the owner', () => {
    expect(signs()).toBe('SAFE')
    expect(signs({ beneficiary: ZERO })).toBe('SAFE')
    expect(signs({ beneficiary: thief })).toBe('UNSAFE one-sided-order 90')
  })

  describe('on another chain', () => {
    const bridged = (outputToken: string, about: object = {}, destToken = USDT) =>
      signs({ destToken, bridge: { destinationChainId: '8453', outputToken, ...about } })

    test('gives the output token there', () => {
      expect(bridged(USDC_ON_BASE)).toBe('SAFE')
      expect(bridged(USDC)).toBe('NO DATA')
      expect(bridged(thief)).toBe('NO DATA')
      expect(bridged(NATIVE)).toBe('UNSAFE one-sided-order 90')
    })

    test('with a number that no table has is unaccounted', () => {
      const bridge = { destinationChainId: '777777777', outputToken: USDC_ON_BASE }
      expect(signs({ bridge })).toBe('NO DATA')
      expect(assessed({ bridge }).account.unaccounted).toMatchObject([
        { kind: 'chain', value: 777_777_777n, path: 'message.bridge.destinationChainId' },
        { kind: 'value', address: USDC_ON_BASE.toLowerCase() },
      ])
    })

    test('is read with a scaling factor that fits the decimals of known tokens', () => {
      const onBnb = (scalingFactor: number) => bridged(USDC_ON_BNB, { destinationChainId: '56', scalingFactor })
      expect(onBnb(12)).toBe('SAFE')
      expect(onBnb(18)).toBe('NO DATA')
      expect(onBnb(0)).toBe('UNSAFE below-worth 75')
    })

    test('with data for the bridge is NO DATA, as is a bridge to no chain', () => {
      expect(bridged(USDC_ON_BASE, { protocolData: `0x01${thief.slice(2)}` })).toBe('NO DATA')
      expect(signs({ bridge: { protocolSelector: '0x12345678' } })).toBe('NO DATA')
    })

    test('an ether for the currency of another chain has no known worth', () => {
      const order = { srcToken: NATIVE, destToken: NATIVE, srcAmount: '1000000000000000000' }
      const amount = { destAmount: order.srcAmount, expectedAmount: order.srcAmount }
      const on = (destinationChainId: string) =>
        signs({ ...order, ...amount, bridge: { destinationChainId, outputToken: NATIVE } })
      expect(on('8453')).toBe('SAFE')
      expect(on('137')).toBe('UNSAFE below-worth 75')
    })
  })

  describe('with a partner', () => {
    const fee = (low: bigint, more?: object) => signs({ ...more, partnerAndFee: String((BigInt(thief) << 96n) + low) })

    test('that takes a fee', () => {
      expect(fee(200n)).toBe('SAFE')
      expect(assessed({ partnerAndFee: String((BigInt(partner) << 96n) + 100n) }).explanation.order?.fees).toEqual([
        { asset: USDT.toLowerCase(), amount: '990000000', to: partner },
      ])
      // Bits of unknown meaning.
      expect(fee(10_000n)).toBe('NO DATA')
    })

    test('that takes the surplus above an expected amount of nothing gets all', () => {
      const more = { expectedAmount: '0' }
      expect(fee(256n)).toBe('SAFE')
      expect(fee(256n, more)).toBe('UNSAFE one-sided-order 90')
      // Half of it is for the protocol.
      expect(signs(more)).not.toBe('SAFE')
      expect(signs({ ...more, kind: 1 })).toBe('SAFE')
    })
  })
})
