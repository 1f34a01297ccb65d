import { decimalsOf, symbolOf } from '../../chain/accounts/answers.ts'
import { questions } from '../../chain/accounts/raw-account.ts'
import type { LogQuery } from '../../chain/history/walk-logs.ts'
import type { RpcFailure } from '../../chain/rpc/json-rpc.ts'
import { amountIn, questionOf, readOf } from '../../chain/simulation/questions.ts'
import { type StateRead, valueIn } from '../../chain/state/requests.ts'
import { StateReader, type StateSource } from '../../chain/state/state-reader.ts'
import { type Allowance, allowanceKey, isUnlimited } from '../../evm/allowance.ts'
import { APPROVAL, APPROVAL_FOR_ALL, PERMIT2_APPROVAL, PERMIT2_PERMIT } from '../../evm/logs.ts'
import { addressAt, isZeroAddress, word, wordAt } from '../../evm/words.ts'
import { eventsOfAddress } from '../../store/repositories/chain-events.ts'
import { allowancesGrantedBy } from '../../store/repositories/granted-allowances.ts'
import type { Db } from '../../store/schema/schema.ts'
import { approvalsOf } from '../activity/approvals.ts'
import { storedDetails } from '../activity/details.ts'

/** An allowance that may be open. */
export interface Candidate extends Allowance {
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

export interface OpenApprovals {
  readonly open: readonly OpenApproval[]
  /** Those about which the node gave no answer. */
  readonly unknown: number
  readonly failure: RpcFailure | undefined
}

/**
 * Gives what holds of the candidates at a block.
 * @param block with its time (seconds)
 */
export async function openApprovals(
  candidates: readonly Candidate[],
  source: StateSource,
  { hash, timestamp }: { readonly hash: string; readonly timestamp: number },
): Promise<OpenApprovals> {
  const state = new StateReader(source, { hash })
  const call = (reads: readonly StateRead[]) => state.calls(reads.map((read) => ({ read, block: { blockHash: hash } })))
  const answers = await call(candidates.map((candidate) => readOf(questionOf(candidate))))
  const failures = answers.flatMap((answer) => ('failure' in answer ? [answer.failure] : []))
  const standing = candidates.flatMap((candidate, index) => {
    const holding = holdingOf(candidate, valueIn(answers[index]), BigInt(timestamp))
    return holding ? [{ ...candidate, ...holding }] : []
  })
  // The present owner of an item may have approved another address.
  const items = standing.filter(({ kind }) => kind === 'item')
  const holders = await call(items.map(({ token, id = 0n }) => readOf({ kind: 'holder', token, id })))
  const isOther = (approval: Candidate) => {
    const at = items.findIndex((item) => item.token === approval.token && item.id === approval.id)
    const answer = valueIn(holders[at]) ?? NO_ANSWER
    return answer !== NO_ANSWER && addressAt(answer) !== approval.owner
  }
  const held = standing.filter((approval) => approval.kind !== 'item' || !isOther(approval))
  const tokens = [...new Set(held.map(({ token }) => token))]
  const metadata = await call(
    tokens.flatMap((target) => [questions.symbol, questions.decimals].map((data) => ({ target, data }))),
  )
  const known = new Map(
    tokens.map((token, index) => {
      const [symbol, decimals] = [valueIn(metadata[2 * index]), valueIn(metadata[2 * index + 1])]
      return [token, { symbol: symbolOf(symbol), decimals: decimalsOf(decimals) }]
    }),
  )
  const open = held.map((each) => ({ symbol: undefined, decimals: undefined, ...each, ...known.get(each.token) }))
  return { open: open.toSorted(byWeight), unknown: failures.length, failure: failures[0] }
}

/** A contract without the function reverts, or returns nothing. */
const NO_ANSWER = '0x'

type Holding = Pick<OpenApproval, 'amount' | 'isUnlimited' | 'expiration' | 'spender'>

function holdingOf(candidate: Candidate, answer: string | undefined, timestamp: bigint): Holding | undefined {
  const { kind, spender } = candidate
  if (kind === 'item') {
    const approved = addressAt(answer)
    if (approved === undefined || isZeroAddress(approved)) return undefined
    return { amount: 1n, isUnlimited: false, expiration: undefined, spender: approved }
  }
  // Until and including the second at which it ends.
  const amount = amountIn(questionOf(candidate), answer, timestamp - 1n)
  if (amount === undefined || amount === 0n) return undefined
  if (kind === 'operator') return { amount: undefined, isUnlimited: true, expiration: undefined, spender }
  const expiration = kind === 'permit2' ? Number(wordAt(answer, 1)) : undefined
  return { amount, isUnlimited: isUnlimited(amount), expiration, spender }
}

/** Unlimited ones first, then the newest. */
function byWeight(a: OpenApproval, b: OpenApproval): number {
  return Number(b.isUnlimited) - Number(a.isUnlimited) || (b.since ?? 0) - (a.since ?? 0)
}

/** Lists allowances that an owner (lower case) may have given: by validations, by followed blocks, and by events of tokens. */
export async function candidatesOf(
  db: Db,
  { chainId, owner }: { readonly chainId: string; readonly owner: string },
  logged: readonly Candidate[],
): Promise<Candidate[]> {
  const found = new Map<string, Candidate>()
  const add = (candidate: Candidate) => {
    // Who may move an item now is asked for; an event names who might before.
    const key = allowanceKey(candidate)
    const known = found.get(key)
    if (!known || (candidate.since ?? -1) > (known.since ?? -1)) found.set(key, candidate)
  }
  for (const candidate of logged) add(candidate)
  for (const { token, spender } of await allowancesGrantedBy(db, chainId, owner))
    for (const kind of AMOUNTS) add({ kind, owner, token, spender, id: undefined, since: undefined })
  for (const { kind, content, block_number: since } of await eventsOfAddress(db, chainId, owner, KINDS)) {
    const { token, other: spender } = storedDetails({ content })
    if (token === undefined || spender === undefined) continue
    for (const each of kind === 'operator' ? [kind] : AMOUNTS)
      add({ kind: each, owner, token, spender, id: undefined, since })
  }
  return [...found.values()]
}

const KINDS = ['allowance-granted', 'operator'] as const
/** An event of a followed block does not say of which of them the amount is. */
const AMOUNTS = ['allowance', 'permit2'] as const

const EVENTS = [APPROVAL, APPROVAL_FOR_ALL, PERMIT2_APPROVAL, PERMIT2_PERMIT]

/** Looks for the allowances and operators that the events of an owner (lower case) name: of tokens, items and Permit2. */
export function approvalsBy(owner: string): LogQuery<Candidate> {
  return {
    noun: 'approvals',
    filters: [{ topics: [EVENTS, [`0x${word(owner)}`]] }],
    read: (log) =>
      approvalsOf({ receipt: { logs: [log] } }, 0).map(({ kind, token, spender, id }) => {
        return { kind, owner, token, spender, id, since: Number(log.block) }
      }),
  }
}
