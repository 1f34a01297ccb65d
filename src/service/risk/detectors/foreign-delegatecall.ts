import type { Control } from '../actions/actions.ts'
import { type Detector, rejectOrVouch, unknownText } from './detector.ts'

const POINTS = 80

export const foreignDelegatecall: Detector = {
  id: 'foreign-delegatecall',
  summary: 'An account calls an unknown contract by delegatecall.',
  why: 'UNSAFE 80. The called code has all rights of the account and can replace its code.',
  origin: 'Bybit theft, February 2025: a delegatecall of a Safe replaced the address of its implementation.',
  examples: {
    attack: 'A Safe calls an unknown contract by delegatecall.',
    nearMiss: 'A Safe calls the same contract by a plain call.',
    evasion: 'The delegatecall is one step of a batch of the known MultiSend library: each step is read.',
  },
  detect(facts) {
    const { controls, byUnknown, roleOf } = facts
    return byUnknown(controls.filter(isForeign)).map(([authority, made]) => ({
      subCategory: 'maliciousProtocolUpgrade',
      points: POINTS,
      hops: 0,
      subject: authority,
      role: roleOf(authority),
      text: `is called by delegatecall from ${made[0]?.contract} and ${unknownText(authority, facts)}`,
      source: 'call data',
      flip: rejectOrVouch,
      evenIfTrusted: true,
    }))
  },
}

function isForeign({ form, authority, contract }: Control): boolean {
  return form === 'delegatecall' && authority !== contract
}
