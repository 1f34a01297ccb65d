import { bandFloors } from '../../../api/vocabulary.ts'
import type { UnreadAddresses } from '../account/items.ts'
import type { Facts } from '../facts.ts'
import type { Detector, Observation } from './detector.ts'

/** Functions that end a right of the address they name. */
const ENDS = /^(?:revoke|cancel)|^remove(?:Owner|Signer|Guardian|Operator|Delegate|Module)/

export const namedThirdParty: Detector = {
  id: 'named-third-party',
  about: 'sender',
  summary:
    'A call or message that is not read names exactly one address that is neither own nor known, beside the contract it is for, and something can move.',
  why: 'WARNING 35: of attacks with functions and messages that no table has, most name the one who gains. Something can move when the call carries native currency, when the contract may take tokens by an allowance or holds a deposit that is known here, or when the contract is an account of the sender. Several addresses may be anything: the verdict is NO DATA, and the first three are named. Addresses that are known on another chain, and functions without amount or value whose name ends a right, do not count.',
  origin: 'Measured on calls and messages that were collected without knowledge of the rules.',
  examples: {
    attack: 'An unknown function is paid and names one unknown address.',
    nearMiss: 'Nothing can move: it carries no value, and no allowance or deposit is known.',
    evasion: 'A second unknown address hides the first: the verdict is NO DATA.',
  },
  detect(facts): Observation[] {
    const found = facts.account.unread.flatMap((unread) => {
      const [only, ...others] = unread.thirdParties
      return only !== undefined && others.length === 0 && canMove(unread, facts) ? [[only, unread] as const] : []
    })
    return [...new Map(found)].map(([subject, { call }]) => ({
      points: bandFloors.WARNING + 4,
      subject,
      text: `is named in a ${facts.message && call === facts.decoded.root ? 'message' : 'call'} that is not read, which can move assets, and is neither yours nor known`,
    }))
  },
}

/** Value that is sent; what the contract may take, or holds, of the payer; and everything, where it is an own account. */
function canMove({ call }: UnreadAddresses, facts: Facts): boolean {
  const { value, actor, to, status, name } = call
  if (value > 0n) return true
  if (to === undefined || status === 'creation' || ENDS.test(name)) return false
  const { evidence, grants, own, transaction } = facts
  if (own.has(to) && to !== transaction.from) return true
  const isPayer = (owner: string | undefined) => (owner ?? transaction.from) === actor
  return (
    grants.some(({ authority, owner }) => authority === to && isPayer(owner)) ||
    evidence.allowancesTo(to).some(({ owner }) => isPayer(owner)) ||
    evidence.counterpartiesAt(to).some(({ owner, hadValue, vouches }) => hadValue && vouches && isPayer(owner))
  )
}
