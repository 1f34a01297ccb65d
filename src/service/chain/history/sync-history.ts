/** Room: Past transfers of an address from logs. */

import type { HistoryReport } from '../../../api/schemas/history.ts'
import { bisect } from '../../../shared/bisect.ts'
import { refusal } from '../../../shared/errors.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import { TRANSFER_EVENT } from '../../evm/logs.ts'
import { addressOfWord, isZeroAddress, word, wordAt } from '../../evm/words.ts'
import type { Ids } from '../../runtime/deps.ts'
import { recordChange } from '../../store/repositories/audit.ts'
import { type Contact, recordContacts } from '../../store/repositories/counterparties.ts'
import type { Store } from '../../store/store.ts'
import { type OnNodesDeps, onFirstNode, unavailableAs } from '../nodes/on-first-node.ts'
import { type BlockTime, blockRequest, readBlock, readHeader } from '../nodes/read-block.ts'
import { failuresIn, isFailure, type RpcFailure, type RpcNode, resultOf } from '../rpc/json-rpc.ts'
import { type LogQuery, type WalkControl, type WalkLimits, walkLogs } from './walk-logs.ts'

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
  /** Who asks for the history, for the audit record. */
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

export const historyUnavailable = unavailableAs('history-unavailable', 'the node gave no history')

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
  const head = await readHeader(rpc, 'latest', until)
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
  return readHeader(rpc, since.block, until)
}

/**
 * Gives the oldest block that is not older than a time, of those the node has; 64 bits of block numbers take 16 trips.
 * @param time seconds since 1970
 */
async function firstBlockSince(
  rpc: RpcNode,
  head: BlockTime,
  time: number,
  until: number,
): Promise<BlockTime | RpcFailure> {
  const found = new Map([[Number(head.number), head]])
  let lost: RpcFailure | undefined
  const { since } = await bisect({ before: -1, since: Number(head.number) }, async (numbers) => {
    const replies = await rpc.send(numbers.map(blockRequest), until)
    lost = failuresIn(replies).find(isLost)
    return numbers.map((number, index) => {
      if (lost) return undefined
      const block = readBlock(resultOf(replies[index]))
      // A block that the node lacks counts as older.
      const isSince = block?.number === BigInt(number) && block.timestamp >= time
      if (isSince) found.set(number, block)
      return isSince
    })
  })
  return lost ?? found.get(since) ?? head
}

/** A failure that says nothing about the block. */
function isLost({ kind }: RpcFailure): boolean {
  return !['pruned', 'lagging', 'range', 'failed'].includes(kind)
}

/**
 * Lists the contacts of an address by its transfers. Only what it sent of a known token had value: any third party can send
 * it something, can deploy a token that emits any event, and can transfer zero of a real token in its name.
 * @param knownTokens lower case
 * @param span the first and the last block that were read, for times that the node does not say
 */
function contactsOf(
  transfers: readonly LoggedTransfer[],
  address: string,
  knownTokens: ReadonlySet<string>,
  span: readonly [BlockTime, BlockTime],
): Contact[] {
  const others = transfers.filter(({ other }) => !isZeroAddress(other) && other !== address.toLowerCase())
  return Array.from(
    Map.groupBy(others, ({ other }) => other),
    ([counterparty, group]) => {
      const times = group.map((transfer) => timeOf(transfer, span) * 1000)
      return {
        counterparty,
        firstSeen: times.reduce((one, other) => Math.min(one, other)),
        lastSeen: times.reduce((one, other) => Math.max(one, other)),
        count: group.length,
        hadValue: group.some(
          ({ direction, isPositive, token }) => direction === 'sent' && isPositive && knownTokens.has(token),
        ),
      }
    },
  )
}

/** Seconds: as the node says, or in proportion between the two blocks. */
function timeOf({ block, timestamp }: LoggedTransfer, [first, last]: readonly [BlockTime, BlockTime]): number {
  if (timestamp !== undefined && timestamp >= first.timestamp && timestamp <= last.timestamp) return timestamp
  const blocks = Number(last.number - first.number)
  const share = blocks === 0 ? 1 : Number(block - first.number) / blocks
  return Math.floor(first.timestamp + share * (last.timestamp - first.timestamp))
}

/** What a token says about a transfer. Addresses in lower case. */
export interface LoggedTransfer {
  readonly direction: 'sent' | 'received'
  readonly token: string
  readonly other: string
  /** An amount above zero (ERC-20), or a token with an id (ERC-721). */
  readonly isPositive: boolean
  readonly block: bigint
  /** Time of the block (s), where the node says it. */
  readonly timestamp: number | undefined
}

/** Looks for the transfers of an address. */
export function transfersOf(address: string): LogQuery<LoggedTransfer> {
  const party = [`0x${word(address)}`]
  return {
    noun: 'transfers',
    filters: [{ topics: [[TRANSFER_EVENT], party] }, { topics: [[TRANSFER_EVENT], null, party] }],
    read({ address: token, topics, data, block, timestamp }, filter) {
      const isSent = filter === 0
      const other = topics[isSent ? 2 : 1]
      if (other === undefined || !/^0x0{24}/.test(other)) return undefined
      const isKnownTime = timestamp !== undefined && timestamp <= Number.MAX_SAFE_INTEGER
      return [
        {
          direction: isSent ? 'sent' : 'received',
          token,
          other: addressOfWord(other),
          // With three indexed arguments the third is the id of an ERC-721 token, else the data is the amount.
          isPositive: topics.length === 4 || (data.length === 66 && wordAt(data) !== 0n),
          block,
          timestamp: isKnownTime ? Number(timestamp) : undefined,
        },
      ]
    },
  }
}
