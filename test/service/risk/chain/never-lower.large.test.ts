import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allowanceKinds } from '../../../../src/service/evm/allowance.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import type { ChainObservation } from '../../../../src/service/risk/chain/observation.ts'
import {
  type LoweredApproval,
  simulationMethods,
  simulationStatuses,
} from '../../../../src/service/risk/chain/simulation.ts'
import { exposuresOf } from '../../../../src/service/risk/money/total-loss.ts'
import type { ScoredFinding } from '../../../../src/service/risk/types.ts'
import { runs } from '../../../support/share.ts'
import { callData, MAX_UINT256, word } from '../call-data.ts'
import {
  allow,
  block,
  intel,
  judged,
  other,
  type Situation,
  sender,
  stranger,
  token,
  transaction,
} from '../situation.ts'
import { safe, wrapInMulticall, wrapInMultiSend, wrapInSafe } from '../wrapping.ts'
import { account, observation } from './observed.ts'

/** A node may raise a verdict and explain it; it lowers one only for what was there days ago. */

const pool = [sender, other, stranger, token, safe, `0x${'ab'.repeat(20)}`]
const anyAddress = fc.constantFrom(...pool)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const anyAccount: fc.Arbitrary<ChainAccount> = fc
  .record({
    address: anyAddress,
    kind: fc.constantFrom('empty', 'eoa', 'delegated', 'contract', 'contract', 'contract'),
    delegate: maybe(anyAddress),
    owner: maybe(anyAddress),
    hadCodeBefore: maybe(fc.boolean()),
    proxy: maybe(
      fc.record({
        form: fc.constantFrom('eip1967', 'beacon', 'zeppelinos', 'eip1822', 'eip1167', 'eip7511', 'safe'),
        implementation: maybe(anyAddress),
        admin: maybe(anyAddress),
        beacon: maybe(anyAddress),
      }),
    ),
    safe: maybe(fc.record({ owners: fc.subarray(pool), threshold: fc.nat(4) })),
    token: maybe(
      fc.record({
        symbol: maybe(fc.constantFrom('USDT', 'USDТ', 'X')),
        name: maybe(fc.string()),
        decimals: maybe(fc.nat(255)),
        standard: fc.constant('erc20'),
      }),
    ),
  })
  .map(({ address, ...about }) => account(address, about as Partial<ChainAccount>))

const anyAsset = {
  standard: fc.constantFrom('native', 'erc20', 'erc721', 'erc1155'),
  token: fc.constantFrom('', ...pool),
  id: maybe(fc.bigInt({ min: 0n, max: 9n })),
  owner: fc.constantFrom(sender, safe),
}
const amount = fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n })
const anyChange = fc.record({ ...anyAsset, amount })
const anyApproval = fc.record({
  ...anyAsset,
  standard: fc.constantFrom('erc20', 'erc721', 'erc1155'),
  spender: anyAddress,
  amount: maybe(fc.bigInt({ min: 0n, max: MAX_UINT256 })),
  kind: fc.constantFrom(...allowanceKinds),
  takes: maybe(fc.bigInt({ min: 0n, max: 9n })),
})
const anyLowered = fc
  .tuple(anyApproval, maybe(fc.bigInt({ min: 0n, max: MAX_UINT256 })))
  .map(([approval, before]) => ({ ...approval, before }) as LoweredApproval)
const anySimulation = fc.record({
  status: fc.constantFrom(...simulationStatuses),
  method: fc.constantFrom(...simulationMethods),
  reason: maybe(fc.string()),
  changes: fc.array(anyChange, { maxLength: 4 }),
  claims: fc.array(anyChange, { maxLength: 4 }),
  approvals: fc.array(anyApproval, { maxLength: 3 }),
  differences: fc.array(fc.record({ ...anyAsset, plain: amount, realistic: amount }), { maxLength: 3 }),
  isMeasured: fc.boolean(),
})

const anyObservation: fc.Arbitrary<ChainObservation> = fc
  .record({ accounts: fc.array(anyAccount, { maxLength: 8 }), simulation: anySimulation })
  .map(({ accounts, simulation }) => observation(accounts, simulation as Partial<ChainObservation['simulation']>))

const leaf = fc.constantFrom(
  { to: other },
  { to: other, value: 5n },
  { to: stranger, data: '0x12345678' },
  { to: stranger, data: '0x5fba79f5', value: 7n },
  { to: token, data: callData.approve(other, MAX_UINT256) },
  { to: token, data: callData.approve(other, 5n) },
  { to: token, data: callData.approve(other, 0n) },
  { to: token, data: callData.setApprovalForAll(other, true) },
  { to: token, data: callData.permit(sender, other, 5n, 1n, 27, '0x1', '0x2') },
  { to: token, data: callData.transfer(other, 5n) },
  { to: token, data: callData.transferFrom(sender, other, 5n) },
  { to: token, data: `0x3659cfe6${word(other)}` },
  { to: token, data: `0xf2fde38b${word(other)}` },
  { to: safe, data: `0x0d582f13${word(other)}${word(1n)}` },
  { to: safe, data: `0x694e80c3${word(1n)}` },
  { to: safe, data: `0x610b5925${word(other)}` },
)

const anySituation: fc.Arbitrary<Situation> = fc
  .tuple(
    fc.array(leaf, { minLength: 1, maxLength: 3 }),
    fc.nat(2),
    fc.record({
      entries: fc.constantFrom([], [allow(other)], [block(other)], [allow(stranger)]),
      intel: fc.constantFrom(
        [],
        [intel(other)],
        [intel(other, { kind: 'protocol', canonical: true })],
        [intel(token, { kind: 'token', canonical: true, symbol: 'USDT' })],
      ),
      hasHistory: fc.boolean(),
    }),
  )
  .map(([steps, wrapping, known]) => {
    const [first = { to: other }] = steps
    if (wrapping === 0) return { ...known, ...first }
    if (wrapping === 1) return { ...known, to: safe, data: wrapInSafe(token, 0n, wrapInMultiSend(...steps), 1) }
    return { ...known, to: first.to, data: wrapInMulticall(...steps.map(({ data = '0x' }) => data)) }
  })

/** Quieter only because of code that was there days ago. */
function isQuieted({ isKnownByAge, rule, source }: ScoredFinding): boolean {
  return isKnownByAge === true || (rule === 'control-change' && source === 'chain')
}

test('no finding becomes lower by what a node says, except for what was there days ago', () => {
  fc.assert(
    fc.property(anySituation, anyObservation, (situation, chain) => {
      const offline = judged(situation)
      const online = judged({ ...situation, chain })
      const wasThere = [...chain.accounts.values()].some(({ hadCodeBefore }) => hadCodeBefore === true)
      for (const before of offline.findings) {
        const after = online.findings.filter(({ rule, subject }) => rule === before.rule && subject === before.subject)
        const points = Math.max(...after.map((finding) => finding.points))
        if (points < before.points) expect([wasThere, after.some(isQuieted)]).toEqual([true, true])
      }
      if (online.combinedScore < offline.combinedScore) expect(online.findings.some(isQuieted)).toBe(true)
      // A control change stays a warning; a grant is NO DATA.
      if (online.combinedScore < 31 && offline.combinedScore >= 31) expect(online.knownByAgeOnly).toBe(true)
      if (offline.coverage === 'none' && online.coverage !== 'none') expect(online.knownByAgeOnly).toBe(true)
    }),
    { numRuns: runs(400) },
  )
})

test('a node that knows nothing changes nothing but what is missing', () => {
  fc.assert(
    fc.property(anySituation, (situation) => {
      const { explanation: before, ...offline } = judged(situation)
      const { explanation: after, ...online } = judged({ ...situation, chain: observation() })
      expect(online).toEqual(offline)
      expect(after.reasons).toEqual(before.reasons)
      expect(after.missing).toEqual([...before.missing, { code: 'not-simulated' }])
    }),
    { numRuns: runs(100) },
  )
})

test('what is lowered changes nothing but what is reported', () => {
  fc.assert(
    fc.property(
      anySituation,
      anyObservation,
      fc.array(anyLowered, { minLength: 1, maxLength: 4 }),
      (situation, chain, lowered) => {
        const simulation = { ...chain.simulation, lowered }
        const without = { ...situation, chain }
        const withLowered = { ...situation, chain: { ...chain, simulation } }
        expect(judged(withLowered)).toEqual(judged(without))
        expect(exposuresOf(analyze(transaction(situation)), withLowered.chain)).toEqual(
          exposuresOf(analyze(transaction(situation)), chain),
        )
      },
    ),
    { numRuns: runs(150) },
  )
})
