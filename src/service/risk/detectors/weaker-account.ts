import type { Arguments } from '../decode/arguments.ts'
import type { Call } from '../decode/calls.ts'
import { isZeroAddress } from '../types.ts'
import type { Detector, Observation } from './detector.ts'

const ONE_SIGNATURE = 45
const UNNAMED_OWNER = 45
const NO_PROTECTION = 40

interface Weakening {
  readonly points: number
  readonly becomes: string
  /** What to do instead. */
  readonly instead: string
  isWeaker(args: Arguments): boolean
}

const oneSignature = (argument: string): Weakening => ({
  points: ONE_SIGNATURE,
  becomes: 'needs a single signature from now on',
  instead: 'set a threshold of two or more',
  isWeaker: (args) => Number(args[argument]) <= 1,
})
const noGuard: Weakening = {
  points: NO_PROTECTION,
  becomes: 'loses its transaction guard',
  instead: 'set another guard',
  isWeaker: ({ guard }) => isZeroAddress(String(guard)),
}
const noDelay = (argument: string): Weakening => ({
  points: NO_PROTECTION,
  becomes: 'loses its delay',
  instead: 'set a delay',
  isWeaker: (args) => Number(args[argument]) === 0,
})
const unnamedOwner: Weakening = {
  points: UNNAMED_OWNER,
  becomes: 'gets a public key as an owner, which no list can name',
  instead: 'add an owner that has an address',
  isWeaker: () => true,
}

/** By selector. */
const weakenings: Readonly<Record<string, Weakening>> = {
  // Safe.
  '0x694e80c3': oneSignature('threshold'),
  '0xf8dc5dd9': oneSignature('threshold'),
  '0xe19a9dd9': noGuard,
  '0xe068df37': noGuard,
  // MultiSigWallet (Gnosis).
  '0xba51a6df': oneSignature('required'),
  // Delay modifier of Zodiac, TimelockController of OpenZeppelin, Timelock of Compound.
  '0xebb2b4a2': noDelay('cooldown'),
  '0x64d62353': noDelay('newDelay'),
  '0xe177246e': noDelay('delay'),
  // Coinbase Smart Wallet.
  '0x29565e3b': unnamedOwner,
}

export const weakerAccount: Detector = {
  id: 'weaker-account',
  summary:
    'An account loses protection: its threshold falls to one, its guard or delay ends, or a public key becomes an owner.',
  why: 'WARNING 45; 40 for a guard or a delay. It is about the call: an ALLOW entry does not cap it. No address gains at once, so lists cannot help.',
  origin: 'Documentation of Safe, Zodiac, OpenZeppelin TimelockController and Coinbase Smart Wallet.',
  examples: {
    attack: 'A Safe lowers its threshold to one.',
    nearMiss: 'A Safe sets its threshold to two.',
    evasion: 'The change is one step of a batch: each step is read.',
  },
  detect({ decoded }): Observation[] {
    const found = decoded.calls.flatMap(weakenedBy)
    if (found.length === 0) return []
    return Array.from(new Map(found.map((each) => [each.text, each])).values())
  },
}

function weakenedBy({ status, selector, to, args }: Call): Observation[] {
  const weakening = weakenings[selector]
  if (status !== 'decoded' || !weakening?.isWeaker(args)) return []
  return [
    {
      subCategory: 'maliciousProtocolUpgrade',
      points: weakening.points,
      hops: 0,
      subject: '',
      role: '',
      text: `The account ${to} ${weakening.becomes}.`,
      source: 'call data',
      flip: `reject, unless the other owners confirm it: ${weakening.instead} instead`,
    },
  ]
}
