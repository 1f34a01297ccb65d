import { addressAt } from '../evm/words.ts'
import { type Position, positionsIn } from '../risk/account/positions.ts'
import { addressesOf } from '../risk/analyze.ts'
import type { ChainAccount } from '../risk/chain/account.ts'
import type { ChainObservation } from '../risk/chain/observation.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import { AccountReader, lensAddress } from './accounts/account-reader.ts'
import type { SeenCode } from './accounts/age.ts'
import type { SeenAccounts } from './accounts/seen-accounts.ts'
import type { NodeHead, ReadyNode } from './nodes/chain-node.ts'
import type { WorkResult } from './nodes/node-pool.ts'
import { HEAD_REQUEST, readBlock } from './nodes/read-block.ts'
import type { Observed, ObserveRequest } from './observer.ts'
import { failuresIn, type RpcReply, resultOf, type Trip, together } from './rpc/json-rpc.ts'
import { readOf } from './simulation/questions.ts'
import { simulate } from './simulation/simulate.ts'
import { answerTo, callAt, valueIn } from './state/requests.ts'

export interface ObservingDeps {
  readonly seen: SeenAccounts
  readonly random: RandomBytes
  /** End of the budget, in ms of `clock.elapsed()`. */
  readonly until: number
}

type Observing = ObservingDeps & Pick<ObserveRequest, 'analysis' | 'trace' | 'analyze'>

/** Limit of both trips together; what comes last is left out first. */
export const MAX_REQUESTS = 60
/** Accounts that one trip looks at. */
const MAX_ACCOUNTS = 20
/** Most beneficiaries whose nonce is requested. */
const MAX_NONCES = 4

/**
 * Reads everything that one node says about a transaction, in two round trips, both at one block. Trip 1: what the accounts are,
 * which calls are made. Trip 2: balances before and afterwards, and the accounts that only the calls name. A third trip reads
 * balances again where the runs of the second one name different items.
 *
 * At a head that was kept a contract may not be there yet, or the allowance that a call needs: where a block has come
 * since, all trips are made again at that one.
 */
export async function observeOn(ready: ReadyNode, observing: Observing): Promise<WorkResult<Observed>> {
  const { newer, ...first } = await observeAt(ready, observing)
  if (!newer) return first
  const { newer: _, ...second } = await observeAt({ ...ready, head: newer, isHeadKept: false }, observing)
  return second.failure ? first : second
}

interface ObservedAt extends WorkResult<Observed> {
  /** The head, where it decides and is another one by now. */
  readonly newer?: NodeHead | undefined
}

async function observeAt(
  { node, head, past, lag, isHeadKept }: ReadyNode,
  { analysis, trace: given, analyze, seen, random, until }: Observing,
): Promise<ObservedAt> {
  const { chainId, can } = node
  const known = new Map<string, SeenCode>()
  const subjects = addressesOf(analysis)
  const lens = lensAddress(random, new Set(subjects))
  const reader = new AccountReader({ can, head, lens, past: can.archive ? past : undefined, seen: known })
  const discovery = simulate({ analysis, head, can, randomBytes: random, trace: given })
  const owners = ownerRequests(positionsIn(analysis), head)
  const accounts = reader.firstTrip(subjects.slice(0, MAX_ACCOUNTS), {
    nonces: subjects.slice(0, MAX_NONCES),
    budget: MAX_REQUESTS - discovery.requests.length - owners.requests.length,
  })
  const first = together(discovery, owners, accounts)

  const [replies] = await Promise.all([node.rpc.send(first.requests, until), seen.load(chainId, subjects, known)])
  const [discovered, ownerOf] = first.read(replies)

  const { trace } = discovered
  const inFirst = reader.accounts()
  const traced = analyze ? await analyze(trace, inFirst) : analysis
  const measurement = discovered.measure(traced, inFirst)
  const more = Array.from(new Set([...addressesOf(traced), ...discovered.named])).filter(
    (each) => !subjects.includes(each),
  )
  await seen.load(chainId, [...more, ...reader.moreAddresses()], known)
  const sent = replies.length + measurement.requests.length
  const others = reader.secondTrip(more.slice(0, MAX_ACCOUNTS), { budget: MAX_REQUESTS - sent })

  const isEarly = isHeadKept && (discovered.hasReverted || inFirst.values().some(isEmpty))
  const requests = [...measurement.requests, ...others.requests]
  const answers = await node.rpc.send([...requests, ...(isEarly ? [HEAD_REQUEST] : [])], until)
  const measured = answers.slice(0, requests.length)
  const newer = newerThan(head, answers[requests.length])
  const runs = measured.slice(0, measurement.requests.length)
  const further = measurement.more(runs)
  const { simulation, missing } = further
    ? further.read(await node.rpc.send(further.requests, until))
    : measurement.read(runs)
  others.read(measured.slice(measurement.requests.length))

  void seen.save(chainId, reader.seenCode())

  const observation: ChainObservation = {
    node: node.rpc.host,
    block: head,
    accounts: reader.accounts(),
    owners: ownerOf,
    simulation,
    missing: [
      ...(lag === undefined ? [] : [{ code: 'state-lags', reason: lag.message } as const]),
      ...missing,
      ...reader.missing(),
    ],
  }
  const failure = failureOf(replies) ?? failureOf(measured)
  // What a proxy runs is known now where the second trip read it: where it is other code, fewer functions are read.
  const checked =
    analyze && observation.accounts.size > inFirst.size ? await analyze(trace, observation.accounts) : traced
  return { value: { observation, analysis: checked }, failure, newer }
}

/** Most positions whose owners are requested. */
const MAX_POSITIONS = 4
const OWNER_GAS = 200_000n

/** Who owns the positions that gain. */
function ownerRequests(positions: readonly Position[], { hash }: NodeHead): Trip<ReadonlyMap<string, string>> {
  const asked = positions.slice(0, MAX_POSITIONS).map(({ contract: token, id }) => ({
    key: `${token} ${id}`,
    wanted: callAt(readOf({ kind: 'holder', token, id }), { blockHash: hash }, OWNER_GAS),
  }))
  return {
    requests: asked.map(({ wanted }) => wanted.request),
    read: (replies) =>
      new Map(
        asked.flatMap(({ key, wanted }, index) => {
          const owner = addressAt(valueIn(answerTo(wanted, replies[index])) ?? '0x', 0)
          return owner === undefined ? [] : [[key, owner] as const]
        }),
      ),
  }
}

function isEmpty({ kind }: ChainAccount): boolean {
  return kind === 'empty'
}

function newerThan(head: NodeHead, reply: RpcReply | undefined): NodeHead | undefined {
  const block = readBlock(resultOf(reply))
  return block && block.number > head.number ? block : undefined
}

/** Gives the failure where nothing of a trip was answered, or the node lost the block: another node may do better. */
export function failureOf(replies: readonly RpcReply[]) {
  const failures = failuresIn(replies)
  if (replies.length > 0 && failures.length === replies.length) return failures[0]
  return failures.find(({ kind }) => kind === 'lagging')
}
