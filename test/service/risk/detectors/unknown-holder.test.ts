import { expect, test } from 'vitest'
import { unknownHolder } from '../../../../src/service/risk/detectors/unknown-holder.ts'
import { asset, briefly, detected, exchange, native, otherCoin, signer, somebody } from '../actions-builder.ts'
import { word } from '../call-data.ts'
import { observation, old } from '../chain/observed.ts'
import { allow, intel, judged, observe, other, sender, stranger, token } from '../situation.ts'
import {
  account,
  entryPoint,
  safe,
  wrapInAll,
  wrapInExecute,
  wrapInMultiSend,
  wrapInSafe,
  wrapInUserOperation,
} from '../wrapping.ts'

const found = briefly(unknownHolder)
const deposit = (about = {}) => exchange({ form: 'deposit', receives: [], heldBy: [somebody], ...about })

/** Morpho Blue: tokens, oracle, rate model, ratio; amounts, owner and no data. */
const supply = (oracle: string, owner: string) =>
  `0xa99aad89${[token, token, oracle, token, 9n, 10n ** 9n, 0n, owner, 9n * 32n, 0n].map(word).join('')}`
const known = [stranger, token].map((address) => intel(address, { kind: 'protocol', canonical: true }))

test('attack: A deposit goes to a market of Morpho with an unknown oracle', () => {
  expect(detected(unknownHolder, [deposit()])).toEqual([
    {
      subCategory: 'maliciousInteraction',
      points: 30,
      hops: 0,
      subject: somebody,
      role: '',
      text: 'decides over what is paid in and is unknown',
      source: 'call data',
      flip: 'verify the address with its owner, then add an ALLOW entry for it',
      isUnvouched: true,
    },
  ])
  const { status, coverage, findings } = judged({ to: stranger, data: supply(other, sender), intel: known })
  expect([status, coverage, findings[0]?.subject, findings[0]?.role]).toEqual(['SAFE', 'none', other, 'market'])
})

test('near miss: The oracle and all other parts of the market are known', () => {
  const situation = { to: stranger, data: supply(other, sender), intel: known, entries: [allow(other)] }
  expect(judged(situation)).toMatchObject({ combinedScore: 0, coverage: 'partial' })
})

test('evasion: The deposit is wrapped in a multicall, a Safe and a user operation: it is found', () => {
  const subjects = (to: string, data: string) =>
    observe(unknownHolder, { to, data, intel: known }).map((each) => each.subject)
  expect(subjects(entryPoint, wrapInAll(stranger, supply(other, safe)))).toEqual([other])
  const batch = wrapInMultiSend({ to: stranger, data: supply(other, safe) })
  expect(subjects(safe, wrapInSafe(stranger, 0n, batch, 1))).toEqual([other])
  const single = wrapInExecute(stranger, 0n, supply(other, account))
  expect(subjects(entryPoint, wrapInUserOperation(account, single))).toEqual([other])
})

test('the address that alone may deliver what is sent to another chain is found', () => {
  const [caller] = detected(unknownHolder, [deposit({ form: 'bridge' })])
  expect(caller?.text).toBe('alone may deliver what is sent and is unknown')
  expect(found([deposit({ form: 'bridge', heldBy: [signer] })])).toEqual([])
})

test.each([
  ['bridge', 0],
  ['executor', 0],
  ['market', 1],
  ['module', 1],
] as const)('what is known as a %s delivers, or does not', (as, findings) => {
  const record = intel(somebody, { kind: 'protocol', canonical: true, as: [as] })
  expect(found([deposit({ form: 'bridge' })], { intel: [record] })).toHaveLength(findings)
})

test('each token of a pool decides what its liquidity is worth, unless a node says that it is old', () => {
  const added = exchange({ form: 'liquidity', gives: [asset({ token: somebody }), native(1n)], receives: [] })
  expect(found([added])).toEqual([`30 ${somebody}`])
  expect(found([{ ...added, form: 'deposit' }])).toEqual([])
  expect(found([added], { chain: observation([old(somebody)]) })).toEqual([])
})

test('the payer and the called contract are no other addresses, and a trace shows what is theirs', () => {
  const call = deposit().call
  expect(found([deposit({ heldBy: [signer, otherCoin] })])).toEqual([])
  expect(found([deposit({ call: { ...call, inTrace: true } })])).toEqual([])
})
