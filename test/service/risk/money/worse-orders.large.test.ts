import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf } from '../../../../bench/detection/adversarial/encode.ts'
import { PERMIT2, SEAPORT } from '../../../../bench/detection/adversarial/protocols.ts'
import { SIGNER } from '../../../../bench/detection/adversarial/row.ts'
import type { HonestCase } from '../../../honest/honest-case.ts'
import { verdictOfCase } from '../../../honest/verdict-of-case.ts'
import { ETH_FLOW, fillForms, nativeForms } from '../../../support/orders/fills.ts'
import { limitForms } from '../../../support/orders/limits.ts'
import { messageForms } from '../../../support/orders/messages.ts'
import { dollars, type TradeCase, usdc, weth } from '../../../support/orders/trade.ts'
import { runs } from '../../../support/share.ts'
import { dataOf } from '../effects/found.ts'

/** Worse terms of an order never lower its score, and never make it SAFE. */

const judged = (made: object) => verdictOfCase({ id: 'order', what: '', source: '', ...made } as HonestCase)

function isNotBetter(worse: object, better: object): void {
  const [one, two] = [judged(worse), judged(better)]
  expect(one.score).toBeGreaterThanOrEqual(two.score)
  if (two.verdict !== 'SAFE') expect(one.verdict).not.toBe('SAFE')
}

const rate = fc.oneof(
  fc.integer({ min: 1, max: 1_300 }),
  fc.constantFrom(1, 10, 120, 130, 499, 500, 799, 800, 999, 1_000),
)

describe('a lower limit', () => {
  test.each([...messageForms, ...fillForms, ...limitForms])('$name', ({ make }) => {
    fc.assert(
      fc.property(rate, rate, (one, two) => {
        const [low, high] = one < two ? [one, two] : [two, one]
        isNotBetter(make(dollars(low)), make(dollars(high)))
        isNotBetter(make({ ...dollars(low), get: weth }), make({ ...dollars(high), get: weth }))
      }),
      { numRuns: runs(20) },
    )
  })

  test.each(nativeForms)('$name', ({ make }) => {
    fc.assert(
      fc.property(rate, rate, (one, two) => {
        const [low, high] = one < two ? [one, two] : [two, one]
        const at = (each: number): TradeCase =>
          make({ give: { ...weth, token: `0x${'00'.repeat(20)}` }, get: weth, units: 10, rate: each })
        isNotBetter(at(low), at(high))
      }),
      { numRuns: runs(20) },
    )
  })
})

const share = fc.integer({ min: 0, max: 1_000 })
const AMOUNT = 10_000_000_000n
const partOf = (parts: number) => (AMOUNT * BigInt(parts)) / 1000n

/** Forms with a fee, of so many thousandths of the amount. */
const fees: readonly (readonly [name: string, make: (parts: number) => object])[] = [
  [
    'CoW order',
    (parts) => {
      const { make } = messageForms.find(({ name }) => name === 'CoW sell order') ?? {}
      const made = make?.(dollars(1000)) as { typedData: { message: object } }
      const message = { ...made.typedData.message, feeAmount: String(partOf(parts)) }
      return { ...made, typedData: { ...made.typedData, message } }
    },
  ],
  [
    'CoW order for ether',
    (parts) => {
      const fee = (10n ** 18n * BigInt(parts)) / 1000n
      const data = dataOf('createOrder((address,address,uint256,uint256,bytes32,uint256,uint32,bool,int64) order)', [
        usdc.token,
        SIGNER,
        10n ** 18n,
        3_000_000_000n,
        `0x${'00'.repeat(32)}`,
        fee,
        1_900_000_000,
        false,
        0n,
      ])
      return { to: ETH_FLOW, data, value: 10n ** 18n + fee }
    },
  ],
  [
    'CCTP',
    (parts) => ({
      to: '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d',
      data: dataOf(
        'depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
        ...[
          AMOUNT,
          6,
          `0x${SIGNER.slice(2).padStart(64, '0')}`,
          usdc.token,
          `0x${'00'.repeat(32)}`,
          partOf(parts),
          1000,
        ],
      ),
    }),
  ],
  [
    'Hop',
    (parts) => ({
      to: '0x3666f603Cc164936C1b87e207F36BEBa4AC5f18a',
      data: dataOf(
        'sendToL2(uint256 chainId, address recipient, uint256 amount, uint256 amountOutMin, uint256 deadline, address relayer, uint256 relayerFee)',
        ...[10n, SIGNER, AMOUNT, AMOUNT, 1_900_000_000n, `0x${'00'.repeat(20)}`, partOf(parts)],
      ),
    }),
  ],
]

describe('a higher fee', () => {
  test.each(fees)('%s', (_, make) => {
    fc.assert(
      fc.property(share, share, (one, two) => isNotBetter(make(Math.max(one, two)), make(Math.min(one, two)))),
      { numRuns: runs(30) },
    )
    expect(judged(make(990)).verdict).not.toBe('SAFE')
  })
})

describe('an output less', () => {
  const outputsOf: Readonly<Record<string, (message: Record<string, unknown>) => unknown[]>> = {
    [SEAPORT]: (message) => message.consideration as unknown[],
    [PERMIT2]: (message) => (message.witness as { baseOutputs: unknown[] }).baseOutputs,
  }

  test.each(messageForms.filter(({ name }) => /^(?:Seaport|UniswapX)/.test(name) && !name.includes('bulk')))(
    '$name',
    ({ make }) => {
      for (const each of [1000, 900, 790, 400]) {
        const whole = make(dollars(each)) as {
          typedData: { domain: { verifyingContract: string }; message: Record<string, unknown> }
        }
        const listOf = outputsOf[whole.typedData.domain.verifyingContract.toLowerCase()]
        if (!listOf) throw new Error('no outputs')
        for (const index of listOf(whole.typedData.message).keys()) {
          const less = structuredClone(whole)
          listOf(less.typedData.message).splice(index, 1)
          isNotBetter(less, whole)
        }
        const others = structuredClone(whole)
        for (const output of listOf(others.typedData.message) as { recipient: string }[])
          output.recipient = addressOf('others')
        isNotBetter(others, whole)
      }
    },
  )
})
