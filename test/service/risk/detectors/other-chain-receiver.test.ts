import { describe, expect, test } from 'vitest'
import { addressOf, call, hashOf, left, right } from '../../../../bench/detection/adversarial/encode.ts'
import { verdictOf } from '../../../../src/api/verdict.ts'
import { otherChainReceiver } from '../../../../src/service/risk/detectors/other-chain-receiver.ts'
import { allow, intel, judged, observe, other, sender, stranger, token } from '../situation.ts'
import { safe, wrapInMulticall, wrapInSafe } from '../wrapping.ts'

const known = [intel(other, { kind: 'protocol', canonical: true }), intel(token, { kind: 'token', canonical: true })]
const burn = (domain: number, to: string) =>
  call('depositForBurn(uint256,uint32,bytes32,address)', 10n ** 9n, domain, to, token)
const points = (data: string, to = other) =>
  observe(otherChainReceiver, { to, data, intel: known }).map((found) => found.points)
const verdict = (data: string, about = {}) => {
  const { coverage, ...assessment } = judged({ to: other, data, intel: known, ...about })
  return verdictOf({ ...assessment, coverage, controlLists: [] })
}
const SOLANA = hashOf('an account on Solana')

test('attack: USDC goes to the own EVM address, padded to 32 bytes, on Solana', () => {
  expect(observe(otherChainReceiver, { to: other, data: burn(5, left(sender)) })).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 75,
      hops: 0,
      subject: '',
      role: '',
      text: `The receiver on Solana is ${sender}, an EVM address, and no one has a key of that account there.`,
      source: 'call data',
      flip: 'set the receiver to an account on Solana',
    },
  ])
  expect(verdict(burn(5, left(sender)))).toBe('BLOCKED')
})

test('near miss: USDC goes to an account of 32 bytes on Solana', () => {
  expect(points(burn(5, SOLANA))).toEqual([])
  expect(verdict(burn(5, SOLANA))).toBe('NO DATA')
})

test('evasion: The bridge is called in a multicall of a Safe: it is found. A number that no table has is NO DATA', () => {
  expect(points(wrapInSafe(other, 0n, wrapInMulticall(burn(5, left(safe)))), safe)).toEqual([75])
  expect(points(burn(99, left(sender)))).toEqual([])
  expect(verdict(burn(99, left(sender)))).toBe('NO DATA')
})

test('an ALLOW entry for the receiver does not cap it', () => {
  expect(verdict(burn(5, left(sender)), { entries: [allow(sender), allow(other)] })).toBe('BLOCKED')
})

test('another form than that of the chain is NO DATA', () => {
  expect(points(burn(5, right(sender)))).toEqual([])
  expect(verdict(burn(5, right(sender)))).toBe('NO DATA')
})

describe('accounts of 20 bytes', () => {
  test.each([
    ['the sender', sender],
    ['an address with a record', other],
  ])('%s is an EVM address', (_, address) => {
    expect(points(burn(4, left(address)))).toEqual([75])
  })

  test('any other one is an account that nothing is known about', () => {
    expect(points(burn(4, left(stranger)))).toEqual([])
    expect(verdict(burn(4, left(stranger)))).toBe('NO DATA')
  })
})

describe('an own address is found', () => {
  const own = left(sender)
  const oft = (endpoint: number) =>
    call(
      'send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)',
      [endpoint, own, 90n, 89n, '0x', '0x', '0x'],
      [0n, 0n],
      sender,
    )
  const wormhole = (chain: number) =>
    call('transferTokens(address,uint256,uint16,bytes32,uint256,uint32)', token, 90n, chain, own, 0n, 7)
  const warp = (domain: number) => call('transferRemote(uint32,bytes32,uint256)', domain, own, 9n)
  const allbridge = (chain: bigint) =>
    call(
      'swapAndBridge(bytes32,uint256,bytes32,uint256,bytes32,uint256,uint8,uint256)',
      ...[left(token), 90n, own, chain, left(token), 7n, 1, 0n],
    )
  const order = (chain: bigint) =>
    call(
      'createOrder((address,uint256,bytes,uint256,uint256,bytes,address,bytes,bytes,bytes,bytes),bytes,uint32,bytes)',
      [token, 9n, SOLANA, 9n, chain, own, sender, SOLANA, '0x', '0x', '0x'],
      ...['0x', 0, '0x'],
    )
  const across = (chain: bigint) =>
    call(
      'deposit(bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint32,uint32,uint32,bytes)',
      ...[own, own, left(token), left(token), 9n, 8n, chain, left(addressOf('none'))],
      ...[1, 2, 0, '0x'],
    )
  const ccip = (selector: bigint) =>
    call('ccipSend(uint64,(bytes,bytes,(address,uint256)[],address,bytes))', selector, [
      own,
      '0x',
      [[token, 9n]],
      token,
      '0x',
    ])

  test.each([
    ['on Solana by LayerZero', oft(30_168), oft(30_184)],
    ['on Tron by LayerZero', oft(30_420), oft(30_101)],
    ['on Starknet by LayerZero', oft(30_500), oft(30_110)],
    ['on Sui by Wormhole', wormhole(21), wormhole(23)],
    ['on Osmosis by Wormhole', wormhole(20), wormhole(24)],
    ['on Starknet by Hyperlane', warp(358_974_494), warp(8453)],
    ['on Eclipse by Hyperlane', warp(1_408_864_445), warp(10)],
    ['on Solana by Allbridge', allbridge(4n), allbridge(2n)],
    ['on Solana by deBridge', order(7_565_164n), order(8453n)],
    ['on Solana by Across', across(34_268_394_551_451n), across(8453n)],
    ['on Aptos by CCIP', ccip(4_741_433_654_826_277_614n), ccip(5_009_297_550_715_157_269n)],
  ])('%s, and not on an EVM chain', (_, data, toEvm) => {
    expect(points(data)).toEqual([75])
    expect(points(toEvm)).toEqual([])
  })
})
