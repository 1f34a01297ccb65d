import type { HistoryReport } from '../../../api/schemas/history.ts'
import { refusal, WardenError } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import type { Ids } from '../../runtime/deps.ts'
import { recordChange } from '../../store/repositories/audit.ts'
import { recordContacts } from '../../store/repositories/counterparties.ts'
import type { Store } from '../../store/store.ts'
import { type OnNodesDeps, onFirstNode } from '../nodes/on-first-node.ts'
import { type BlockTime, blockRequest, readBlock } from '../nodes/read-block.ts'
import { isFailure, isReply, nodeFailure, type RpcFailure, type RpcNode } from '../rpc/json-rpc.ts'
import { firstBlockSince } from './block-at-time.ts'
import { contactsOf } from './contacts.ts'
import { transfersOf } from './transfer-logs.ts'
import { type WalkControl, type WalkLimits, walkLogs } from './walk-logs.ts'

/** Says how far back the history goes: a number of seconds before the head, or a block. */
export type Since = { readonly seconds: number } | { readonly block: bigint }

export interface HistoryRequest {
  readonly address: string
  readonly chainId: string
  readonly since: Since
}

/** Selects the addresses (lower case) that are canonical tokens of a chain: any third party can deploy another one. */
export type KnownTokens = (chainId: string, addresses: readonly string[]) => Promise<ReadonlySet<string>>

export interface HistoryDeps {
  readonly store: Pick<Store, 'write'>
  readonly knownTokens: KnownTokens
  readonly clock: Clock
  readonly newId: Ids
  /** Of the audit record. */
  readonly actor: string
  readonly limits?: WalkLimits
}

/**
 * Stores the counterparties of an address as contacts, from the first node that gives its history.
 * @throws WardenError `no-node`, `block-not-there`, `history-unavailable`
 */
export function syncHistoryOnNodes(
  deps: HistoryDeps & OnNodesDeps,
  request: HistoryRequest,
  control: WalkControl = {},
): Promise<HistoryReport> {
  return onFirstNode(deps, request.chainId, {
    until: control.until,
    unavailable: historyUnavailable,
    work: ({ node }) => syncHistory(deps, node.rpc, request, control),
  })
}

/** Requests for one sync: about 20 minutes of the slowest public plan. Transfers: more are a service's, not a wallet's. */
const LIMITS: WalkLimits = { requests: 1000, found: 20_000 }

const HEADERS_MS = 20_000

/**
 * Reads the token transfers that an address sent and received from a node, and stores its counterparties as contacts: they
 * make lookalikes visible and vouch for nothing. The chain's own coin leaves no logs and is not read.
 * @returns the failure of a node that gives nothing
 */
export async function syncHistory(
  { store, knownTokens, clock, newId, actor, limits = LIMITS }: HistoryDeps,
  rpc: RpcNode,
  { address, chainId, since }: HistoryRequest,
  control: WalkControl = {},
): Promise<HistoryReport | RpcFailure> {
  const owner = address.toLowerCase()
  const until = Math.min(clock.elapsed() + HEADERS_MS, control.until ?? Number.POSITIVE_INFINITY)
  const head = await readBlockTime(rpc, 'latest', until)
  if (isFailure(head)) return head
  const first = await firstBlock(rpc, head, since, until)
  if (isFailure(first)) return first
  const range = { first: first.number, last: head.number }
  const walked = await walkLogs({ rpc, clock, query: transfersOf(owner), range, limits, ...control })
  const { found: transfers } = walked
  if (walked.notRead?.last === range.last && walked.notRead.failure) return walked.notRead.failure
  const known = await knownTokens(chainId, [...new Set(transfers.map(({ token }) => token))])
  const contacts = contactsOf(transfers, owner, known, [first, head])
  const read = {
    node: rpc.host,
    fromBlock: Number(range.first),
    toBlock: Number(range.last),
    requests: walked.requests,
    transfers: transfers.length,
    contacts: contacts.length,
    ...(walked.notRead && {
      notRead: {
        fromBlock: Number(walked.notRead.first),
        toBlock: Number(walked.notRead.last),
        reason: walked.notRead.reason,
        isFailure: walked.notRead.failure !== undefined,
      },
    }),
  }
  const recorded = await store.write(async (db) => {
    const result = await recordContacts(db, { chainId, owner }, contacts)
    if (result.added + result.changed === 0) return result
    const author = { newId, now: clock.now(), actor }
    await recordChange(db, author, 'history.sync', owner, { after: { chainId, ...read, ...result } })
    return result
  })
  return { address: owner, chainId, ...read, ...recorded }
}

async function firstBlock(rpc: RpcNode, head: BlockTime, since: Since, until: number): Promise<BlockTime | RpcFailure> {
  if ('seconds' in since) return firstBlockSince(rpc, head, head.timestamp - since.seconds, until)
  if (since.block > head.number) {
    throw refusal(
      'block-not-there',
      `block ${since.block} is not there yet: the head of ${rpc.host} is block ${head.number}`,
    )
  }
  return readBlockTime(rpc, since.block, until)
}

async function readBlockTime(rpc: RpcNode, block: 'latest' | bigint, until: number): Promise<BlockTime | RpcFailure> {
  const [reply] = await rpc.send([blockRequest(block)], until)
  if (reply && !isReply(reply)) return reply.failure
  return readBlock(reply?.result) ?? nodeFailure(rpc.host, 'lagging', `no block ${block}`)
}

export function historyUnavailable({ kind, message }: RpcFailure): WardenError {
  return new WardenError({
    kind: kind === 'rate' ? 'rate-limited' : 'unavailable',
    code: 'history-unavailable',
    message: `the node gave no history: ${message}`,
  })
}
