import { isZeroAddress } from '../../evm/words.ts'
import type { Control } from '../actions/actions.ts'
import { type ControlChange, claimedControlIn, controlChangesIn, controlParts, SENTINEL } from '../chain/control.ts'
import { creatorOf } from '../chain/own-code.ts'
import type { Facts } from '../facts.ts'
import { isControlledBy, ownAccounts } from '../parties/controlled-accounts.ts'
import { hasMoneyIn } from '../parties/trust.ts'
import { type Detector, type Observation, rejectUnlessPlanned, unknownText } from './detector.ts'

const SILENT = 60
/** Points when the contract is an account of the sender, or one that it controls. */
const OWN = 80

export const silentControlChange: Detector = {
  id: 'silent-control-change',
  about: 'sender',
  summary:
    'In the simulation a slot that decides who controls a contract, or which code it runs, changes to an unknown address, and neither an event nor the call data says so; or an event alone gives an unknown address a role in a contract that the sender controls, or control of it, or of one that the sender used with money before.',
  why: 'UNSAFE 80 for an account of the sender or a contract that it controls (by its owner, admin, or the owners of a Safe); an event alone announces no such change: WARNING 60 for a contract that it controls, and for an own account where the call data names the address. WARNING 60 for another contract. The slots are those of ERC-1967, ERC-1822, OpenZeppelin, Solady and Safe, and any that held what owner() answers; events count wherever it is stored: owners, next owners, admins, implementations, roles, signers and modules. The sender controls a contract that was there before also where it created it (CREATE, by one of its last 256 nonces), or where such an event says that an own account had control, or gives the role. Of a contract that an own account paid, or allowed to take tokens, by the history, an event alone announces no new owner, admin or code either: WARNING 60. What is set for the first time is no change of another contract.',
  origin:
    'Storage before and after: all changes with prestateTracer, else slots of known kinds with eth_simulateV1. The Bybit theft (2025) wrote the singleton of a Safe.',
  examples: {
    attack: 'An unknown function of a proxy that the sender administers writes its admin slot without an event.',
    nearMiss:
      'The call data upgrades the proxy, or a contract of others, in which the sender has nothing, logs its new owner.',
    evasion:
      'The contract logs an event that names another address: it announces nothing. A slot of another kind is not found without an owner() that answers it, or an event.',
  },
  reads: ['chain'],
  detect(facts) {
    const { chain } = facts.evidence
    if (chain?.simulation.status !== 'ok') return []
    // What controls a Safe is compared part by part: `safe-invariant`.
    const safes = new Set(chain.simulation.safes.map(({ safe }) => safe))
    const changes = [...controlChangesIn(chain), ...claimedControlIn(chain)].filter(
      ({ contract, part }) => !safes.has(contract) || controlParts[part].of !== 'Safe',
    )
    if (changes.length === 0) return []
    const own = ownAccounts(facts)
    const found = changes.flatMap((change) => observationsOf(change, own, facts))
    return Array.from(
      new Map(
        found.toSorted((a, b) => a.points - b.points).map((each) => [`${each.subject} ${each.text}`, each]),
      ).values(),
    )
  },
}

function observationsOf(change: ControlChange, own: ReadonlySet<string>, facts: Facts): Observation[] {
  const { contract, part, before, after, isLogged, isClaim } = change
  const { evidence, addressText } = facts
  const isOwn = own.has(contract)
  const safe = evidence.accountOf(contract)?.safe
  const gains = part !== 'threshold' && !isZeroAddress(after) && !safe?.owners.includes(after) && after !== SENTINEL
  const base = { subCategory: 'maliciousProtocolUpgrade', source: 'simulation', flip: rejectUnlessPlanned } as const
  if (!gains) {
    // A list of a Safe has an entry less, its threshold is another one, or a guard is removed.
    if (!isOwn || !safe || isClaim || part === 'singleton' || callsItself(contract, facts)) return []
    const text = `${controlParts[part].text} of the Safe ${addressText(contract)} changes in the simulation, and the call data does not say so.`
    return [{ ...base, points: OWN, text: `${text[0]?.toUpperCase()}${text.slice(1)}` }]
  }
  const controls = isOwn || isControlled(change, own, facts)
  const concerns = controls || isUsed(change, own, facts)
  if (own.has(after) || !wasThere(change, isOwn, facts) || isAnnounced(change, { isOwn, concerns }, facts)) return []
  if (!isThirdParty(change, controlParts[part].form, facts)) return []
  const isNamed = facts.transaction.data.includes(after.slice(2))
  const points = controls && !(isLogged && (isNamed || !isOwn)) ? OWN : SILENT
  const was = isZeroAddress(before) || part === 'role' ? '' : ` instead of ${addressText(before)}`
  const text = `becomes ${controlParts[part].text} of ${addressText(contract)}${was} in the simulation and ${unknownText(after, facts)}; ${isOwn || isLogged ? 'the call data does not say so' : 'neither an event nor the call data says so'}`
  return [{ ...base, points, subject: after, text }]
}

/** The first value is no change of control, except of an account that acts already. */
function wasThere({ contract, before, isClaim }: ControlChange, isOwn: boolean, { evidence }: Facts): boolean {
  if (isClaim || !isZeroAddress(before)) return true
  const kind = evidence.accountOf(contract)?.kind
  return isOwn && (kind === 'contract' || kind === 'delegated')
}

/** By an event, where the contract is no concern of the sender, or by a call that gives the address control. */
function isAnnounced(
  { after, isLogged }: ControlChange,
  { isOwn, concerns }: { isOwn: boolean; concerns: boolean },
  facts: Facts,
): boolean {
  if (isLogged && !concerns) return true
  return facts.controls.some(({ authority, call }) => authority === after && !(isOwn && call.inTrace))
}

/** A Safe changes itself by calls of its own. */
function callsItself(safe: string, { calls }: Facts): boolean {
  return calls.some(
    ({ actor, to, status, inTrace }) => to === safe && actor === safe && status === 'decoded' && !inTrace,
  )
}

function isThirdParty({ contract, after }: ControlChange, form: Control['form'], facts: Facts): boolean {
  const action: Control = { kind: 'control', form, call: facts.decoded.root, contract, authority: after }
  return facts.reputationOf(after).flagged || facts.isUnknown(action)
}

/** A role decides over a part of a contract; with what the sender has in it, only all of it does. */
function isUsed({ contract, part }: ControlChange, own: ReadonlySet<string>, { evidence }: Facts): boolean {
  return part !== 'role' && hasMoneyIn(contract, own, evidence)
}

function isControlled(
  { contract, before, isClaim }: ControlChange,
  own: ReadonlySet<string>,
  { evidence, transaction }: Facts,
): boolean {
  // A contract that names an own account as the one that had control, or gives it, asked who calls.
  if (isClaim && own.has(before)) return true
  if (creatorOf(contract, transaction.from, transaction.from, evidence) !== undefined) return true
  const { proxy } = evidence.accountOf(contract) ?? {}
  const administrators = [proxy?.admin, proxy?.beacon].filter((each) => each !== undefined)
  return Array.from(own).some((account) =>
    [contract, ...administrators].some((each) => isControlledBy(account, each, evidence.chain)),
  )
}
