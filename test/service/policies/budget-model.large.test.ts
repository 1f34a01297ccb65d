import fc from 'fast-check'
import { expect, test } from 'vitest'
import { TestClock } from '../../support/deterministic.ts'
import { openForTest } from '../../support/open-service.ts'
import { requestsTo, SENDER, type Verdict } from '../../support/requests.ts'
import { runs } from '../../support/share.ts'
import { callData } from '../risk/call-data.ts'

const USDC = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const PAYEE = '0xabcd1111222233334444555566667777888899ff'
const HOUR = 3_600_000
const LIMITS = [
  { ms: 24 * HOUR, most: 500 },
  { ms: 72 * HOUR, most: 900 },
] as const

/** Each opens a service: fewer of them while a person works. */
const HISTORIES = runs(1000)

/** A payment as the model keeps it: it knows windows and nonces, and nothing of sums. */
interface Paid {
  readonly svcTxId: string
  readonly dollars: number
  readonly nonce: number | undefined
  at: number
  readonly until: number | undefined
  /** waiting: a larger one of its nonce counts. */
  state: 'open' | 'waiting' | 'mined' | 'ended'
  /** What was allowed last of those that wait for it: the budget was asked for so much (USD). */
  asked?: number
  /** How old the reservation was when a block had it (ms): a window that it had left has more than its limit then, which is reported. */
  age?: number
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      dollars: fc.integer({ min: 1, max: 300 }),
      nonce: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      sign: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(fc.integer({ min: 1, max: 30 * HOUR }), fc.constantFrom(HOUR, 24 * HOUR, 24 * HOUR - 1, 72 * HOUR)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('mine' as const, 'release' as const), which: fc.nat(20) }),
  },
)

/** What counts in a window. */
function used(paid: readonly Paid[], now: number, ms: number, without: number | undefined): number {
  const counting = paid.filter(
    ({ state, at, until }) =>
      at > now - ms && (state === 'mined' || (state === 'open' && (until === undefined || until > now))),
  )
  return counting
    .filter(({ nonce, state }) => nonce === undefined || nonce !== without || state === 'mined')
    .reduce((sum, { dollars }) => sum + dollars, 0)
}

/** `transferAndCall(address,uint256,bytes)` of ERC-1363, with the slot of a payload. */
function transferWithSlot(to: string, amount: bigint): string {
  return `0x4000aea0${callData.transfer(to, amount).slice(10)}${'60'.padStart(64, '0')}${'0'.repeat(64)}`
}

test('no history of allowed payments is above a budget, and none that fits is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const clock = new TestClock()
      const service = await openForTest({ clock })
      const { send, report } = requestsTo(service)
      await send('POST', '/ext/v1/policies', {
        name: 'payouts',
        mode: 'enforce',
        default: 'deny',
        allow: [{ pays: { to: [PAYEE], per: { '24h': '500 USD', '72h': '900 USD' } } }],
      })
      // Only of a contract that is described it is known that a payload ends what it may do.
      const functions = [{ call: 'settle(bytes32 id)', effects: [] }]
      await send('PUT', '/ext/v1/contracts', { address: USDC, chainId: '1', functions })
      const paid: Paid[] = []
      for (const each of steps) {
        const now = clock.now()
        if (each.kind === 'wait') clock.advance(each.ms)
        else if (each.kind === 'pay') await pay(each, now)
        else await end(each, now)
      }
      for (const { ms, most } of LIMITS) {
        const inTime = paid
          .filter(({ age = 0 }) => age < ms)
          .map((each) => ({ ...each, dollars: each.state === 'open' ? (each.asked ?? each.dollars) : each.dollars }))
        expect(used(inTime, clock.now(), ms, undefined)).toBeLessThanOrEqual(most)
      }
      await service.close()

      async function pay(
        { dollars, nonce: asked, sign }: { dollars: number; nonce: number | undefined; sign: boolean },
        now: number,
      ) {
        // With a payload, a call can be sent with any nonce, until the payload in it expires.
        const nonce = sign ? undefined : asked
        const live = paid.filter(
          (other) => other.nonce !== undefined && other.nonce === nonce && other.state === 'open',
        )
        const largest = Math.max(
          0,
          ...live.filter(({ until }) => until === undefined || until > now).map((other) => other.dollars),
        )
        const fits = LIMITS.every(({ ms, most }) => used(paid, now, ms, nonce) + dollars <= most)
        const verdict = await send('POST', '/api/v2/transaction/validate', {
          transaction: {
            chainId: '1',
            from: SENDER,
            to: USDC,
            data: (sign ? transferWithSlot : callData.transfer)(PAYEE, BigInt(dollars) * 10n ** 6n),
            ...(asked !== undefined && { nonce: String(asked) }),
          },
          trackNonce: false,
          signTransaction: sign,
        })
        expect(verdict.valid, `${dollars} at ${now}, ${JSON.stringify(paid)}`).toBe(fits)
        if (!fits) return
        const isLargest = dollars > largest
        for (const other of live) {
          if (isLargest) other.state = 'waiting'
          // It may be sent from now on, as this one.
          else Object.assign(other, { at: now, asked: dollars })
        }
        paid.push({
          svcTxId: verdict.svcTxId,
          dollars,
          nonce,
          at: now,
          until: sign ? now + HOUR : undefined,
          state: isLargest || largest === 0 ? 'open' : 'waiting',
        })
      }

      async function end({ kind, which }: { kind: 'mine' | 'release'; which: number }, now: number) {
        const open = paid.filter(({ state, until }) => state === 'open' && (until === undefined || until > now))
        const one = open[which % Math.max(1, open.length)]
        if (!one) return
        if (kind === 'release') {
          await send('DELETE', `/ext/v1/policy-reservations/${one.svcTxId}`)
          one.state = 'ended'
          const [next] = paid
            .filter(({ nonce, state }) => nonce !== undefined && nonce === one.nonce && state === 'waiting')
            .toSorted((a, b) => b.dollars - a.dollars)
          if (next) next.state = 'open'
          return
        }
        const hash = `0x${(paid.indexOf(one) + 1).toString(16).padStart(64, '0')}`
        await report({ svcTxId: one.svcTxId } as Verdict, { transactionId: hash, blockNumber: '7' })
        one.state = 'mined'
        one.age = now - one.at
        one.at = now
        for (const other of paid)
          if (other !== one && one.nonce !== undefined && other.nonce === one.nonce && other.state !== 'mined')
            other.state = 'ended'
      }
    }),
    { numRuns: HISTORIES < 1000 ? Math.ceil(HISTORIES / 4) : HISTORIES },
  )
})
