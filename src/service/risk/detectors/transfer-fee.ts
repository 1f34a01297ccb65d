import { measuredBy } from '../chain/observed.ts'
import { liveFrames } from '../trace/live-frames.ts'
import type { CallFrame } from '../trace/trace.ts'
import { type Detector, type Facts, toKnowPayee } from './detector.ts'

const POINTS = 60

export const transferFee: Detector = {
  id: 'transfer-fee',
  summary: 'An unknown token keeps more than half of what is sent to the sender or its accounts.',
  why: 'WARNING 60. Such a token cannot be sold at the price it was bought; honest fees are some percent.',
  origin:
    'Sale and purchase taxes of rug-pull tokens (RPHunter, 2025); the calls of a trace against measured balances.',
  examples: {
    attack: 'A pool sends 100 of a token, and 5 arrive.',
    nearMiss: 'A token keeps 2 % of a transfer.',
    evasion:
      'The events of the token tell what arrives: the calls of the trace are compared. A tax on the sale alone is not found.',
  },
  detect(facts) {
    const simulation = measuredBy(facts.evidence)
    if (!simulation) return []
    // The last argument of a transfer may also be an item.
    const fungible = simulation.changes.filter(({ standard }) => standard === 'erc20')
    const arrives = Map.groupBy(fungible, ({ owner, token }) => `${owner} ${token}`)
    return Array.from(sentTo(facts)).flatMap(([key, { token, sent }]) => {
      const got = (arrives.get(key) ?? []).reduce((sum, { amount }) => sum + amount, 0n)
      if (got <= 0n || 2n * got >= sent || facts.reputationOf(token).trustedBy) return []
      return {
        subCategory: 'rugPullInteraction',
        points: POINTS,
        hops: 0,
        subject: token,
        role: facts.roleOf(token),
        text: `keeps ${100n - (100n * got) / sent} % of what is sent`,
        source: 'simulation',
        flip: toKnowPayee,
      }
    })
  },
}

const TRANSFER = '0xa9059cbb'
const TRANSFER_FROM = '0x23b872dd'

/** Tokens that others send to own accounts, by the calls of the trace. Those of an account that also pays are left out. */
function sentTo({
  evidence,
  transaction,
  changes,
}: Facts): Map<string, { readonly token: string; readonly sent: bigint }> {
  const sums = new Map<string, { readonly token: string; readonly sent: bigint }>()
  const trace = evidence.trace ?? evidence.chain?.simulation.trace
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

function transferIn({ input }: CallFrame): { readonly to: string; readonly amount: bigint } | undefined {
  const words = input.slice(10)
  const at = input.startsWith(TRANSFER) ? 0 : input.startsWith(TRANSFER_FROM) ? 64 : undefined
  const to = at === undefined ? '' : words.slice(at + 24, at + 64)
  const amount = at === undefined ? '' : words.slice(at + 64, at + 128)
  return /^[0-9a-f]{40}$/.test(to) && /^[0-9a-f]{64}$/.test(amount)
    ? { to: `0x${to}`, amount: BigInt(`0x${amount}`) }
    : undefined
}
