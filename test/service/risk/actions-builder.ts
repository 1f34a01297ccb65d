import type { Role } from '../../../src/api/text/roles.ts'
import type {
  Action,
  Asset,
  Control,
  Exchange,
  Grant,
  Interaction,
  Order,
  Right,
  Transfer,
} from '../../../src/service/risk/actions/actions.ts'
import type { Call } from '../../../src/service/risk/decode/calls.ts'
import { everyCall } from '../../../src/service/risk/decode/calls.ts'
import { signaturesOf } from '../../../src/service/risk/decode/signatures.ts'
import { type Detector, findingsOf } from '../../../src/service/risk/detectors/detector.ts'
import { evidenceSet, type KnownEvidence } from '../../../src/service/risk/evidence.ts'
import { type Facts, factsOf } from '../../../src/service/risk/facts.ts'
import { Embedded } from '../../../src/service/risk/parties/embedded.ts'
import type { Subject } from '../../../src/service/risk/types.ts'

/** Builds actions and evidence for detectors, with defaults. */

export const signer = '0x5e4de0a1b3c2d4f5061728394a5b6c7d8e9fa0b1'
export const coin = '0x70ce5a1b3c2d4f5061728394a5b6c7d8e9fa0b12'
export const otherCoin = '0x80de6b2c4d5e6f708192a3b4c5d6e7f8091a2b3c'
export const somebody = '0x07e4b3c2d4f5061728394a5b6c7d8e9fa0b1c2d3'
export const friend = '0x57a4d4f5061728394a5b6c7d8e9fa0b1c2d3e4f5'
export const vanity = '0x0000a1b2c3d4e5f60718293a4b5c6d7e8f900000'

function call(about: Partial<Call> = {}): Call {
  return {
    actor: signer,
    to: coin,
    value: 0n,
    operation: 'call',
    depth: 0,
    path: [],
    status: 'decoded',
    data: '0x',
    selector: '',
    name: '',
    args: {},
    calls: [],
    ...about,
  }
}

export function asset(about: Partial<Asset> = {}): Asset {
  return { standard: 'erc20', token: coin, amount: 1_000_000n, ids: [], ...about }
}

export function native(amount: bigint): Asset {
  return { standard: 'native', token: 'native', amount, ids: [] }
}

export function item(id: bigint, token = coin): Asset {
  return { standard: 'erc721', token, amount: 1n, ids: [id] }
}

export function grant(about: Partial<Grant> = {}): Grant {
  const given = about.asset ?? asset()
  return {
    kind: 'grant',
    call: call({ to: given.token }),
    form: 'approve',
    asset: given,
    owner: signer,
    authority: somebody,
    revokes: false,
    unlimited: false,
    ...about,
  }
}

export function right(about: Partial<Right> = {}): Right {
  return {
    kind: 'right',
    call: call(),
    right: 'manage',
    owner: signer,
    authority: somebody,
    revokes: false,
    ...about,
  }
}

export function exchange(about: Partial<Exchange> = {}): Exchange {
  return {
    kind: 'exchange',
    call: call({ to: otherCoin }),
    form: 'swap',
    payer: signer,
    gives: [asset()],
    receives: [native(10n ** 18n)],
    authority: signer,
    ...about,
  }
}

export function transfer(about: Partial<Transfer> = {}): Transfer {
  const moved = about.asset ?? asset()
  const authority = about.authority ?? somebody
  return {
    kind: 'transfer',
    call: call({ to: moved.token ?? authority }),
    asset: moved,
    from: signer,
    authority,
    ...about,
  }
}

export function order(about: Partial<Order> = {}): Order {
  const authority = about.authority ?? somebody
  return {
    kind: 'order',
    call: call({ to: friend }),
    market: 'seaport',
    signer,
    gives: [item(1n)],
    receives: [],
    authority,
    beneficiaries: [authority],
    ...about,
  }
}

export function control(about: Partial<Control> = {}): Control {
  return { kind: 'control', call: call(), form: 'upgrade', contract: coin, authority: somebody, ...about }
}

export function interaction(selector: string, about: Partial<Interaction> = {}): Interaction {
  const authority = about.authority ?? somebody
  const [signature] = signaturesOf(selector)
  return {
    kind: 'interaction',
    call: call({ to: authority, selector, ...(signature && { signature }) }),
    authority,
    value: 0n,
    ...about,
  }
}

export function factsAbout(actions: readonly Action[], known: Partial<KnownEvidence> = {}): Facts {
  const calls = actions.map((action) => action.call)
  const [root = call()] = calls
  return factsOf(
    {
      transaction: { chainId: '1', from: signer, to: root.to, value: 0n, data: '0x' },
      decoded: { root, calls, status: 'complete', bounds: [] },
      calls: everyCall(root),
      own: new Set([signer]),
      subjects: subjectsOf(actions),
      actions,
      embedded: new Embedded({ calls: everyCall(root), known: [] }),
    },
    evidenceSet(known),
  )
}

type Found = ReturnType<typeof findingsOf>[number]

/** Findings of one detector for actions. */
export function detected(
  detector: Detector,
  actions: readonly Action[],
  known: Partial<KnownEvidence> = {},
): readonly Found[] {
  return findingsOf(detector, factsAbout(actions, known))
}

/** Short form for one detector. */
export function briefly(detector: Detector) {
  return (actions: readonly Action[], known: Partial<KnownEvidence> = {}) => brief(detected(detector, actions, known))
}

/** "60 0x…": points and subject. */
export function brief(observations: readonly Found[]): string[] {
  return observations.map(({ points, subject }) => `${points} ${subject}`)
}

function subjectsOf(actions: readonly Action[]): Subject[] {
  const roles = new Map<string, Role>([[signer, 'sender']])
  const add = (address: string | undefined, role: Role) => {
    if (address !== undefined && !roles.has(address)) roles.set(address, role)
  }
  for (const action of actions) {
    add(action.authority, roleOf(action))
    add(action.call.to, 'token')
  }
  return Array.from(roles, ([address, role]) => ({ address, role, internal: role !== 'sender' }))
}

function roleOf(action: Action): Role {
  if (action.kind === 'grant' && action.revokes) return 'revoked'
  return action.kind === 'grant' ? 'spender' : action.kind === 'interaction' ? 'target' : 'recipient'
}
