import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Price } from '../../../../src/service/evm/worth.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import type { SimulationEvidence } from '../../../../src/service/risk/chain/simulation.ts'
import { type Exposure, exposuresOf, lossOf } from '../../../../src/service/risk/money/total-loss.ts'
import type { Trace } from '../../../../src/service/risk/trace/trace.ts'
import { callData, MAX_UINT256 } from '../call-data.ts'
import { account, approval, change, measured, observation } from '../chain/observed.ts'
import { type Enter, enter, pays, traceOf } from '../trace/trace-builder.ts'
import { safe, wrapInExecute, wrapInMulticall, wrapInMultiSend, wrapInSafe } from '../wrapping.ts'

const SENDER = '0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const JUNK = '0x80de6b2c4d5e6f708192a3b4c5d6e7f8091a2b3c'
const THIEF = '0x07e4b3c2d4f5061728394a5b6c7d8e9fa0b1c2d3'
const LIBRARY = '0x40a2accbd92bca938b02010e17a5b8929b49130d'
const UNLIMITED = 9_007_199_254_740_991
const ETHER = 10n ** 18n

const prices: Readonly<Record<string, Price>> = {
  native: { decimals: 18, usd: '3000.5' },
  [USDC]: { decimals: 6, usd: '0.9999' },
}

interface Sent {
  readonly to?: string
  readonly data?: string
  readonly value?: bigint
}

const stakes = ({ to, data = '0x', value = 0n }: Sent) =>
  exposuresOf(analyze({ chainId: '1', from: SENDER, to, value, data }))
const loss = (sent: Sent) => lossOf(stakes(sent), (token) => prices[token])

describe('total loss', () => {
  test('is 0 when nothing leaves', () => {
    expect(loss({ to: USDC, data: callData.approve(THIEF, 0n) })).toEqual({ usd: 0, unpriced: [] })
    expect(loss({ to: USDC, data: callData.transfer(SENDER, 5_000_000n) }).usd).toBe(0)
    expect(loss({ to: JUNK, data: callData.transferFrom(SENDER, THIEF, 0n) }).usd).toBe(0)
    expect(loss({ to: USDC, data: callData.transferFrom(THIEF, SENDER, 5_000_000n) }).usd).toBe(0)
  })

  test('is the sum of the transfers, rounded down once', () => {
    expect(loss({ to: THIEF, value: 2n * ETHER }).usd).toBe(6001)
    expect(loss({ to: USDC, data: callData.transfer(THIEF, 10_000_000_000n) }).usd).toBe(9999)
    expect(loss({ to: THIEF, value: 1n }).usd).toBe(0)
    expect(loss({ value: ETHER, data: '0x6001' }).usd).toBe(3000)
  })

  test('counts an allowance in full, and an unlimited one as unlimited', () => {
    expect(loss({ to: USDC, data: callData.approve(THIEF, 5_000_000n) }).usd).toBe(4)
    expect(loss({ to: USDC, data: callData.approve(THIEF, MAX_UINT256) }).usd).toBe(UNLIMITED)
    expect(loss({ to: USDC, data: callData.permit(SENDER, THIEF, MAX_UINT256, 1n, 27, '0x1', '0x2') }).usd).toBe(
      UNLIMITED,
    )
    expect(loss({ to: USDC, data: callData.permit(THIEF, SENDER, MAX_UINT256, 1n, 27, '0x1', '0x2') }).usd).toBe(0)
  })

  test('is unknown when an asset has no price, and names the asset', () => {
    const transfer = loss({ to: JUNK, data: callData.transfer(THIEF, 5n), value: ETHER })
    expect(transfer).toMatchObject({ usd: null, unpriced: [{ token: JUNK, isItem: false }] })
    expect(loss({ to: JUNK, data: callData.approve(THIEF, MAX_UINT256) }).usd).toBeNull()
    expect(loss({ to: USDC, data: callData.safeTransferFrom(SENDER, THIEF, 5n) })).toMatchObject({
      usd: null,
      unpriced: [{ token: USDC, isItem: true }],
    })
    expect(loss({ to: JUNK, data: callData.setApprovalForAll(THIEF, true) }).usd).toBeNull()
    expect(loss({ to: JUNK, data: callData.setApprovalForAll(THIEF, false) }).usd).toBe(0)
  })

  test('includes what leaves a Safe of the sender, not what enters it', () => {
    const steps = [
      { to: USDC, data: callData.transfer(THIEF, 2_000_000n) },
      { to: THIEF, value: ETHER },
    ]
    const data = wrapInSafe(LIBRARY, 0n, wrapInMultiSend(...steps), 1)
    expect(loss({ to: safe, data }).usd).toBe(3002)
    expect(loss({ to: safe, data: wrapInSafe(THIEF, 0n, '0x'), value: ETHER }).usd).toBe(0)
    expect(loss({ to: safe, data: wrapInExecute(USDC, 0n, callData.transfer(SENDER, 2_000_000n)) }).usd).toBe(0)
  })

  test('counts the value of a multicall once', () => {
    const twice = [callData.transfer(THIEF, 0n), callData.transfer(THIEF, 0n)]
    expect(loss({ to: JUNK, data: wrapInMulticall(...twice), value: ETHER }).usd).toBe(3000)
  })
})

/** Reference implementation with fractions over one denominator. */
function byFractions(parts: readonly { amount: bigint; decimals: number; cents: bigint }[]): bigint {
  const denominator = 10n ** 40n
  const sum = parts.reduce((all, { amount, decimals, cents }) => {
    return all + (amount * cents * denominator) / (10n ** BigInt(decimals) * 100n)
  }, 0n)
  return sum / denominator
}

test('is exact for all amounts, decimals and prices', () => {
  const part = fc.record({
    amount: fc.bigInt({ min: 0n, max: 10n ** 30n }),
    decimals: fc.integer({ min: 0, max: 30 }),
    cents: fc.bigInt({ min: 0n, max: 10n ** 9n }),
  })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const exposures = parts.map(({ amount }, index): Exposure => {
        return { token: `${index}`, amount, unlimited: false, isItem: false }
      })
      const priceOf = (token: string): Price | undefined => {
        const found = parts[Number(token)]
        if (!found) return undefined
        const usd = `${found.cents / 100n}.${String(found.cents % 100n).padStart(2, '0')}`
        return { decimals: found.decimals, usd }
      }
      const expected = byFractions(parts)
      const most = BigInt(UNLIMITED - 1)
      expect(BigInt(lossOf(exposures, priceOf).usd ?? -1)).toBe(expected > most ? most : expected)
    }),
    { numRuns: 500, seed: 7 },
  )
})

describe('total loss by a trace', () => {
  const POOL = '0xb001c2d3e4f5061728394a5b6c7d8e9fa0b1c2d3'
  const lossBy = (sent: Sent, calls: readonly Enter[], about: Partial<Trace> = {}) => {
    const { to = JUNK, data = '0xdeadbeef', value = 0n } = sent
    const trace = traceOf(SENDER, enter(to, { input: data, value }, ...calls), about)
    const exposures = exposuresOf(analyze({ chainId: '1', from: SENDER, to, value, data }, trace))
    return lossOf(exposures, (token) => prices[token]).usd
  }
  const taken = pays(USDC, SENDER, THIEF, 10_000_000_000n)
  const back = pays(USDC, POOL, SENDER, 9_000_000_000n)
  const pulled = enter(USDC, { input: callData.transferFrom(SENDER, THIEF, 10_000_000_000n) })

  test('counts what call data does not show, net for each asset', () => {
    expect(lossBy({}, [taken])).toBe(9999)
    expect(lossBy({}, [taken, back])).toBe(999)
    expect(lossBy({ value: 2n * ETHER }, [enter(SENDER, { value: ETHER })])).toBe(3000)
    expect(lossBy({ value: 2n * ETHER }, [taken])).toBe(6001 + 9999)
    expect(lossBy({}, [pays(JUNK, SENDER, THIEF, 1n)])).toBeNull()
  })

  test('does not deduct what comes back in another asset', () => {
    expect(lossBy({ value: 2n * ETHER }, [back])).toBe(6001)
  })

  test('is 0 when a traced call moves nothing, also where call data names an amount', () => {
    expect(lossBy({ to: USDC, data: callData.transferFrom(SENDER, THIEF, 5_000_000n) }, [])).toBe(0)
  })

  test('adds allowances, also those that only the trace shows', () => {
    expect(lossBy({ to: USDC, data: callData.approve(THIEF, 5_000_000n) }, [])).toBe(4)
    const permit = enter(USDC, { input: callData.permit(SENDER, THIEF, MAX_UINT256, 1n, 27, '0x1', '0x2') })
    expect(lossBy({}, [permit])).toBe(UNLIMITED)
  })

  test.each([
    ['without logs', { hasLogs: false }],
    ['that is not complete', { incomplete: true }],
  ])('of a trace %s is the larger of both', (_, about) => {
    const small = { to: USDC, data: callData.transfer(THIEF, 5_000_000n) }
    expect(lossBy(small, [], about)).toBe(4)
    expect(lossBy(small, [pulled], about)).toBe(9999)
    expect(lossBy({ to: USDC, data: callData.transfer(THIEF, 20_000_000_000n) }, [pulled], about)).toBe(19998)
    expect(lossBy({ value: ETHER }, [pulled], about)).toBe(3000 + 9999)
    expect(lossBy({ value: ETHER }, [enter(SENDER, { value: ETHER })], about)).toBe(3000)
  })

  test('of a transaction that reverts in the trace is that of the call data', () => {
    const root = enter(THIEF, { value: ETHER, error: 'out of gas' })
    const given = { chainId: '1', from: SENDER, to: THIEF, value: ETHER, data: '0x' }
    const exposures = exposuresOf(analyze(given, traceOf(SENDER, root)))
    expect(lossOf(exposures, (token) => prices[token]).usd).toBe(3000)
  })
})

describe('total loss by measured balances', () => {
  const measuredLoss = (
    { to, data = '0x', value = 0n }: Sent,
    simulated: Partial<SimulationEvidence>,
    accounts: readonly ChainAccount[] = [],
  ) => {
    const analysis = analyze({ chainId: '1', from: SENDER, to, value, data })
    return lossOf(exposuresOf(analysis, observation(accounts, measured(simulated))), (token) => prices[token])
  }
  const usdc = (amount: bigint, owner = SENDER) => change(amount, USDC, { owner })

  test('is the net amount of each asset that leaves the sender and its accounts', () => {
    const swap = { to: JUNK, data: '0xdeadbeef', value: ETHER }
    expect(loss(swap).usd).toBe(3000)
    expect(
      measuredLoss(swap, { changes: [change(-ETHER, 'native', { owner: SENDER }), usdc(2_000_000_000n)] }).usd,
    ).toBe(3000)
    const paid = { changes: [usdc(-5_000_000_000n), usdc(2_000_000_000n, safe)] }
    // Call data can make any contract look like an account of the sender.
    expect(measuredLoss(swap, paid).usd).toBe(4999)
    expect(measuredLoss(swap, paid, [account(safe, { safe: { owners: [SENDER], threshold: 1 } })]).usd).toBe(2999)
    expect(measuredLoss(swap, paid, [account(safe, { owner: SENDER })]).usd).toBe(2999)
    expect(measuredLoss(swap, paid, [account(safe, { owner: THIEF })]).usd).toBe(4999)
    expect(measuredLoss(swap, { changes: [usdc(5_000_000_000n)] }).usd).toBe(0)
  })

  test('counts an allowance that only the simulation shows, and one of the call data once', () => {
    const approvals = [approval(THIEF, USDC, { owner: SENDER, amount: 5_000_000n })]
    expect(measuredLoss({ to: JUNK, data: '0xdeadbeef' }, { approvals }).usd).toBe(4)
    expect(measuredLoss({ to: USDC, data: callData.approve(THIEF, 5_000_000n) }, { approvals }).usd).toBe(4)
    expect(
      measuredLoss({ to: JUNK, data: '0xdeadbeef' }, { approvals: [approval(THIEF, USDC, { owner: SENDER })] }).usd,
    ).toBe(UNLIMITED)
    expect(measuredLoss({ to: USDC, data: callData.approve(THIEF, MAX_UINT256) }, {}).usd).toBe(UNLIMITED)
  })

  test('names items, which have no price', () => {
    const item = change(-1n, JUNK, { owner: SENDER, standard: 'erc721', id: 7n })
    expect(measuredLoss({ to: THIEF }, { changes: [item] })).toMatchObject({
      usd: null,
      unpriced: [{ token: JUNK, isItem: true }],
    })
  })
})
