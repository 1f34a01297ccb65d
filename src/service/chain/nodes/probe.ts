import { isRecord, jsonText, parseJson } from '../../../shared/json/json.ts'
import { DAY_MS } from '../../../shared/time/units.ts'
import { isReply, type RpcFailureKind, type RpcNode, type RpcRequest } from '../rpc/json-rpc.ts'
import { capabilityRequests, type ProbeReplies, readCapabilities } from './capabilities.ts'
import type { Capabilities } from './chain-node.ts'
import { findPast, type Past, type PastAnswer } from './past-block.ts'
import type { ReadBlock } from './read-block.ts'

export const PROBE_LIFETIME_MS = DAY_MS
/** How long a probe that may be wrong is used. */
const BRIEF_LIFETIME_MS = 5 * 60 * 1000

/** A probe holds what a node can do, and is stored as JSON. */
export interface Probe {
  readonly can: Capabilities
  readonly past: PastAnswer
  /** Milliseconds. */
  readonly probedAt: number
  /** Why the node lacks something, one line each; known right after a probe. */
  readonly gaps?: readonly string[]
  /** An answer was wrong or an error, not a refusal of the method; known right after a probe. */
  readonly isUnsure?: boolean
  /** It may be wrong. */
  readonly isBrief?: boolean
  /** What a later probe lacked, and since when (ms). */
  readonly suspicion?: Suspicion
}

export interface Suspicion {
  readonly lost: readonly (keyof Capabilities)[]
  readonly since: number
}

/**
 * Requests the capabilities of a node and, at the same time, searches for the block of three days ago, which may take half
 * of the time. Undefined when an answer about the capabilities was lost on the way.
 */
export async function probeNode(
  rpc: RpcNode,
  head: ReadBlock,
  { now, until, pastUntil }: { readonly now: number; readonly until: number; readonly pastUntil: number },
): Promise<Probe | undefined> {
  const [replies, past] = await Promise.all([
    requestKnown(rpc, capabilityRequests(head), until),
    findPast(rpc, head, pastUntil),
  ])
  const answers = readCapabilities(replies, head)
  if (!answers) return undefined
  const can = { ...answers.can, archive: hasState(past), batch: rpc.takesBatches() }
  return { can, past, probedAt: now, gaps: answers.gaps, isUnsure: answers.isUnsure }
}

/** Failures of a batch that one request in it may cause. */
const CRASHES: readonly RpcFailureKind[] = ['network', 'bad-answer', 'failed']

/** Sends all in one batch; one by one where a method that crashes the node or its gateway fails the others as well. */
async function requestKnown(rpc: RpcNode, requests: readonly RpcRequest[], until: number): Promise<ProbeReplies> {
  const replies = await rpc.send(requests, until)
  const hasCrashed = replies.every((reply) => !isReply(reply) && CRASHES.includes(reply.failure.kind))
  if (!hasCrashed) return { replies, areAlone: false }
  const alone = await Promise.all(requests.map((request) => rpc.send([request], until)))
  return { replies: alone.flat(), areAlone: true }
}

/** Whether the node gives state of three days ago. */
export function hasState(past: PastAnswer): boolean {
  return typeof past !== 'string' && past.hasState
}

export function probeText({ can, past, isBrief, suspicion }: Probe): string {
  return jsonText({ can, past, isBrief, suspicion })
}

/** Reads a stored probe; undefined for a text of another version of this program. */
export function readProbeText(text: string, probedAt: number): Probe | undefined {
  const stored = parseJson(text)
  if (!isRecord(stored) || !isRecord(stored.can)) return undefined
  const { can } = stored
  if (!NAMES.every((name) => typeof can[name] === 'boolean')) return undefined
  const suspicion = readSuspicion(stored.suspicion)
  return {
    can: can as unknown as Capabilities,
    past: readPast(stored.past),
    probedAt,
    isBrief: stored.isBrief === true,
    ...(suspicion && { suspicion }),
  }
}

const NAMES = ['overrides', 'trace', 'simulate', 'receipts', 'archive', 'batch'] as const

function readSuspicion(stored: unknown): Suspicion | undefined {
  if (!isRecord(stored) || !Array.isArray(stored.lost) || typeof stored.since !== 'number') return undefined
  const { lost, since } = stored
  return { lost: NAMES.filter((name) => lost.includes(name)), since }
}

function readPast(stored: unknown): PastAnswer {
  if (stored === 'none' || !isRecord(stored) || !isRecord(stored.block)) return stored === 'none' ? stored : 'unknown'
  const { block, nextTimestamp, hasState } = stored
  const { number, hash, timestamp, until = timestamp } = block
  if (typeof number !== 'string' || !/^\d{1,20}$/.test(number) || typeof hash !== 'string') return 'unknown'
  if (typeof timestamp !== 'number' || typeof until !== 'number' || typeof nextTimestamp !== 'number') return 'unknown'
  if (typeof hasState !== 'boolean') return 'unknown'
  const past: Past = { block: { number: BigInt(number), hash, timestamp, until }, nextTimestamp, hasState }
  return past
}

interface AssessedProbe {
  /** What the node counts as able to do now. */
  readonly use: Probe
  /** What the next process starts from. */
  readonly keep: Probe
}

/**
 * One bad answer must not weaken verdicts for a day: a probe that lacks what the kept one has is used for five minutes, and
 * replaces it only when a later probe lacks the same. A first probe with wrong answers is used for five minutes as well.
 */
export function assessProbe(found: Probe, kept: Probe | undefined): AssessedProbe {
  if (!kept) {
    const first = found.isUnsure ? { ...found, isBrief: true } : found
    return { use: first, keep: first }
  }
  const lost = lostFrom(kept, found)
  if (lost.length === 0) return { use: found, keep: found }
  const { suspicion } = kept
  const isSame = suspicion !== undefined && lost.every((name) => suspicion.lost.includes(name))
  const since = isSame ? suspicion.since : found.probedAt
  if (isSame && found.probedAt - since >= BRIEF_LIFETIME_MS) return { use: found, keep: found }
  return { use: { ...found, isBrief: true }, keep: { ...kept, suspicion: { lost, since } } }
}

export function lifetimeOf({ isBrief }: Probe): number {
  return isBrief ? BRIEF_LIFETIME_MS : PROBE_LIFETIME_MS
}

function lostFrom(kept: Probe, found: Probe): (keyof Capabilities)[] {
  return (Object.keys(kept.can) as (keyof Capabilities)[]).filter((name) => kept.can[name] && !found.can[name])
}
