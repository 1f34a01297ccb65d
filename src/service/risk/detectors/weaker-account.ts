import { isZeroAddress } from '../../evm/words.ts'
import { installData } from '../actions/installed-keys.ts'
import { validationsIn } from '../actions/kernel.ts'
import { addressesInData } from '../decode/addresses.ts'
import { type Arguments, type ArgumentValue, argumentsAs } from '../decode/arguments.ts'
import type { Call } from '../decode/calls.ts'
import type { AddressText } from '../types.ts'
import type { Detector, Observation } from './detector.ts'

const ONE_SIGNATURE = 45
const UNNAMED_OWNER = 45
/** Module type of ERC-7579. */
const VALIDATOR = 1n
const NO_PROTECTION = 40

interface Weakening {
  readonly points: number
  readonly becomes: string
  /** What to do instead. */
  readonly instead: string
  isWeaker(args: Arguments, call: Call): boolean
  /** A module is called: it keeps the signers of its caller. */
  readonly isOfCaller?: true
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
const hashedOwners: Weakening = {
  points: UNNAMED_OWNER,
  becomes: 'gets signers by their hash, which says nothing about who they are',
  instead: 'compute the hash of the signers that are meant and compare it',
  isWeaker: () => true,
}
/** Addresses have 20 bytes, or are a word. */
const hasKey = (value: ArgumentValue | undefined) => addressesInData(String(value ?? '0x')).length === 0
const unnamedKey: Weakening = {
  points: UNNAMED_OWNER,
  becomes: 'gets a validator with a key that is no address, which no list can name',
  instead: 'install a validator whose owner has an address',
  isWeaker: (_, call) => [...installData(call), ...kernelData(call)].some((data) => addressesInData(data).length === 0),
}

const kernelData = (call: Call) => validationsIn(call).flatMap(({ data }) => (data === '0x' ? [] : [data]))

/** By selector. */
const weakenings: ReadonlyMap<string, Weakening> = new Map(
  Object.entries<Weakening>({
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
    // Sequence, UniPass.
    '0x29561426': hashedOwners,
    '0x4598154f': { ...hashedOwners, isWeaker: ({ expiration }) => expiration !== 0n },
    '0x2a2ffe22': hashedOwners,
    '0x857e7fda': hashedOwners,
    '0xed467702': hashedOwners,
    // Clave, the WebAuthn validation of Alchemy, signers of ERC-7913, Ithaca.
    '0x33713880': unnamedOwner,
    '0xa6910bf5': { ...unnamedOwner, isOfCaller: true },
    '0x96d4110b': { ...unnamedOwner, isWeaker: ({ signers }) => [signers ?? []].flat().some(hasKey) },
    '0xcebfe336': {
      ...unnamedOwner,
      isWeaker: (args) => hasKey(argumentsAs<{ key: { publicKey: string } }>(args).key.publicKey),
    },
    // Validators of ERC-7579, Kernel, ERC-6900 and Soul Wallet.
    '0x9517e29f': {
      ...unnamedKey,
      isWeaker: (args, call) => args.moduleType === VALIDATOR && unnamedKey.isWeaker(args, call),
    },
    '0x55b14f50': unnamedKey,
    '0x52141cd9': unnamedKey,
    '0x9198bdf5': unnamedKey,
    '0x1bbf564c': unnamedKey,
    '0x10149919': unnamedKey,
  }),
)

export const weakerAccount: Detector = {
  id: 'weaker-account',
  about: 'sender',
  summary:
    'An account loses protection: its threshold falls to one, its guard or delay ends, or a public key or a hash becomes its owner.',
  why: 'WARNING 45; 40 for a guard or a delay. A validator whose data names no address is a public key too, and so are signers that the account knows by a hash only. It is about the call: an ALLOW entry does not cap it. No address gains at once, so lists cannot help.',
  origin: 'Documentation of Safe, Zodiac, OpenZeppelin TimelockController, Coinbase Smart Wallet and Sequence.',
  examples: {
    attack: 'A Safe lowers its threshold to one.',
    nearMiss: 'A Safe sets its threshold to two.',
    evasion: 'The change is one step of a batch: each step is read.',
  },
  detect({ decoded, addressText }): Observation[] {
    const found = decoded.calls.flatMap((call) => weakenedBy(call, addressText))
    return [...new Map(found.map((each) => [each.text, each])).values()]
  },
}

function weakenedBy(call: Call, addressText: AddressText): Observation[] {
  const { status, selector, to, actor, args } = call
  const weakening = weakenings.get(selector)
  if (status !== 'decoded' || !weakening?.isWeaker(args, call)) return []
  return [
    {
      subCategory: 'maliciousProtocolUpgrade',
      points: weakening.points,
      text: `The account ${addressText(weakening.isOfCaller ? actor : (to ?? ''))} ${weakening.becomes}.`,
      flip: `reject, unless the other owners confirm it: ${weakening.instead} instead`,
    },
  ]
}
