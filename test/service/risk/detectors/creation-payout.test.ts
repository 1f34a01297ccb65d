import { expect, test } from 'vitest'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import { account, eoa, neverUsed, observation } from '../chain/observed.ts'
import { allow, intel, judged, other, type Situation, sender, stranger } from '../situation.ts'
import { type Enter, enter, traceOf } from '../trace/trace-builder.ts'

const ETHER = 10n ** 18n
const CODE = '0x6001'
const pool = '0xb001c2d3e4f5061728394a5b6c7d8e9fa0b1c2d3'

/** A contract is created with ten ether. */
function creates(...inner: readonly Enter[]): Situation {
  const created = enter(other, { type: 'CREATE', value: 10n * ETHER, input: CODE }, ...inner)
  return { to: undefined, value: 10n * ETHER, data: CODE, trace: traceOf(sender, created) }
}

const found = (situation: Situation) =>
  judged(situation)
    .findings.filter(({ rule }) => rule === 'creation-payout')
    .map(({ points, subject }) => `${points} ${subject}`)

const paid = (to: string, ether: bigint, about: { input?: string; type?: 'SELFDESTRUCT' } = {}) =>
  enter(to, { value: ether * ETHER, ...about })
const knowing = (...accounts: readonly ChainAccount[]) => ({ chain: observation(accounts) })

test('attack: A constructor sends all ether to an EOA', () => {
  expect(found(creates(paid(stranger, 10n)))).toEqual([`60 ${stranger}`])
})

test('near miss: A constructor puts the ether into a pool', () => {
  expect(found(creates(paid(pool, 10n, { input: '0xd0e30db0' })))).toEqual([])
  expect(found({ ...creates(paid(pool, 10n)), ...knowing(account(pool)) })).toEqual([])
})

test('evasion: It is sent in parts, or by self-destruction: it is found. One that keeps it for later, or pays another contract, is not', () => {
  expect(found(creates(paid(pool, 3n), paid(stranger, 4n)))).toEqual([`60 ${stranger}`])
  expect(found(creates(paid(stranger, 10n, { type: 'SELFDESTRUCT' })))).toEqual([`60 ${stranger}`])
  expect(found(creates())).toEqual([])
})

test.each<[string, Situation, string[]]>([
  ['with data', { ...creates(paid(stranger, 10n, { input: '0x01' })), ...knowing(eoa(stranger)) }, [`60 ${stranger}`]],
  [
    'through a helper',
    creates(enter(pool, { type: 'CREATE', value: ETHER, input: CODE }, paid(stranger, 9n))),
    [`60 ${stranger}`],
  ],
  ['to the new contract itself', { ...creates(), ...knowing(neverUsed(other)) }, []],
  [
    'to another new contract',
    { ...creates(enter(pool, { type: 'CREATE2', value: 9n * ETHER, input: CODE })), ...knowing(neverUsed(pool)) },
    [],
  ],
  [
    'by another new contract that ends',
    {
      ...creates(
        enter(pool, { type: 'CREATE', value: 9n * ETHER, input: CODE }, paid(stranger, 9n, { type: 'SELFDESTRUCT' })),
      ),
      ...knowing(neverUsed(pool), neverUsed(stranger)),
    },
    [`60 ${stranger}`],
  ],
  ['a small fee', creates(paid(stranger, 1n)), []],
  ['back to the sender', creates(paid(sender, 10n)), []],
  ['to an allowed address', { ...creates(paid(stranger, 10n)), entries: [allow(stranger)] }, []],
  [
    'to a known address',
    { ...creates(paid(stranger, 10n)), intel: [intel(stranger, { kind: 'protocol', as: ['payee'] })] },
    [],
  ],
  ['by a call that fails', creates(enter(stranger, { value: 10n * ETHER, error: 'out of gas' })), []],
  ['of a call, not a creation', { ...creates(paid(stranger, 10n)), to: other }, []],
])('%s', (_, situation, expected) => {
  expect(found(situation)).toEqual(expected)
})
