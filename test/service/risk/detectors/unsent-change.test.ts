import { expect, test } from 'vitest'
import { unsentChange } from '../../../../src/service/risk/detectors/unsent-change.ts'
import type { KnownEvidence } from '../../../../src/service/risk/evidence.ts'
import { brief, control, detected, friend } from '../actions-builder.ts'

const executed: Pick<KnownEvidence, 'executed'> = {
  executed: {
    isOwn: false,
    spends: [],
    changes: [{ owner: friend, notes: [{ code: 'control-changed', change: 'owner-added' }] }],
  },
}

test('attack: A module adds an owner to a monitored Safe', () => {
  const [finding] = detected(unsentChange, [], executed)
  expect(finding).toMatchObject({
    points: 60,
    subject: '',
    text: `The monitored address ${friend} did not send this transaction: has one more owner.`,
  })
})

test('near miss: The call data shows the upgrade of the monitored proxy', () => {
  expect(detected(unsentChange, [control({ contract: friend })], executed)).toEqual([])
  expect(detected(unsentChange, [])).toEqual([])
})

test('evasion: The change runs inside an unknown contract: its event is found', () => {
  expect(brief(detected(unsentChange, [control()], executed))).toEqual(['60 '])
})
