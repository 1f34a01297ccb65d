import { describe, expect, test } from 'vitest'
import type { Action } from '../../../../src/service/risk/actions/actions.ts'
import {
  type ControlForm,
  controlForms,
  type GrantForm,
  grantForms,
  type RightName,
  rights,
} from '../../../../src/service/risk/actions/forms.ts'
import { detectors } from '../../../../src/service/risk/detectors/index.ts'
import { type KnownEvidence, knownAs } from '../../../../src/service/risk/evidence.ts'
import { coin, control, detected, grant, right, somebody } from '../actions-builder.ts'
import { intel } from '../situation.ts'

/** Every action that hands a right to an unknown account has a reason with points. */
const points = (action: Action, known: Partial<KnownEvidence> = {}) =>
  Math.max(
    0,
    ...detectors.flatMap((detector) =>
      detected(detector, [action], known).flatMap((each) => (each.subject === somebody ? each.points : [])),
    ),
  )

test.each<GrantForm>(grantForms)('a grant by %s', (form) => {
  expect(points(grant({ form }))).toBeGreaterThan(0)
})

test.each(Object.keys(rights) as RightName[])('the right to %s', (name) => {
  expect(points(right({ right: name }))).toBeGreaterThan(0)
})

describe.each<ControlForm>(controlForms)('control by %s', (form) => {
  test('of a contract that nobody knows', () => {
    expect(points(control({ form }))).toBeGreaterThan(30)
  })

  test('of an own account that is known', () => {
    const call = { ...control().call, actor: coin }
    const known = { intel: [intel(coin, { kind: 'protocol', canonical: true, as: ['module'] })] }
    expect(points(control({ form, call }), known)).toBeGreaterThan(30)
  })

  test.each(knownAs)('of a contract that is known as a %s, called by another account', (as) => {
    const known = { intel: [intel(coin, { kind: 'protocol', canonical: true, as: [as] })] }
    expect(points(control({ form }), known)).toBeGreaterThan(30)
  })
})
