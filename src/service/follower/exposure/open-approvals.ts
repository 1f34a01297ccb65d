import type { ApprovalKind } from '../../../api/vocabulary.ts'
import { decimalsOf, symbolOf } from '../../chain/accounts/answers.ts'
import { dataOf } from '../../chain/rpc/hex.ts'
import { isReply, type RpcFailure, type RpcReply, type RpcRequest } from '../../chain/rpc/json-rpc.ts'
import { amountIn, PERMIT2, type Question, readOf } from '../../chain/simulation/questions.ts'
import { addressAt, isZeroAddress, word, wordAt } from '../../evm/words.ts'
import { UNLIMITED } from '../../risk/actions/actions.ts'

/** An allowance that may be open. Addresses in lower case. */
export interface Candidate {
  readonly kind: ApprovalKind
  readonly token: string
  /** Of an item. */
  readonly id: bigint | undefined
  readonly spender: string
  /** Newest block known to name it. */
  readonly since: number | undefined
}

/** One that holds now. */
export interface OpenApproval extends Candidate {
  /** Base units, at most what the token has room for; undefined: everything (an operator). */
  readonly amount: bigint | undefined
  readonly isUnlimited: boolean
  /** When a Permit2 allowance ends (seconds). */
  readonly expiration: number | undefined
  readonly symbol: string | undefined
  readonly decimals: number | undefined
}

export interface Call {
  readonly to: string
  readonly data: string
}

type Ask = (requests: readonly RpcRequest[]) => Promise<readonly RpcReply[]>

/** Calls of one batch. */
const BATCH = 100

export interface OpenApprovals {
  readonly open: readonly OpenApproval[]
  /** Those about which the node gave no answer. */
  readonly unknown: number
  readonly failure: RpcFailure | undefined
}

/**
 * What holds of the candidates at a block.
 * @param timestamp of the block (seconds)
 */
export async function openApprovals(
  owner: string,
  candidates: readonly Candidate[],
  { hash, timestamp, ask }: { readonly hash: string; readonly timestamp: number; readonly ask: Ask },
): Promise<OpenApprovals> {
  const call = (questions: readonly { target: string; data: string }[]) =>
    askAll(
      ask,
      questions.map(({ target, data }) => ({
        method: 'eth_call',
        params: [{ to: target, data }, { blockHash: hash }],
      })),
    )
  const replies = await call(candidates.map((candidate) => readOf(questionOf(owner, candidate))))
  const failures = replies.flatMap((reply) => (isReply(reply) || isRefusal(reply.failure) ? [] : [reply.failure]))
  const standing = candidates.flatMap((candidate, index) => {
    const reply = replies[index]
    const answer = reply && isReply(reply) ? dataOf(reply.result) : undefined
    const holding = holdingOf(owner, candidate, answer, BigInt(timestamp))
    return holding ? [{ ...candidate, ...holding }] : []
  })
  // The present owner of an item may have approved another address.
  const items = standing.filter(({ kind }) => kind === 'item')
  const holders = await call(items.map(({ token, id = 0n }) => readOf({ kind: 'holder', token, id })))
  const isOther = (approval: Candidate) => {
    const reply = holders[items.findIndex((item) => item.token === approval.token && item.id === approval.id)]
    return reply !== undefined && isReply(reply) && addressAt(dataOf(reply.result)) !== owner
  }
  const held = standing.filter((approval) => approval.kind !== 'item' || !isOther(approval))
  const tokens = [...new Set(held.map(({ token }) => token))]
  const metadata = await call(tokens.flatMap((target) => [SYMBOL, DECIMALS].map((data) => ({ target, data }))))
  const known = new Map(
    tokens.map((token, index) => {
      const [symbol, decimals] = [metadata[2 * index], metadata[2 * index + 1]].map((reply) =>
        reply && isReply(reply) ? dataOf(reply.result) : undefined,
      )
      return [token, { symbol: symbolOf(symbol), decimals: decimalsOf(decimals) }]
    }),
  )
  const open = held.map((each) => ({ symbol: undefined, decimals: undefined, ...each, ...known.get(each.token) }))
  return { open: open.toSorted(byWeight), unknown: failures.length, failure: failures[0] }
}

const SYMBOL = '0x95d89b41'
const DECIMALS = '0x313ce567'

/** The contract has no such function: then there is no such allowance. */
function isRefusal({ kind }: RpcFailure): boolean {
  return kind === 'reverted'
}

function questionOf(owner: string, { kind, token, spender, id = 0n }: Candidate): Question {
  if (kind === 'operator') return { kind, owner, token, spender, standard: 'erc721' }
  if (kind === 'item') return { kind: 'approved', owner, token, spender, id }
  return { kind, owner, token, spender }
}

type Holding = Pick<OpenApproval, 'amount' | 'isUnlimited' | 'expiration' | 'spender'>

function holdingOf(
  owner: string,
  candidate: Candidate,
  answer: string | undefined,
  timestamp: bigint,
): Holding | undefined {
  const { kind, spender } = candidate
  if (kind === 'item') {
    const approved = addressAt(answer)
    if (approved === undefined || isZeroAddress(approved)) return undefined
    return { amount: 1n, isUnlimited: false, expiration: undefined, spender: approved }
  }
  // Until and including the second at which it ends.
  const amount = amountIn(questionOf(owner, candidate), answer, timestamp - 1n)
  if (amount === undefined || amount === 0n) return undefined
  if (kind === 'operator') return { amount: undefined, isUnlimited: true, expiration: undefined, spender }
  const expiration = kind === 'permit2' ? Number(wordAt(answer, 1)) : undefined
  return { amount, isUnlimited: amount >= UNLIMITED, expiration, spender }
}

/** The call that the owner sends to revoke it. */
export function revocationOf({ kind, token, spender, id = 0n }: Candidate): Call {
  switch (kind) {
    case 'allowance':
      return { to: token, data: `0x095ea7b3${word(spender)}${word(0n)}` }
    case 'permit2':
      return { to: PERMIT2, data: `0x87517c45${word(token)}${word(spender)}${word(0n)}${word(0n)}` }
    case 'operator':
      return { to: token, data: `0xa22cb465${word(spender)}${word(0n)}` }
    case 'item':
      return { to: token, data: `0x095ea7b3${word(0n)}${word(id)}` }
  }
}

/** Unlimited ones first, then the newest. */
function byWeight(a: OpenApproval, b: OpenApproval): number {
  return Number(b.isUnlimited) - Number(a.isUnlimited) || (b.since ?? 0) - (a.since ?? 0)
}

async function askAll(ask: Ask, requests: readonly RpcRequest[]): Promise<readonly RpcReply[]> {
  const replies: RpcReply[] = []
  for (let at = 0; at < requests.length; at += BATCH) replies.push(...(await ask(requests.slice(at, at + BATCH))))
  return replies
}
