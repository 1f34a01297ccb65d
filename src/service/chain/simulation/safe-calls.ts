import { GET_OWNERS, GET_THRESHOLD, MODULES_PAGE, NONCE } from '../../../shared/safe/selectors.ts'
import { controlSlots } from '../../evm/control-slots.ts'
import { addressAt, word, wordAt, ZERO_ADDRESS } from '../../evm/words.ts'
import { SENTINEL } from '../../risk/chain/control.ts'
import { isSamePart, type SafeControl, type SafePart, safeParts } from '../../risk/chain/safe-state.ts'
import { answeredAddresses } from '../accounts/answers.ts'

/** Modules of one page: as many as the lens returns. */
const MODULES = 25n

const storageAt = (slot: string) => `0x5624b25b${slot.slice(2)}${word(1n)}`

/** What a Safe answers itself; its proxy answers `masterCopy()`. Before 1.3.0 there is no getStorageAt. */
export const safeCalls = {
  singleton: '0xa619486e',
  owners: GET_OWNERS,
  threshold: GET_THRESHOLD,
  modules: `${MODULES_PAGE}${word(SENTINEL)}${word(MODULES)}`,
  guard: storageAt(controlSlots.guard),
  moduleGuard: storageAt(controlSlots.moduleGuard),
  fallbackHandler: storageAt(controlSlots.fallbackHandler),
  nonce: NONCE,
} as const satisfies Record<SafePart, string>
export type SafeCall = keyof typeof safeCalls

/** Slots that hold a part by itself. */
export const safeSlots = {
  singleton: controlSlots.first,
  threshold: controlSlots.safeThreshold,
  guard: controlSlots.guard,
  moduleGuard: controlSlots.moduleGuard,
  fallbackHandler: controlSlots.fallbackHandler,
  nonce: controlSlots.safeNonce,
} as const satisfies Partial<Record<SafePart, string>>
export type SafeSlot = keyof typeof safeSlots

/** Numbers above are no threshold and no nonce: a contract that answers everything says so. */
const MOST = 2n ** 64n

/** Reads the answer to a call, of any content; undefined for what is none. */
export function readSafeAnswer(call: SafeCall, answer: string): SafeControl[SafePart] {
  switch (call) {
    case 'owners':
      return answeredAddresses(answer)
    case 'modules':
      return modulesIn(answer)
    case 'threshold':
    case 'nonce':
      return numberIn(answer)
    case 'singleton':
      return addressAt(answer)
    default:
      // Bytes of one word.
      return wordAt(answer) === 32n && wordAt(answer, 1) === 32n ? addressAt(answer, 2) : undefined
  }
}

/** Reads the word of a slot that holds a part by itself. */
export function readSafeSlot(part: SafeSlot, value: string): SafeControl[SafePart] {
  // Contracts ignore what is above the address.
  return part === 'threshold' || part === 'nonce' ? numberIn(value) : `0x${value.slice(-40)}`
}

function numberIn(answer: string): bigint | undefined {
  const value = wordAt(answer)
  return value !== undefined && value < MOST ? value : undefined
}

/** All of them: a page that is followed by another one is no answer. */
function modulesIn(answer: string): string[] | undefined {
  // The zero address: the Safe was set up without any.
  const next = addressAt(answer, 1)
  if (wordAt(answer) !== 64n || (next !== SENTINEL && next !== ZERO_ADDRESS)) return undefined
  const rest = answer.slice(2 + 2 * 64)
  return answeredAddresses(`0x${word(32n)}${rest}`)
}

/** The first value of a part that differs from the one before it in the same run; else one that was read; undefined: none was. */
export function safeAfter(runs: readonly { readonly before: SafeControl; readonly after: SafeControl }[]): SafeControl {
  return Object.fromEntries(
    safeParts.map((part) => {
      const read = runs.filter(({ after }) => after[part] !== undefined)
      const changed = read.find(({ before, after }) => !isSamePart(before[part], after[part]))
      return [part, (changed ?? read[0])?.after[part]]
    }),
  )
}
