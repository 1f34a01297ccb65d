import type { Detector } from './detector.ts'

const CALLED = 45
const PAID_POOL_AMOUNT = 60

/** Tornado Cash: deposit and withdraw of a pool and of its router. */
const mixerSelectors: ReadonlyMap<string, string> = new Map([
  ['0xb214faa5', 'deposit(bytes32)'],
  ['0x21a0adb6', 'withdraw(bytes,bytes32,bytes32,address,address,uint256,uint256)'],
  ['0x13d98d13', 'deposit(address,bytes32,bytes)'],
  ['0xb438689f', 'withdraw(address,bytes,bytes32,bytes32,address,address,uint256,uint256)'],
])

const ETHER = 10n ** 18n
/** Pool sizes for native currency on all chains, in wei. */
const denominations = new Set([ETHER / 10n, ...[1n, 10n, 100n, 500n, 1000n, 10_000n, 100_000n].map((n) => n * ETHER)])

export const mixerCall: Detector = {
  id: 'mixer-call',
  about: 'sender',
  summary: 'A Tornado Cash function of an unknown contract is called.',
  why: 'WARNING 45; 60 when the value is a pool size. Copies of the mixer work like the original and are on no list.',
  origin: 'Function signatures of the Tornado Cash contracts.',
  examples: {
    attack: 'A pool amount is deposited into an unknown pool.',
    nearMiss: 'Another function with the name deposit is paid.',
    evasion: 'The amount is no pool size: it is a WARNING all the same.',
  },
  reads: ['interactions'],
  detect({ interactions, byUnknown }) {
    const calls = interactions.filter(({ call }) => mixerSelectors.has(call.selector))
    return byUnknown(calls).map(([authority, made]) => ({
      subCategory: 'mixerMaliciousContractInteraction',
      points: made.some(({ value }) => denominations.has(value)) ? PAID_POOL_AMOUNT : CALLED,
      subject: authority,
      text: `is unknown and is called like a mixer: ${mixerSelectors.get(made[0]?.call.selector ?? '')}`,
    }))
  },
}
