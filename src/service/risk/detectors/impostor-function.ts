import type { Interaction } from '../actions/actions.ts'
import type { Detector } from './detector.ts'

const PAID = 75
const CALLED = 55

export const impostorFunction: Detector = {
  id: 'impostor-function',
  summary:
    'A contract of which nothing is known is called to secure, connect or verify a wallet: SecurityUpdate(), ConnectWallet().',
  why: 'No transaction secures or connects a wallet: the name is there for the wallet’s confirmation screen. Unsafe when something is paid along, else a warning.',
  origin:
    'The wallet-function class of PTXPhish (NDSS 2025); SecurityUpdate is the commonest name of all phishing contracts.',
  detect({ interactions, ofStrangers, roleOf }) {
    return ofStrangers(interactions.filter(isImpostor)).map(([authority, made]) => ({
      subCategory: 'impersonationScamInteraction',
      points: made.some(({ value }) => value > 0n) ? PAID : CALLED,
      hops: 0,
      subject: authority,
      role: roleOf(authority),
      text: `called with ${made[0]?.call.signature?.lure?.signature}, as if a wallet needed that, and nothing is known about it`,
      source: 'call data',
      flip: 'an ALLOW entry for the address, or a source that knows it',
    }))
  },
}

function isImpostor({ call }: Interaction): boolean {
  return call.signature?.lure?.pretence === 'security'
}
