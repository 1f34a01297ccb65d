import * as Hash from 'ox/Hash'
import { word } from './words.ts'

/**
 * Storage slots that say who controls a contract, or which code it runs. ERC-1967 (keccak256 of `eip1967.proxy.<name>` less one),
 * OpenZeppelin before it (keccak256 of `org.zeppelinos.proxy.<name>`), ERC-1822 (`PROXIABLE`), ERC-7201 of OpenZeppelin's Ownable,
 * Solady's Ownable, and the Safe contracts (GuardManager, ModuleManager, FallbackManager, SafeStorage).
 */
export const controlSlots = {
  eip1967: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  beacon: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  admin: '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  zeppelinos: '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  zeppelinosAdmin: '0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b',
  eip1822: '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
  namespacedOwner: '0x9016d09d72d40fdae2fd8ceac6b6234c7706214fd39c1cd1e609a0528c199300',
  soladyOwner: '0xffffffffffffffffffffffffffffffffffffffffffffffffffffffff74873927',
  /** The singleton of a Safe; the owner of many other contracts. */
  first: numbered(0),
  guard: '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
  moduleGuard: '0xb104e0b93118902c651344349b610029d694cfdec91c589c91ebafbcd0289947',
  fallbackHandler: '0x6c9a6c4a39284e37ed1cf53d337577d14212a4870fb976a4366c693b939918d5',
  safeThreshold: numbered(4),
  safeNonce: numbered(5),
} as const

/** Slots of a Safe that hold a number of its owners, and until 1.2.0 its domain. */
export const safeCounters: readonly string[] = [numbered(3), numbered(6)]

/** Slots of the mappings of a Safe: its modules and owners, the messages that it signed, and the hashes that owners approved. */
export const safeLists = { modules: 1n, owners: 2n, signedMessages: 7n, approvedHashes: 8n } as const

/** The slot of a key (an address or a word) of a mapping. */
export function mappingSlot(key: string, mapping: bigint | string): string {
  return Hash.keccak256(`0x${word(key)}${word(mapping)}`)
}

/** Where OpenZeppelin's Ownable has the owner without a namespace: alone, and behind the gaps of its upgradeable contracts. */
export const plainOwnerSlots: readonly string[] = [numbered(0), numbered(51), numbered(101)]

function numbered(slot: number): `0x${string}` {
  return `0x${slot.toString(16).padStart(64, '0')}`
}
