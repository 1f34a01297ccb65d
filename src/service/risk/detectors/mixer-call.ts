import type { Detector } from './detector.ts'

const CALLED = 45
const PAID_AS_A_POOL_IS = 60

/** deposit(bytes32) and withdraw(…) of a Tornado Cash pool, deposit and withdraw of its router. */
const mixerSelectors: ReadonlyMap<string, string> = new Map([
  ['0xb214faa5', 'deposit(bytes32)'],
  ['0x21a0adb6', 'withdraw(bytes,bytes32,bytes32,address,address,uint256,uint256)'],
  ['0x13d98d13', 'deposit(address,bytes32,bytes)'],
  ['0xb438689f', 'withdraw(address,bytes,bytes32,bytes32,address,address,uint256,uint256)'],
])

const ETHER = 10n ** 18n
/** What the pools for native coins take, of all chains: 0.1 to 100,000. */
const denominations = new Set([ETHER / 10n, ...[1n, 10n, 100n, 500n, 1000n, 10_000n, 100_000n].map((n) => n * ETHER)])

export const mixerCall: Detector = {
  id: 'mixer-call',
  summary: 'A contract of which nothing is known is called with the functions of a Tornado Cash pool or router.',
  why: 'Copies of the mixer work like the original and stand on no list. A warning, higher when the value is one that the pools take.',
  origin: 'Function signatures of the Tornado Cash contracts; lists of mixers are older than their copies.',
  detect({ interactions, ofStrangers, roleOf }) {
    const calls = interactions.filter(({ call }) => mixerSelectors.has(call.selector))
    return ofStrangers(calls).map(([authority, made]) => ({
      subCategory: 'mixerMaliciousContractInteraction',
      points: made.some(({ value }) => denominations.has(value)) ? PAID_AS_A_POOL_IS : CALLED,
      hops: 0,
      subject: authority,
      role: roleOf(authority),
      text: `called like a mixer: ${mixerSelectors.get(made[0]?.call.selector ?? '')}`,
      source: 'call data',
      flip: 'an ALLOW entry for the address, or a source that knows it',
    }))
  },
}
