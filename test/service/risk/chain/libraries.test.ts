import { expect, test } from 'vitest'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import { withLibraries } from '../../../../src/service/risk/chain/libraries.ts'
import type { IntelRecord } from '../../../../src/service/risk/evidence.ts'
import { callData } from '../call-data.ts'
import { other, stranger, token, transaction } from '../situation.ts'
import { type Step, safe, wrapInMultiSend, wrapInSafe } from '../wrapping.ts'
import { account, observation } from './observed.ts'

/** MultiSendCallOnly 1.4.1, by safe-deployments. */
const codeHash = '0xecd5bd14a08c5d2122379900b2f272bdf107a7e92423c10dd5fe3254386c9939'
const canonical: IntelRecord = {
  address: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
  chainIds: [],
  kind: 'protocol',
  canonical: true,
  label: 'Safe MultiSendCallOnly 1.4.1',
  source: 'built-in',
  as: ['library'],
}
const payment = { to: token, data: callData.transfer(stranger, 1n) }

function analysisOf(library: string, ...steps: readonly Step[]) {
  return analyze(transaction({ to: safe, data: wrapInSafe(library, 0n, wrapInMultiSend(payment, ...steps), 1) }))
}

const labels = (library: string, hash: string, intel: readonly IntelRecord[] = [], ...steps: readonly Step[]) => {
  const chain = observation([account(library, { codeHash: hash })])
  return withLibraries(intel, analysisOf(library, ...steps), chain).map(({ label }) => label)
}

test('a library of Safe is known by its code wherever it is', () => {
  expect(labels(other, codeHash)).toEqual(['Safe MultiSendCallOnly 1.4.1, by its code'])
  expect(labels(other, `${codeHash.slice(0, -1)}8`)).toEqual([])
})

test('the address of a library with other code is not known, and without a node it is', () => {
  const address = canonical.address.toLowerCase()
  expect(labels(address, codeHash, [canonical])).toEqual([canonical.label])
  expect(labels(address, `0x${'00'.repeat(32)}`, [canonical])).toEqual([])
  expect(withLibraries([canonical], analysisOf(address), undefined)).toEqual([canonical])
  expect(withLibraries([canonical], analysisOf(address), observation())).toEqual([canonical])
})

test('what else the address gets is not vouched for', () => {
  const approval = { to: token, data: callData.approve(other, 1n) }
  expect(labels(other, codeHash, [], approval)).toEqual([])
})
