import type { Control } from '../actions/actions.ts'
import { type Detector, rejectOrVouch } from './detector.ts'

const POINTS = 80

export const foreignDelegatecall: Detector = {
  id: 'foreign-delegatecall',
  summary: 'An account calls an unknown contract by delegatecall.',
  why: 'A delegatecall has all rights of the account and can replace its code. Honest ones go to a few known libraries. UNSAFE.',
  origin:
    'Bybit theft, February 2025: a Safe made a delegatecall to a contract that overwrote storage slot 0, the address of its implementation.',
  detect({ controls, byUnknown, roleOf }) {
    return byUnknown(controls.filter(isForeign)).map(([authority, made]) => ({
      subCategory: 'maliciousProtocolUpgrade',
      points: POINTS,
      hops: 0,
      subject: authority,
      role: roleOf(authority),
      text: `is called by delegatecall from ${made[0]?.contract} and is unknown`,
      source: 'call data',
      flip: rejectOrVouch,
    }))
  },
}

function isForeign({ form, authority, contract }: Control): boolean {
  return form === 'delegatecall' && authority !== contract
}
