import { describe, expect, test } from 'vitest'
import { mappingSlot, safeLists } from '../../../../src/service/evm/control-slots.ts'
import type { SafeControl, SafeReading } from '../../../../src/service/risk/chain/safe-state.ts'
import type { SimulationEvidence } from '../../../../src/service/risk/chain/simulation.ts'
import { safeInvariant } from '../../../../src/service/risk/detectors/safe-invariant.ts'
import { observation } from '../chain/observed.ts'
import { call, value } from '../encoding.ts'
import { allow, observe, other, sender, stranger, token } from '../situation.ts'
import { safe, wrapInSafe } from '../wrapping.ts'

const NOBODY = `0x${'0'.repeat(40)}`
const now: SafeControl = {
  singleton: token,
  owners: [sender, other],
  threshold: 2n,
  modules: [],
  guard: NOBODY,
  moduleGuard: NOBODY,
  fallbackHandler: NOBODY,
  nonce: 7n,
}

interface Run {
  readonly before?: SafeControl
  readonly after?: SafeControl
  readonly executions?: number
  readonly simulated?: Partial<SimulationEvidence>
}

/** Findings about a Safe that calls itself with the data, or another by a delegatecall. */
function found(data: string, { before = {}, after = {}, executions = 1, simulated = {} }: Run, delegate?: string) {
  const first = { ...now, ...before }
  const reading: SafeReading = {
    safe,
    executions,
    isWhole: true,
    before: first,
    after: { ...first, nonce: (first.nonce ?? 0n) + BigInt(executions), ...after },
  }
  const chain = observation([], { status: 'ok', isMeasured: true, safes: [reading], ...simulated })
  const executed = wrapInSafe(delegate ?? safe, 0n, data, delegate === undefined ? 0 : 1)
  return observe(safeInvariant, { to: safe, data: executed, chain })
}

const texts = (...args: Parameters<typeof found>) => found(...args).map(({ text }) => text)
const says = (name: string, from: string, to: string) =>
  `The ${name} of the Safe ${safe} ${name.endsWith('s') ? 'change' : 'changes'} from ${from} to ${to} in the simulation, and the call data does not say so.`

const addOwner = (owner: string, threshold: bigint) => call('0x0d582f13', value(owner), value(threshold))
const changeThreshold = (threshold: bigint) => call('0x694e80c3', value(threshold))

test('attack: A delegatecall writes the threshold of a Safe', () => {
  expect(found('0xdeadbeef', { after: { threshold: 1n } }, other)).toMatchObject([
    { points: 85, subject: '', source: 'simulation', text: says('threshold', '2', '1') },
  ])
})

test('near miss: The Safe calls its own changeThreshold', () => {
  expect(found(changeThreshold(1n), { after: { threshold: 1n } })).toEqual([])
})

test('evasion: The call data announces another owner than the one that is added: the list afterwards is compared with the announced one', () => {
  const data = addOwner(token, 2n)
  expect(found(data, { after: { owners: [token, sender, other] } })).toEqual([])
  expect(texts(data, { after: { owners: [stranger, sender, other] } })).toEqual([
    says('owners', `${sender} and ${other}`, `${stranger}, ${sender} and ${other}`),
  ])
})

describe('each part', () => {
  const parts: readonly (readonly [keyof SafeControl, SafeControl, string])[] = [
    ['singleton', { singleton: stranger }, says('singleton', token, stranger)],
    ['modules', { modules: [stranger] }, says('modules', 'none', stranger)],
    ['guard', { guard: stranger }, says('transaction guard', 'none', stranger)],
    ['moduleGuard', { moduleGuard: stranger }, says('module guard', 'none', stranger)],
    ['fallbackHandler', { fallbackHandler: stranger }, says('fallback handler', 'none', stranger)],
    ['nonce', { nonce: 9n }, says('nonce', '7', '9')],
  ]
  test.each(parts)('%s that changes unannounced is named', (_, after, text) => {
    expect(texts('0x', { after })).toEqual([text])
  })

  test.each([
    ['0x610b5925', { modules: [stranger] }],
    ['0xe19a9dd9', { guard: stranger }],
    ['0xe068df37', { moduleGuard: stranger }],
    ['0xf08a0323', { fallbackHandler: stranger }],
    ['0x7de7edef', { singleton: stranger }],
  ] as const)('that %s announces is no finding', (selector, after) => {
    expect(found(call(selector, value(stranger)), { after })).toEqual([])
  })

  test('that a node did not read is no finding, and no proof', () => {
    expect(found('0x', { after: { owners: undefined, modules: undefined } })).toEqual([])
  })
})

test('the nonce stays where a module executes', () => {
  expect(found('0x', { executions: 0 })).toEqual([])
  expect(texts('0x', { executions: 0, after: { nonce: 8n } })).toEqual([says('nonce', '7', '8')])
})

test('an ALLOW entry for who gains does not cap it', () => {
  const reading: SafeReading = {
    safe,
    executions: 1,
    isWhole: true,
    before: now,
    after: { ...now, nonce: 8n, owners: [stranger] },
  }
  const chain = observation([], { status: 'ok', safes: [reading] })
  const found = observe(safeInvariant, {
    to: safe,
    data: wrapInSafe(safe, 0n, '0x'),
    chain,
    entries: [allow(stranger)],
  })
  expect(found).toMatchObject([{ points: 85, subject: '' }])
})

describe('what is written past the lists', () => {
  const written = (slot: string) => ({
    slots: [{ contract: safe, slot, before: `0x${'0'.repeat(64)}`, after: `0x${'0'.repeat(63)}1`, isLogged: false }],
  })

  test('is an owner where the call data names its address', () => {
    const simulated = written(mappingSlot(stranger, safeLists.owners))
    expect(texts(call('0xdeadbeef', value(stranger)), { simulated }, other)).toEqual([
      says('owners', `${sender} and ${other}`, `${sender}, ${other} and ${stranger}`),
    ])
  })

  test('is a slot where nothing names its key', () => {
    const slot = mappingSlot(stranger, safeLists.modules)
    expect(texts('0xdeadbeef', { simulated: written(slot) }, other)).toEqual([
      expect.stringContaining(`Storage of the Safe ${safe} that no function of a Safe writes changes from ${slot}`),
    ])
  })

  test('is no finding for a hash that an owner approves, and a message that the Safe signs', () => {
    const hash = `0x${'ab'.repeat(32)}`
    const approved = mappingSlot(hash, mappingSlot(safe, safeLists.approvedHashes))
    expect(found(call('0xd4d9bdcd', value(hash)), { simulated: written(approved) })).toEqual([])
  })
})
