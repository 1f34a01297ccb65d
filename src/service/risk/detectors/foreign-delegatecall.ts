import type { Control } from '../actions/actions.ts'
import type { Detector } from './detector.ts'

const POINTS = 80

export const foreignDelegatecall: Detector = {
  id: 'foreign-delegatecall',
  summary: 'An account lets code of which nothing is known run as its own.',
  why: 'A delegatecall may do everything the account may, and replace the account itself. Honest ones go to a few libraries that are known: unsafe.',
  origin:
    'The theft from Bybit in February 2025: a Safe was made to delegatecall a contract that overwrote its first storage slot, the address of its code.',
  detect({ controls, ofStrangers, roleOf }) {
    return ofStrangers(controls.filter(isForeign)).map(([authority, made]) => ({
      subCategory: 'maliciousProtocolUpgrade',
      points: POINTS,
      hops: 0,
      subject: authority,
      role: roleOf(authority),
      text: `run as the own code of ${made[0]?.contract}, and nothing is known about it`,
      source: 'call data',
      flip: 'an ALLOW entry for the address, or a source that knows it',
    }))
  },
}

function isForeign({ form, authority, contract }: Control): boolean {
  return form === 'delegatecall' && authority !== contract
}
