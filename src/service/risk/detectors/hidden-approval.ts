import { spenderKey } from '../../evm/allowance.ts'
import { type Grant, grantKey } from '../actions/actions.ts'
import { hasNoCode } from '../chain/account.ts'
import { measuredBy } from '../chain/read-observation.ts'
import type { SimulatedApproval } from '../chain/simulation.ts'
import type { Facts } from '../facts.ts'
import { type Detector, rejectUnlessPlanned } from './detector.ts'

/** The spender stands nowhere in the call data. */
const HIDDEN = 85
/** It does, but not as a spender. */
const NAMED = 60

export const hiddenApproval: Detector = {
  id: 'hidden-approval',
  about: 'sender',
  summary:
    'After the simulation an unknown address may take assets, and the call data does not show such an allowance.',
  why: 'UNSAFE 85 when the address is not in the call data, or has no code; WARNING 60 when a function that is not known names it. A wallet that shows the call data shows nothing of it.',
  origin: 'Allowances are read before and after the transaction in one simulation; an event can be false or missing.',
  examples: {
    attack: 'An unknown function leaves an allowance for an address that the call data does not name.',
    nearMiss: 'The call data shows the same allowance.',
    evasion:
      'The token emits no Approval event: the allowance is read, not its event. One that is set later is not found.',
  },
  reads: ['chain'],
  detect(facts) {
    const simulation = measuredBy(facts.evidence)
    if (!simulation) return []
    const shown = new Set(facts.grants.filter(({ call }) => !call.inTrace).map(grantKey))
    const hidden = simulation.approvals.filter(
      (approval) => !shown.has(spenderKey(approval)) && facts.isUnknown(grantOf(approval, facts)),
    )
    const named = namedIn(facts)
    return Array.from(Map.groupBy(hidden, ({ spender }) => spender)).map(([spender, approvals]) => {
      const account = facts.evidence.accountOf(spender)
      const isNamed = named.has(spender) && !(account && hasNoCode(account))
      const takes = approvals.some((each) => each.takes !== undefined && each.takes > 0n)
      return {
        points: isNamed ? NAMED : HIDDEN,
        subject: spender,
        text: `may take ${whatOf(approvals, facts)} afterwards${takes ? ', and does so in a simulated next block' : ''}, which the call data does not show`,
        source: 'simulation',
        flip: rejectUnlessPlanned,
      }
    })
  },
}

/** Addresses of the call data in any role; those that only a trace or the node shows are `called`, or spenders of it. */
function namedIn({ decoded, transaction, actions, subjects }: Facts): Set<string> {
  const shown = actions.filter(({ call }) => !call.inTrace).map(({ authority }) => authority)
  const called = decoded.calls.map(({ to }) => to ?? '')
  const inData = subjects.map(({ address }) => address).filter((each) => transaction.data.includes(each.slice(2)))
  return new Set([...shown, ...called, ...inData])
}

function grantOf({ standard, token, amount, owner, spender }: SimulatedApproval, { decoded }: Facts): Grant {
  const asset = { standard, token, amount, ids: [] }
  const parties = { owner, authority: spender, revokes: false, unlimited: amount === undefined }
  return { kind: 'grant', form: 'approval-for-all', call: decoded.root, asset, ...parties }
}

function whatOf(approvals: readonly SimulatedApproval[], { addressText }: Facts): string {
  const [first] = approvals
  const tokens = new Set(approvals.map(({ token }) => token)).size
  return tokens > 1 ? `assets of ${tokens} tokens` : `assets of ${addressText(first?.token ?? '')}`
}
