import type { Interaction } from '../actions/actions.ts'
import { type Detector, toKnowPayee } from './detector.ts'

const PAID = 75
const CALLED = 55

export const impostorFunction: Detector = {
  id: 'impostor-function',
  summary: 'A function such as SecurityUpdate() or ConnectWallet() of an unknown contract is called.',
  why: 'No transaction secures or connects a wallet; the name is chosen for the confirmation screen. UNSAFE with a payment, otherwise WARNING.',
  origin:
    'PTXPhish wallet-function class (NDSS 2025); SecurityUpdate is the most common function name of phishing contracts.',
  detect({ interactions, byUnknown, roleOf }) {
    return byUnknown(interactions.filter(isImpostor)).map(([authority, made]) => ({
      subCategory: 'impersonationScamInteraction',
      points: made.some(({ value }) => value > 0n) ? PAID : CALLED,
      hops: 0,
      subject: authority,
      role: roleOf(authority),
      text: `is unknown and is called with ${made[0]?.call.signature?.phishing?.signature}, which pretends to secure a wallet`,
      source: 'call data',
      flip: `reject: no transaction secures a wallet; if the contract is known to you, ${toKnowPayee}`,
    }))
  },
}

function isImpostor({ call }: Interaction): boolean {
  return call.signature?.phishing?.pretext === 'security'
}
