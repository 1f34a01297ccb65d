import { expect, test } from 'vitest'
import { call, value } from './encoding.ts'
import { judged } from './situation.ts'
import { wrapInSafe } from './wrapping.ts'

/** Payloads of thefts from multisigs, without a node: DeFiHackLabs 2025-02 Bybit_exp.sol, and the decoded transaction 0x46deef0f… */

test('Bybit, February 2025: the delegatecall that wrote the singleton of the cold wallet is blocked', () => {
  const cold = '0x1db92e2eebc8e0c075a02bea49a2935bcd2dfcf4'
  const data = call('0xa9059cbb', value('0xbdd077f651ebe7f7b3ce16fe5f2b025be2969516'), value(0n))
  const executed = wrapInSafe('0x96221423681a6d52e184d440a8efcebb105c7242', 0n, data, 1)
  const from = '0x0fa09c3a328792253f8dee7116848723b72a6d2e'
  expect(judged({ from, to: cold, data: executed })).toMatchObject({ status: 'UNSAFE', enforcement: 'BLOCKED' })
})
