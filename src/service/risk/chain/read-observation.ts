import type { Role } from '../../../api/text/roles.ts'
import { NATIVE } from '../../evm/asset.ts'
import { type AssetAmount, netOf } from '../../evm/holdings.ts'
import { isZeroAddress } from '../../evm/words.ts'
import type { DecodedCall } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import type { EvidenceSet } from '../evidence.ts'
import { undecorated, withoutNumber, withoutStandard } from '../parties/similarity.ts'
import type { Trace } from '../trace/trace.ts'
import type { Subject } from '../types.ts'
import { claimedControlIn, controlChangesIn, controlParts } from './control.ts'
import type { ChainObservation } from './observation.ts'
import type { SimulationEvidence } from './simulation.ts'

/** A simulation that succeeded and measured balances and allowances. */
export function measuredBy({ chain }: Pick<EvidenceSet, 'chain'>): SimulationEvidence | undefined {
  const simulation = chain?.simulation
  return simulation?.status === 'ok' && simulation.isMeasured ? simulation : undefined
}

/** What it measured, net of the sender and its accounts together; undefined: there is none. */
export function measuredNet(evidence: Pick<EvidenceSet, 'chain'>): AssetAmount[] | undefined {
  const simulation = measuredBy(evidence)
  return simulation && netOf(simulation.changes)
}

/** The trace that was given, otherwise that of the simulation. */
export function traceOf({ trace, chain }: Pick<EvidenceSet, 'trace' | 'chain'>): Trace | undefined {
  return trace ?? chain?.simulation.trace
}

/** Addresses (lower case, each once) that the node names beyond the transaction: what runs behind accounts, tokens, spenders. */
export function addressesObserved(observation: ChainObservation): string[] {
  const lowered = observation.simulation.lowered.flatMap(({ spender, token }) => [spender, token])
  return [
    ...new Set([...partsOf(observation).map(([address]) => address), ...lowered, ...contractsChanged(observation)]),
  ]
}

/** Contracts (lower case) of which something says that another controls them afterwards. */
export function contractsChanged(chain: ChainObservation): string[] {
  return [...controlChangesIn(chain), ...claimedControlIn(chain)].map(({ contract }) => contract)
}

/** What tokens call themselves, also without decoration: it may be the name of another one. */
export function namesObserved({ accounts }: ChainObservation): string[] {
  const names = Array.from(accounts.values()).flatMap(({ token }) => {
    const { symbol = '', name = '' } = token ?? {}
    return [symbol, undecorated(symbol), withoutNumber(undecorated(symbol)), name, withoutStandard(name)]
  })
  return [...new Set(names.filter((name) => name !== ''))]
}

/** With the addresses that the node names among the subjects. They add findings; they say nothing about who is known. */
export function withObservedSubjects(analysis: Analysis, { chain }: EvidenceSet): Analysis {
  if (!chain) return analysis
  const known = new Set(analysis.subjects.map(({ address }) => address))
  const found = new Map<string, Role>()
  for (const [address, role] of partsOf(chain))
    if (!known.has(address) && found.get(address) !== 'spender') found.set(address, role)
  const subjects = Array.from(found, ([address, role]): Subject => ({ address, role, internal: true }))
  return subjects.length === 0 ? analysis : { ...analysis, subjects: [...analysis.subjects, ...subjects] }
}

function partsOf(chain: ChainObservation): (readonly [string, Role])[] {
  const { accounts, simulation } = chain
  const { approvals, changes, claims } = simulation
  return [
    ...[...controlChangesIn(chain), ...claimedControlIn(chain)].flatMap(({ part, after }) =>
      part === 'threshold' || isZeroAddress(after) ? [] : [[after, controlParts[part].role] as const],
    ),
    ...approvals.map(({ spender }) => [spender, 'spender'] as const),
    ...[...approvals, ...changes, ...claims].flatMap(({ token }) =>
      token === NATIVE ? [] : [[token, 'called'] as const],
    ),
    ...Array.from(accounts.values())
      .flatMap(({ delegate, proxy }) => [delegate, proxy?.implementation, proxy?.beacon])
      .flatMap((address) => (address === undefined ? [] : [[address, 'called'] as const])),
  ]
}

/** Calls that the sender, or an account it acts for, makes to others; in order. */
export function callsOut({ calls, own }: Pick<Analysis, 'calls' | 'own'>): DecodedCall[] {
  return calls.filter((call): call is DecodedCall => call.to !== undefined && own.has(call.actor) && !own.has(call.to))
}
