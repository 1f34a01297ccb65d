import { controlSlots, mappingSlot, safeCounters, safeLists } from '../../evm/control-slots.ts'
import { addressOfNumber, addressOfWord, argumentNumbers, isZeroAddress } from '../../evm/words.ts'
import type { Analysis } from '../analyze.ts'
import { argumentsAs } from '../decode/arguments.ts'
import { isBuiltIn } from '../decode/calls.ts'
import type { EvidenceSet } from '../evidence.ts'
import { isKnownAs } from '../parties/known-as.ts'
import { reputationOf } from '../parties/reputation.ts'
import { liveFrames } from '../trace/live-frames.ts'
import { addressesIn, isCodeCall } from '../trace/movements.ts'
import { SENTINEL } from './control.ts'
import { traceOf } from './read-observation.ts'
import { announcedIn, announcedState } from './safe-changes.ts'
import { isSamePart, type SafeControl, type SafePart, type SafeReading, safeParts } from './safe-state.ts'
import type { SlotChange } from './simulation.ts'

/** A part of a Safe before and after a run. storage: a slot that no function of a Safe writes. */
export interface Invariant {
  readonly safe: string
  readonly part: SafePart | 'storage'
  /** Absent when it was not read. */
  readonly before: SafeControl[SafePart]
  readonly after: SafeControl[SafePart]
  /** False: it changes, and the call data does not say so. */
  readonly announced: boolean
}

/** What must not change unannounced, of the Safes of a simulation that succeeded. */
export function invariantsIn(analysis: Analysis, evidence: EvidenceSet): Invariant[] {
  const { safes = [] } = evidence.chain?.simulation ?? {}
  return safes.flatMap((reading) => invariantsOf(reading, analysis, evidence))
}

export function isUnannounced({ before, after, announced }: Invariant): boolean {
  return !announced && before !== undefined && after !== undefined
}

function invariantsOf(reading: SafeReading, analysis: Analysis, evidence: EvidenceSet): Invariant[] {
  const { safe, before, after: read, executions } = reading
  const announced = announcedIn(analysis.calls, (address) => isLibrary(address, evidence))
  const edits = announced.filter((each) => each.safe === safe).flatMap((each) => each.edits)
  const { state, free } = announcedState(before, edits)
  const expected = { ...state, nonce: before.nonce === undefined ? undefined : before.nonce + BigInt(executions) }
  const unseen = unlistedIn(reading, analysis, evidence)
  const after = {
    ...read,
    owners: read.owners && [...read.owners, ...unseen.owners],
    modules: read.modules && [...read.modules, ...unseen.modules],
  }
  const invariants = safeParts.map((part): Invariant => {
    const isKept = isSamePart(before[part], after[part]) && part !== 'nonce'
    const isSaid = isSamePart(expected[part], after[part]) || free.has(part)
    const isRead = before[part] !== undefined && after[part] !== undefined
    return { safe, part, before: before[part], after: after[part], announced: !isRead || isKept || isSaid }
  })
  return [
    ...invariants,
    ...unseen.slots.map((change): Invariant => {
      const place = `${change.slot}: `
      return {
        safe,
        part: 'storage',
        before: `${place}${change.before}`,
        after: `${place}${change.after}`,
        announced: false,
      }
    }),
  ]
}

/** Code for delegatecalls, by a list or by what the operator allows. */
function isLibrary(address: string, evidence: EvidenceSet): boolean {
  const { trustedBy, allowedBy } = reputationOf(address, evidence)
  return allowedBy !== undefined || (trustedBy !== undefined && isKnownAs(address, ['library'], evidence))
}

interface Unlisted {
  /** Addresses that may sign or act for the Safe, and are in no list. */
  readonly owners: readonly string[]
  readonly modules: readonly string[]
  readonly slots: readonly SlotChange[]
}

/** What code of others writes into the storage of a Safe where no list shows it. What the code of the Safe itself writes is its own. */
function unlistedIn(reading: SafeReading, analysis: Analysis, evidence: EvidenceSet): Unlisted {
  const written = (evidence.chain?.simulation.slots ?? []).filter(
    ({ contract, after }) => contract === reading.safe && !isZeroAddress(addressOfWord(after)),
  )
  const known = knownSlots(reading, analysis)
  const found = written.filter(({ slot }) => !known.has(slot))
  if (found.length === 0) return { owners: [], modules: [], slots: [] }
  const named = namedIn(analysis, evidence)
  const inList = (list: bigint) =>
    named.filter((address) => found.some(({ slot }) => slot === mappingSlot(address, list)))
  const [owners, modules] = [inList(safeLists.owners), inList(safeLists.modules)]
  const all = new Set([
    ...owners.map((address) => mappingSlot(address, safeLists.owners)),
    ...modules.map((address) => mappingSlot(address, safeLists.modules)),
  ])
  const rest = found.filter(({ slot }) => !all.has(slot)).slice(signedIn(analysis, reading.safe))
  return { owners, modules, slots: rest.length > 0 && runsOtherCode(reading, evidence) ? rest.slice(0, 1) : [] }
}

/** Slots that functions of a Safe write. */
function knownSlots({ safe, before, after }: SafeReading, { calls }: Analysis): ReadonlySet<string> {
  const { first, safeThreshold, safeNonce, guard, moduleGuard, fallbackHandler } = controlSlots
  const listed = (part: 'owners' | 'modules') =>
    [SENTINEL, ...(before[part] ?? []), ...(after[part] ?? [])].map((each) => mappingSlot(each, safeLists[part]))
  const approved = calls.flatMap((call) => {
    const { to, actor, args, status } = call
    if (to !== safe || status !== 'decoded' || !isBuiltIn(call, 'approveHash')) return []
    const { hashToApprove } = argumentsAs<{ hashToApprove: string }>(args)
    return mappingSlot(hashToApprove, mappingSlot(actor, safeLists.approvedHashes))
  })
  const single = [first, safeThreshold, safeNonce, guard, moduleGuard, fallbackHandler, ...safeCounters]
  return new Set([...single, ...listed('owners'), ...listed('modules'), ...approved])
}

/** Messages that it signs by a library: each is a slot. */
function signedIn({ calls }: Analysis, safe: string): number {
  return calls.filter((call) => {
    return isBuiltIn(call, 'signMessage') && call.actor === safe && call.operation === 'delegatecall'
  }).length
}

/** Addresses of the call data and of the trace: a slot of a mapping does not show its key. */
function namedIn(analysis: Analysis, evidence: EvidenceSet): string[] {
  const trace = traceOf(evidence)
  const words = analysis.calls.flatMap(({ data }) => argumentNumbers(data)).map(addressOfNumber)
  const subjects = analysis.subjects.map(({ address }) => address)
  return [...new Set([...subjects, ...(trace ? addressesIn(trace.root) : []), ...words])].slice(0, MAX_NAMED)
}

const MAX_NAMED = 4096

/** Code that is neither the Safe's own nor a known library runs as the Safe. */
function runsOtherCode({ safe, before }: SafeReading, evidence: EvidenceSet): boolean {
  const trace = traceOf(evidence)
  if (!trace) return true
  return liveFrames(trace.root, () => false).some(({ frame, context }) => {
    const { to } = frame
    return (
      context === safe && isCodeCall(frame) && to !== undefined && to !== before.singleton && !isLibrary(to, evidence)
    )
  })
}
