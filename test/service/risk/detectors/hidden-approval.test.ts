import { expect, test } from 'vitest'
import { callData, MAX_UINT256 } from '../call-data.ts'
import { approval, eoa, lowered, measured, observation, old } from '../chain/observed.ts'
import { allow, block, intel, judged, other, type Situation, sender, stranger, token } from '../situation.ts'
import { approved, enter, traceOf } from '../trace/trace-builder.ts'

const found = (situation: Situation) =>
  judged({ to: stranger, data: '0x12345678', ...situation })
    .findings.filter(({ rule }) => rule === 'hidden-approval')
    .map(({ points, subject, role }) => `${points} ${role} ${subject}`)
const leaves = (...approvals: readonly ReturnType<typeof approval>[]) => observation([], measured({ approvals }))

test('attack: An unknown function leaves an allowance for an address that the call data does not name', () => {
  const chain = leaves(approval(other, token, { takes: 7n }))
  expect(found({ chain })).toEqual([`85 spender ${other}`])
  const { combinedScore, findings } = judged({ to: stranger, data: '0x12345678', chain })
  expect(combinedScore).toBe(85)
  expect(findings.find(({ rule }) => rule === 'hidden-approval')).toMatchObject({
    text: `may take assets of ${token} afterwards, and does so in a simulated next block, which the call data does not show`,
    source: 'simulation',
  })
})

test('near miss: The call data shows the same allowance', () => {
  const chain = leaves(approval(other, token, { takes: 7n }))
  expect(found({ to: token, data: callData.approve(other, MAX_UINT256), chain })).toEqual([])
})

test('an allowance that is lower than before is none, also of a listed spender; what the call data says stays', () => {
  const about = { amount: 100n, before: MAX_UINT256, takes: undefined }
  const chain = observation([], measured({ lowered: [lowered(other, token, about)] }))
  const listed = { intel: [intel(other)], chain }
  expect(judged({ to: stranger, data: '0x12345678', ...listed }).findings.map(({ subject }) => subject)).not.toContain(
    other,
  )
  const shown = judged({ to: token, data: callData.approve(other, 100n), ...listed })
  expect(shown.combinedScore).toBe(90)
  expect(shown).toEqual(judged({ to: token, data: callData.approve(other, 100n), ...listed, chain: leaves() }))
})

test('evasion: The token emits no Approval event: the allowance is read, not its event. One that is set later is not found', () => {
  const chain = leaves(approval(other, token))
  expect(found({ chain, trace: traceOf(sender, enter(stranger)) })).toEqual([`85 spender ${other}`])
  expect(found({ chain: observation([], measured()) })).toEqual([])
})

test.each<[string, Situation, string[]]>([
  [
    'of another token than the call data shows',
    { to: token, data: callData.approve(other, 5n), chain: leaves(approval(other, stranger)) },
    [`60 spender ${other}`],
  ],
  [
    'of an address that an unknown function names',
    { data: `0x12345678${'0'.repeat(24)}${other.slice(2)}`, chain: leaves(approval(other, token)) },
    [`60 spender ${other}`],
  ],
  ['of the called contract', { chain: leaves(approval(stranger, token)) }, [`60 target ${stranger}`]],
  [
    'of a named EOA',
    {
      data: `0x12345678${'0'.repeat(24)}${other.slice(2)}`,
      chain: observation([eoa(other)], measured({ approvals: [approval(other, token)] })),
    },
    [`85 spender ${other}`],
  ],
  [
    'of an old contract',
    { chain: observation([old(other)], measured({ approvals: [approval(other, token)] })) },
    [`85 spender ${other}`],
  ],
  [
    'that a trace shows',
    {
      chain: leaves(approval(other, token)),
      trace: traceOf(sender, enter(stranger, {}, enter(token, { logs: [approved(token, sender, other, 5n)] }))),
    },
    [`85 spender ${other}`],
  ],
  ['of a spender with an ALLOW entry', { chain: leaves(approval(other, token)), entries: [allow(other)] }, []],
  [
    'of a known protocol',
    { chain: leaves(approval(other, token)), intel: [intel(other, { kind: 'protocol', canonical: true })] },
    [],
  ],
  [
    'that was not measured',
    { chain: observation([], { ...measured({ approvals: [approval(other, token)] }), isMeasured: false }) },
    [],
  ],
  [
    'of a transaction that fails',
    { chain: observation([], { ...measured({ approvals: [approval(other, token)] }), status: 'reverted' }) },
    [],
  ],
])('an allowance %s', (_, situation, expected) => {
  expect(found(situation)).toEqual(expected)
})

test('a hidden spender is looked up: lists decide', () => {
  const chain = leaves(approval(other, token))
  expect(judged({ to: stranger, data: '0x12345678', chain, entries: [block(other)] }).combinedScore).toBe(100)
  expect(
    judged({ to: stranger, data: '0x12345678', chain, intel: [intel(other, { severity: 95 })] }).combinedScore,
  ).toBe(95)
})
