import { native, transfer } from '../actions/actions.ts'
import { hasNoCode } from '../chain/account.ts'
import { traceOf } from '../chain/read-observation.ts'
import type { Facts } from '../facts.ts'
import { liveFrames } from '../trace/live-frames.ts'
import { isCodeCall } from '../trace/movements.ts'
import type { CallFrame } from '../trace/trace.ts'
import type { Detector } from './detector.ts'

export const creationPayout: Detector = {
  id: 'creation-payout',
  about: 'sender',
  summary:
    'A trace shows that a new contract pays half or more of what it is created with to unknown addresses that run no code.',
  why: 'WARNING 60. A contract that is created with a payment keeps or uses it; one that passes it on at once is a payment in disguise.',
  origin: 'Phishing pages that ask for the creation of a contract, whose code wallets do not show.',
  examples: {
    attack: 'A constructor sends all ether to an EOA.',
    nearMiss: 'A constructor puts the ether into a pool.',
    evasion:
      'It is sent in parts, or by self-destruction: it is found. One that keeps it for later, or pays another contract, is not.',
  },
  detect(facts) {
    const { transaction, decoded, isUnknown } = facts
    const call = decoded.root
    if (call.status !== 'creation' || transaction.value === 0n) return []
    const { from } = transaction
    const payees = Array.from(paidIn(facts)).filter(([payee, amount]) =>
      isUnknown(transfer(call, native(amount), from, payee)),
    )
    const paid = payees.reduce((sum, [, amount]) => sum + amount, 0n)
    const [first] = payees.toSorted(([, a], [, b]) => (a < b ? 1 : -1))
    if (!first || 2n * paid < transaction.value) return []
    return [
      {
        points: 60,
        subject: first[0],
        text: 'gets what the new contract is created with, at once, and is unknown',
        source: 'trace',
      },
    ]
  },
}

/** Wei that calls send to others that have no code, or run none there. */
function paidIn({ transaction, evidence, changes }: Facts): Map<string, bigint> {
  const paid = new Map<string, bigint>()
  const trace = traceOf(evidence)
  if (!trace || !changes?.isComplete) return paid
  const frames = Array.from(
    liveFrames(trace.root, (address) => address === transaction.from),
    ({ frame }) => frame,
  )
  // They had no code before, and now they keep or use it: what they pay on counts where it arrives.
  const created = new Set(frames.filter(({ type }) => type === 'CREATE' || type === 'CREATE2').map(({ to }) => to))
  for (const frame of frames) {
    const { to, value } = frame
    if (to === undefined || to === transaction.from || value === 0n || isCodeCall(frame) || created.has(to)) continue
    const account = evidence.accountOf(to)
    if (account ? hasNoCode(account) : !runsCode(frame)) paid.set(to, (paid.get(to) ?? 0n) + value)
  }
  return paid
}

function runsCode({ input, calls, logs }: CallFrame): boolean {
  return input !== '0x' || calls.length > 0 || logs.length > 0
}
