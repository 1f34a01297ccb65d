import { hasNoCode } from '../chain/account.ts'
import { holdsCall } from '../decode/addresses.ts'
import type { Call } from '../decode/calls.ts'
import type { Facts } from '../facts.ts'
import type { Detector, Observation } from './detector.ts'

/** Names of functions that make other calls, and of those that take something from who is named. */
const HARMLESS = /exec|multi|batch|call|invoke|perform|dispatch|^(?:remove|revoke|disable|uninstall|delete|cancel)/i

export const unreadOwnCall: Detector = {
  id: 'unread-own-call',
  about: 'sender',
  summary:
    'A function of an account of the sender (a Safe, a smart account, an EOA that runs the code of a delegate) that is not read names one unknown address.',
  why: 'WARNING 45. Accounts let themselves be called to add owners, signers, session keys and modules, and every wallet names these functions in its own way. A function that carries a call, or is named like one that does or that removes, is NO DATA.',
  origin:
    'ERC-4337, EIP-7702 and Safe: an account accepts the functions that change it from itself or its entry point.',
  examples: {
    attack: 'A user operation calls a function of its account that no table has, with one unknown address.',
    nearMiss: 'The function is one of another contract, or carries a call.',
    evasion: 'The call is wrapped in a batch: it is found. A second unknown address hides it: the verdict is NO DATA.',
  },
  detect(facts): Observation[] {
    const { account, addressText } = facts
    const found = account.unread.flatMap(({ call, thirdParties: [only, ...others] }) => {
      const isOwn = call.to !== undefined && facts.accounts().has(call.to) && isOwnFunction(call, facts)
      return only === undefined || others.length > 0 || !isOwn ? [] : ([[only, call]] as const)
    })
    return [...new Map(found)].map(([subject, { to, selector, name }]) => ({
      points: 45,
      subject,
      text: `is named by ${name === '' ? `the unknown function ${selector}` : name} of the account ${addressText(to ?? '')} and is unknown`,
    }))
  },
}

/** An account without code runs no function. */
function isOwnFunction({ to = '', name, data, inTrace }: Call, { evidence }: Facts): boolean {
  const account = evidence.accountOf(to)
  if (account && hasNoCode(account) && account.kind !== 'delegated') return false
  return !inTrace && !HARMLESS.test(name) && !holdsCall(data)
}
