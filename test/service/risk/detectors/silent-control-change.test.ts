import * as ContractAddress from 'ox/ContractAddress'
import { describe, expect, test } from 'vitest'
import { topicOf, word } from '../../../../src/service/evm/words.ts'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import { type NamedControl, namedControlIn } from '../../../../src/service/risk/chain/control-events.ts'
import type { SlotChange } from '../../../../src/service/risk/chain/simulation.ts'
import { callData } from '../call-data.ts'
import { account, measured, neverUsed, observation, proxy } from '../chain/observed.ts'
import { allow, intel, judged, other, type Situation, sender, stranger, token } from '../situation.ts'
import { safe, wrapInSafe } from '../wrapping.ts'

const slots = {
  implementation: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  admin: '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  guard: '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
  singleton: `0x${word(0n)}`,
  threshold: `0x${word(4n)}`,
  /** keccak256 of the start of the list and the slot of the mapping. */
  owners: '0xe90b7bceb6e7df5418fb78d8ee546e97c83a08bbccc01a0644d599ccd2a7c2e0',
  modules: '0xcc69885fda6bcc1a4ace058b4a62bf5e179ea78fd58a1ccd71c22cc9b688792f',
  unknown: `0x${word(7n)}`,
}

function slot(
  name: keyof typeof slots,
  before: string | bigint,
  after: string | bigint,
  about: Partial<SlotChange> = {},
): SlotChange {
  return {
    contract: token,
    slot: slots[name],
    before: `0x${word(before)}`,
    after: `0x${word(after)}`,
    isLogged: false,
    ...about,
  }
}

const administered = account(token, proxy({ admin: sender, implementation: stranger }))
const changed = (...changes: readonly SlotChange[]) => measured({ slots: changes })

const found = (situation: Situation) =>
  judged({ to: token, data: '0x12345678', ...situation })
    .findings.filter(({ rule }) => rule === 'silent-control-change')
    .map(({ points, subject, role, text }) => `${points} ${role} ${subject} ${text}`)

test('attack: An unknown function of a proxy that the sender administers writes its admin slot without an event', () => {
  const chain = observation([administered], changed(slot('admin', sender, other)))
  expect(found({ chain })).toEqual([
    `80 new-owner ${other} becomes the admin of ${token} instead of ${sender} in the simulation and is unknown; neither an event nor the call data says so`,
  ])
  expect(judged({ to: token, data: '0x12345678', chain }).combinedScore).toBe(80)
})

test('near miss: The call data upgrades the proxy, or a contract of others, in which the sender has nothing, logs its new owner', () => {
  const upgraded = observation([administered], changed(slot('implementation', stranger, other)))
  expect(found({ data: `0x3659cfe6${word(other)}`, chain: upgraded })).toEqual([])
  const logged = slot('unknown', stranger, other, { isLogged: true })
  expect(found({ chain: observation([account(token, { owner: stranger })], changed(logged)) })).toEqual([])
})

test('evasion: The contract logs an event that names another address: it announces nothing. A slot of another kind is not found without an owner() that answers it, or an event', () => {
  const change = slot('unknown', stranger, other)
  expect(found({ chain: observation([account(token, { owner: stranger })], changed(change)) })).toEqual([
    expect.stringMatching(/^60 new-owner .* becomes the owner of /),
  ])
  expect(found({ chain: observation([account(token)], changed(change)) })).toEqual([])
  const says = { control: [{ contract: token, change: 'owner', by: sender, to: other } as const] }
  expect(found({ chain: observation([account(token)], { ...changed(change), ...says }) })).toEqual([
    `60 new-owner ${other} becomes the owner of ${token} instead of ${sender} in the simulation and is unknown; the call data does not say so`,
  ])
})

describe('an event alone, of a contract that was there before', () => {
  const says = (change: NamedControl['change'], about: Partial<NamedControl> = {}) =>
    measured({ control: [{ contract: token, change, by: `0x${'0'.repeat(40)}`, to: other, ...about }] })
  const texts = (situation: Situation) => found(situation).map((text) => text.split(` and is unknown`)[0])

  const CREATED = ContractAddress.fromCreate({ from: sender as `0x${string}`, nonce: 3n })
  const created = measured({ control: [{ contract: CREATED, change: 'owner', by: stranger, to: other }] })

  test.each<[string, Partial<ChainAccount>, ReturnType<typeof says>, string]>([
    ['a role that the sender gives', {}, says('role', { by: sender }), 'a role holder of'],
    ['a role, where the sender is the owner', { owner: sender }, says('role', { by: stranger }), 'a role holder of'],
    ['code, where the sender is the admin', proxy({ admin: sender }), says('code'), 'the implementation of'],
    ['the next owner', {}, says('owner-offered', { by: sender }), 'the next owner of'],
    ['the admin', {}, says('proxy-admin', { by: sender }), 'the admin of'],
    ['a module', { owner: sender }, says('module-added'), 'a module of'],
  ])('%s is found', (_, about, simulated, text) => {
    expect(texts({ chain: observation([account(token, about)], simulated) })).toEqual([
      expect.stringMatching(new RegExp(`^60 \\S+ ${other} becomes ${text}`)),
    ])
  })

  test.each<[string, Situation]>([
    ['of a contract of others', { chain: observation([account(token)], says('role', { by: stranger })) }],
    ['of a new contract', { chain: observation([neverUsed(token)], says('role', { by: sender })) }],
    ['of a contract that was not read', { chain: observation([], says('role', { by: sender })) }],
    ['for the sender', { chain: observation([account(token)], says('role', { by: sender, to: sender })) }],
    ['for no one', { chain: observation([account(token)], says('owner', { by: sender, to: `0x${'0'.repeat(40)}` })) }],
    [
      'for an allowed address',
      { entries: [allow(other)], chain: observation([account(token)], says('role', { by: sender })) },
    ],
    [
      'that the call data announces',
      {
        data: `0x2f2ff15d${word(1n)}${word(other)}`,
        chain: observation([account(token)], says('role', { by: sender })),
      },
    ],
    [
      'of a run that fails',
      { chain: observation([account(token)], { ...says('role', { by: sender }), status: 'reverted' }) },
    ],
  ])('%s is none', (_, situation) => {
    expect(found(situation)).toEqual([])
  })

  const owner = says('owner', { by: stranger })
  const row = { address: token, firstSeen: 0, count: 1, hadValue: true, vouches: false }
  test.each<[string, Situation]>([
    ['created', { chain: observation([account(CREATED), account(sender, { kind: 'eoa', nonce: 8 })], created) }],
    ['paid', { chain: observation([account(token)], owner), counterparties: [row] }],
    [
      'allowed to take tokens',
      {
        chain: observation([account(token)], owner),
        allowances: [{ spender: token, token: other, amount: 1n }],
      },
    ],
  ])('of a contract that the sender %s is found', (_, situation) => {
    expect(texts(situation)).toEqual([expect.stringMatching(new RegExp(`^60 new-owner ${other} becomes the owner of`))])
  })

  test.each<[string, Situation]>([
    ['a stranger paid', { counterparties: [{ ...row, owner: stranger }] }],
    ['that the sender saw', { counterparties: [{ ...row, hadValue: false }] }],
    ['that is no whole control', { counterparties: [row], chain: observation([account(token)], says('role')) }],
  ])('of a contract %s is none', (_, situation) => {
    expect(found({ chain: observation([account(token)], owner), ...situation })).toEqual([])
  })

  test('a listed address that it names is found', () => {
    const chain = observation([account(token)], says('role', { by: sender }))
    const { findings } = judged({ to: token, data: '0x12345678', chain, intel: [intel(other)] })
    expect(findings.map(({ rule }) => rule)).toContain('listed-address')
  })
})

test('events name who gains control, whether their arguments are indexed or not', () => {
  const log = (signature: string, topics: readonly string[], data: readonly string[] = []) => ({
    address: token,
    topics: [topicOf(signature), ...topics.map((each) => `0x${word(each)}`)],
    data: `0x${data.map(word).join('')}`,
  })
  const base = { contract: token, to: other }
  const no = `0x${'0'.repeat(40)}`
  expect(
    namedControlIn([
      log('RoleGranted(bytes32,address,address)', [`0x${'7'.repeat(64)}`, other, sender]),
      log('OwnershipTransferred(address,address)', [sender, other]),
      log('AdminChanged(address,address)', [], [sender, other]),
      log('Upgraded(address)', [other]),
      log('RoleRevoked(bytes32,address,address)', [`0x${'7'.repeat(64)}`, other, sender]),
      log('OwnershipTransferred(address,address)', []),
      log('Transfer(address,address,uint256)', [sender, other]),
    ]),
  ).toEqual([
    { ...base, change: 'role', by: sender },
    { ...base, change: 'owner', by: sender },
    { ...base, change: 'proxy-admin', by: sender },
    { ...base, change: 'code', by: no },
  ])
})

test('what an own Safe is changed in counts, and what its own calls say does not', () => {
  const ofSafe = account(safe, { safe: { owners: [sender, stranger], threshold: 2 } })
  const inSafe = (data: string, ...changes: readonly SlotChange[]) =>
    found({
      to: safe,
      data: wrapInSafe(token, 0n, data, 0),
      chain: observation([ofSafe], changed(...changes.map((each) => ({ ...each, contract: safe })))),
    }).map((text) => text.slice(0, 60))
  const sentinel = `0x${'0'.repeat(39)}1`
  expect(inSafe('0x12345678', slot('guard', 0n, other))).toEqual([expect.stringMatching(/^80 module /)])
  expect(inSafe('0x12345678', slot('modules', sentinel, other))).toEqual([expect.stringMatching(/^80 module /)])
  expect(inSafe('0x12345678', slot('owners', sender, other, { isLogged: true }))).toEqual([
    expect.stringMatching(/^80 new-owner /),
  ])
  expect(inSafe('0x12345678', slot('singleton', stranger, other))).toEqual([
    expect.stringMatching(/^80 implementation /),
  ])
  expect(inSafe('0x12345678', slot('threshold', 2n, 1n))).toEqual([
    expect.stringMatching(/^80 {3}The threshold of the Safe/),
  ])
  expect(inSafe('0x12345678', slot('guard', other, 0n))).toEqual([
    expect.stringMatching(/^80 {3}The transaction guard of/),
  ])
  const byItself = (data: string, ...changes: readonly SlotChange[]) =>
    found({
      to: safe,
      data: wrapInSafe(safe, 0n, data, 0),
      chain: observation([ofSafe], changed(...changes.map((each) => ({ ...each, contract: safe })))),
    })
  expect(byItself(`0x694e80c3${word(1n)}`, slot('threshold', 2n, 1n))).toEqual([])
  expect(byItself(`0xe19a9dd9${word(other)}`, slot('guard', 0n, other))).toEqual([])
})

test.each<[string, Situation, string[]]>([
  ['a first value', { chain: observation([administered], changed(slot('implementation', 0n, other))) }, []],
  ['the sender', { chain: observation([administered], changed(slot('admin', stranger, sender))) }, []],
  [
    'an allowed address',
    { entries: [allow(other)], chain: observation([administered], changed(slot('admin', sender, other))) },
    [],
  ],
  [
    'a simulation that fails',
    { chain: observation([administered], { ...changed(slot('admin', sender, other)), status: 'reverted' }) },
    [],
  ],
  [
    'a new account of the sender',
    {
      to: safe,
      data: wrapInSafe(token, 0n, '0x', 0),
      chain: observation([neverUsed(safe)], changed(slot('guard', 0n, other, { contract: safe }))),
    },
    [],
  ],
  [
    'a new owner that a contract of the sender logs',
    {
      chain: observation(
        [account(token, { owner: sender })],
        changed(slot('unknown', sender, other, { isLogged: true })),
      ),
    },
    [
      `60 new-owner ${other} becomes the owner of ${token} instead of ${sender} in the simulation and is unknown; the call data does not say so`,
    ],
  ],
  [
    'an address that only a trace gives control',
    {
      data: callData.transfer(stranger, 1n),
      chain: observation([account(token)], changed(slot('implementation', stranger, other))),
    },
    [expect.stringMatching(/^60 implementation /)],
  ],
])('%s', (_, situation, expected) => expect(found(situation)).toEqual(expected))
