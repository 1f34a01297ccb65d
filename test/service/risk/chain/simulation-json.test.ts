import { expect, test } from 'vitest'
import { checksummed } from '../../../../src/api/address.ts'
import { type AssetChange, simulation } from '../../../../src/api/schemas/simulation.ts'
import { missingText } from '../../../../src/api/text/missing.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import { chainCoverageOf } from '../../../../src/service/risk/chain/coverage.ts'
import type { ChainObservation } from '../../../../src/service/risk/chain/observation.ts'
import { toSimulationJson } from '../../../../src/service/risk/chain/simulation-json.ts'
import type { EvidenceSet } from '../../../../src/service/risk/evidence.ts'
import { wordsOf } from '../../../../src/service/risk/summary/words.ts'
import { MAX_UINT256 } from '../call-data.ts'
import { evidence, intel, judged, other, sender, stranger, token, transaction } from '../situation.ts'
import { enter, traceOf } from '../trace/trace-builder.ts'
import { approval, change, lowered, measured, observation, tokenCalled } from './observed.ts'

const inJson = (known: EvidenceSet) => {
  const analysis = analyze(transaction())
  return toSimulationJson(analysis, known, wordsOf(analysis, known), (asset) =>
    asset === token ? { decimals: 6, usd: '0.5' } : undefined,
  )
}
const shown = (chain?: ChainObservation) => inJson(evidence({ ...(chain && { chain }) }))

test('shows changes of the signer first, as signed decimal strings, and approvals', () => {
  const safe = '0x5afe5afe5afe5afe5afe5afe5afe5afe5afe5afe'
  const changes = [
    change(2n ** 70n, 'native', { owner: safe }),
    change(-2_500_000n, token),
    change(1n, other, { standard: 'erc721', id: 7n }),
  ]
  const approvals = [
    approval(stranger, token, { takes: 5n }),
    approval(stranger, token, { amount: 12n }),
    approval(stranger, other, { kind: 'operator', standard: 'erc1155', amount: undefined }),
  ]
  const json = shown(observation([tokenCalled(token, 'ABC', { decimals: 6 })], measured({ changes, approvals })))
  const [sender_, stranger_, token_, other_, safe_] = [sender, stranger, token, other, safe].map(checksummed)
  const described = { symbol: 'ABC', decimals: 6 }
  const held = { owner: sender_, spender: stranger_, standard: 'erc20', token: token_, ...described }
  expect(json).toEqual({
    status: 'ok',
    method: 'simulate',
    blockNumber: 25_310_112,
    blockHash: `0x${'9f'.repeat(32)}`,
    summary: expect.stringMatching(/^You send 2\.5 of /),
    assetChanges: [
      { owner: sender_, standard: 'erc20', token: token_, ...described, amount: '-2500000', usd: -1.25 },
      { owner: sender_, standard: 'erc721', token: other_, tokenId: '7', amount: '1' },
      { owner: safe_, standard: 'native', amount: String(2n ** 70n) },
    ],
    approvals: [
      { ...held, amount: 'unlimited', takes: '5' },
      { ...held, amount: '12' },
      { owner: sender_, spender: stranger_, standard: 'erc1155', token: other_, approved: true },
    ],
  })
  expect(simulation().parse(json)).toEqual(json)
})

test('shows a lower allowance with what it was, and none that has ended', () => {
  const held = { owner: checksummed(sender), spender: checksummed(stranger), token: checksummed(token) }
  const json = shown(
    observation(
      [],
      measured({
        lowered: [
          lowered(stranger, token, { amount: 100n, before: MAX_UINT256 }),
          lowered(stranger, token, { amount: 100n, before: 1000n }),
          lowered(stranger, token, { amount: 0n, before: 1000n }),
          lowered(stranger, token, { kind: 'operator', standard: 'erc721', amount: undefined, before: undefined }),
        ],
      }),
    ),
  )
  expect(json?.approvals).toEqual([
    { ...held, standard: 'erc20', amount: '100', before: 'unlimited' },
    { ...held, standard: 'erc20', amount: '100', before: '1000' },
  ])
  expect(simulation().parse(json)).toEqual(json)
})

test('a listed token has the symbol of its list; the same symbol of another contract is not verified', () => {
  const listed = intel(token, { kind: 'token', symbol: 'USDC', decimals: 6, canonical: true })
  const chain = observation(
    [tokenCalled(token, 'LIAR', { decimals: 18 }), tokenCalled(other, 'USDC', { decimals: 6 })],
    measured({ changes: [change(-1n, token), change(1n, other)], approvals: [approval(stranger, other)] }),
  )
  const json = inJson(evidence({ chain, intel: [listed] }))
  const described = ({ symbol, decimals, verified }: AssetChange) => [symbol, decimals, verified]
  expect(json?.assetChanges.map(described)).toEqual([
    ['USDC', 6, true],
    ['USDC', 6, undefined],
  ])
  expect(json?.approvals[0]).not.toHaveProperty('verified')
})

test('shows why nothing was simulated', () => {
  expect(shown(observation([], { reason: 'the node did not answer' }, { block: undefined }))).toEqual({
    status: 'unavailable',
    method: 'none',
    reason: 'the node did not answer',
    assetChanges: [],
    approvals: [],
  })
  expect(shown()).toBeUndefined()
})

test.each([
  [observation([], measured()), { status: 'full', node: 'node.example', missing: [] }],
  [
    observation([], measured(), { missing: [{ code: 'no-graph' }, { code: 'no-graph' }] }),
    { status: 'partial', node: 'node.example', missing: ['No known transfers between addresses'] },
  ],
  [
    observation([], { status: 'reverted', method: 'simulate', reason: 'paused' }),
    {
      status: 'partial',
      node: 'node.example',
      missing: ['Transaction fails at block 25310112: paused; its effects are not known'],
    },
  ],
  [
    observation([], { status: 'ok', method: 'trace' }),
    { status: 'partial', node: 'node.example', missing: ['Balances were not measured, only read from the trace'] },
  ],
  [
    observation([], { reason: 'no node answered' }, { node: undefined, block: undefined }),
    { status: 'none', missing: ['Not simulated: no node answered'] },
  ],
])('coverage of the chain %#', (chain, expected) => {
  const { missingData, ...shown } = chainCoverageOf(chain)
  expect(shown).toEqual(expected)
  expect(missingData).toHaveLength(expected.missing.length)
  expect(judged({ chain }).explanation.missing.map(missingText)).toEqual(expect.arrayContaining(expected.missing))
})

test('a simulation that traced is a trace; without one it is missing, and nobody is known by being asked about', () => {
  const trace = traceOf(sender, enter(token))
  const missing = judged({ chain: observation([], measured({ trace })) }).explanation.missing.map(missingText)
  expect(missing).not.toContain('No trace')
  expect(missing).toContain('No data about the recipient')
  expect(judged({ chain: observation([], measured()) }).explanation.missing.map(missingText)).toContain('No trace')
})
