import { TRANSFER, TRANSFER_FROM } from '../../evm/asset.ts'
import { type Movement, movementsIn } from '../../evm/logs.ts'
import { measuredBy, traceOf } from '../chain/read-observation.ts'
import type { Facts } from '../facts.ts'
import { liveFrames } from '../trace/live-frames.ts'
import { isCodeCall } from '../trace/movements.ts'
import type { CallFrame } from '../trace/trace.ts'
import type { Detector } from './detector.ts'

export const transferFee: Detector = {
  id: 'transfer-fee',
  about: 'sender',
  summary: 'An unknown token keeps more than half of what is sent to, or by, the sender or its accounts.',
  why: 'WARNING 60. Such a token cannot be sold at the price it was bought; honest fees are some percent. On a purchase the calls of a trace are compared with balances, on a sale with the events of the token.',
  origin:
    'Sale and purchase taxes of rug-pull tokens (RPHunter, 2025); the calls of a trace against measured balances or events.',
  examples: {
    attack: 'A pool sends 100 of a token, and 5 arrive.',
    nearMiss: 'A token keeps 2 % of a transfer.',
    evasion:
      'The tax is on the sale alone: events that split the transfer are found. One whose events say that all arrives is not.',
  },
  reads: ['trace', 'chain'],
  detect(facts) {
    const fees = [...feesOnPurchases(facts), ...feesOnSales(facts)]
    return Array.from(Map.groupBy(fees, ({ token }) => token)).flatMap(([token, of]) => {
      const kept = Math.max(...of.map(({ sent, arrives }) => 100 - Number((100n * arrives) / sent)))
      if (facts.reputationOf(token).trustedBy) return []
      return {
        subCategory: 'rugPullInteraction',
        points: 60,
        subject: token,
        text: `keeps ${kept} % of what is sent`,
        source: of[0]?.source ?? '',
      }
    })
  },
}

/** What transfers of a token lose, in base units: less than half arrives. */
interface Fee {
  readonly token: string
  readonly sent: bigint
  readonly arrives: bigint
  readonly source: 'simulation' | 'trace'
}

function feesOnPurchases(facts: Facts): Fee[] {
  const simulation = measuredBy(facts.evidence)
  if (!simulation) return []
  // The last argument of a transfer may also be an item.
  const fungible = simulation.changes.filter(({ standard }) => standard === 'erc20')
  const got = Map.groupBy(fungible, ({ owner, token }) => `${owner} ${token}`)
  return Array.from(sentTo(facts)).flatMap(([key, { token, sent }]) => {
    const arrives = (got.get(key) ?? []).reduce((sum, { amount }) => sum + amount, 0n)
    return arrives > 0n && 2n * arrives < sent ? { token, sent, arrives, source: 'simulation' } : []
  })
}

/** What the events of a transfer by an own account, or from one, split: less than half is for the recipient that the call names. */
function feesOnSales({ own, changes, evidence }: Facts): Fee[] {
  const trace = traceOf(evidence)
  if (!trace || !changes?.isComplete) return []
  return Array.from(liveFrames(trace.root, (address) => own.has(address))).flatMap(
    ({ frame, context, isForwarded }) => {
      const read = isForwarded ? undefined : transferIn(frame)
      const from = read?.from ?? frame.from
      const token = frame.to
      if (!read || token === undefined || token !== context || !own.has(from) || own.has(read.to)) return []
      const moves = movementsBelow(frame).filter((move) => move.asset.token === token && move.from === from)
      const sent = moves.reduce((sum, { amount }) => sum + amount, 0n)
      const arrives = moves.reduce((sum, { to, amount }) => (to === read.to ? sum + amount : sum), 0n)
      return sent > 0n && 2n * arrives < sent ? [{ token, sent, arrives, source: 'trace' }] : []
    },
  )
}

/** By the events of a frame and of the code that it delegates to. */
function movementsBelow(frame: CallFrame): Movement[] {
  const pending = [frame]
  const moves: Movement[] = []
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.error !== undefined) continue
    moves.push(...movementsIn(next.logs))
    pending.push(...next.calls.filter(isCodeCall))
  }
  return moves
}

/** Tokens that others send to own accounts, by the calls of the trace. Those of an account that also pays are left out. */
function sentTo({
  evidence,
  transaction,
  changes,
}: Facts): Map<string, { readonly token: string; readonly sent: bigint }> {
  const sums = new Map<string, { readonly token: string; readonly sent: bigint }>()
  const trace = traceOf(evidence)
  if (!trace || !changes) return sums
  for (const { frame, context, isForwarded } of liveFrames(trace.root, (address) => address === transaction.from)) {
    const read = isForwarded ? undefined : transferIn(frame)
    if (!read || frame.to === undefined || frame.to !== context) continue
    if (read.to !== transaction.from && !changes.ofAccounts.has(read.to)) continue
    const key = `${read.to} ${frame.to}`
    sums.set(key, { token: frame.to, sent: (sums.get(key)?.sent ?? 0n) + read.amount })
  }
  return sums
}

interface NamedTransfer {
  /** When absent, the caller pays. */
  readonly from: string | undefined
  readonly to: string
  readonly amount: bigint
}

function transferIn({ input }: CallFrame): NamedTransfer | undefined {
  const words = input.slice(10)
  const at = input.startsWith(TRANSFER) ? 0 : input.startsWith(TRANSFER_FROM) ? 64 : undefined
  const to = at === undefined ? '' : words.slice(at + 24, at + 64)
  const amount = at === undefined ? '' : words.slice(at + 64, at + 128)
  if (!/^[0-9a-f]{40}$/.test(to) || !/^[0-9a-f]{64}$/.test(amount)) return undefined
  const from = at === 0 ? undefined : `0x${words.slice(24, 64)}`
  return { from, to: `0x${to}`, amount: BigInt(`0x${amount}`) }
}
