/**
 * Where a payload goes in call data: it is the call's last `bytes` argument.
 *
 *     selector │ head: …, offset word, … │ other tails │ length word L │ L bytes
 *       4      │      32 bytes a word    │             │      32       │ 0: still empty, 192: filled in
 *
 * The offset word counts from the end of the selector to the length word. What is signed is everything left of the length word,
 * so that it is the same before and after the payload is put in.
 *
 * Without the ABI of the contract the slot can only be inferred. The inference is ours, and it can be deceived: f(uint256,uint256)
 * called with 32 and 0 reads like f(bytes) with an empty slot. Who knows the function says `yes` or `no`.
 */
import type { Hex } from 'ox/Hex'
import type { SlotMode } from '../../api/vocabulary.ts'
import { WardenError } from '../../shared/errors.ts'
import { hexDigits } from './hex-digits.ts'
import { PAYLOAD_BYTES, WORD_BYTES } from './layout.ts'

export interface Slot {
  /** Whether the call data has a slot that is used. */
  readonly slot: boolean
  /** The part of the call data that is hashed, lower case. */
  readonly hashed: Hex
}

const SELECTOR_DIGITS = 8
const WORD_DIGITS = 2 * WORD_BYTES

/**
 * The slot of `data` (hex, `0x` may be left out). Throws `payload-bad-call-data` when it is no hex, `payload-slot-missing`
 * when there must be a slot and is none.
 */
export function findSlot(data: string, mode: SlotMode): Slot {
  const digits = callDataDigits(data)
  const start = mode === 'no' ? undefined : lengthWordAt(digits.slice(SELECTOR_DIGITS))
  if (start !== undefined) return { slot: true, hashed: `0x${digits.slice(0, SELECTOR_DIGITS + start)}` }
  if (mode === 'yes') throw slotMissing(digits.length / 2)
  return { slot: false, hashed: `0x${digits}` }
}

function callDataDigits(data: string): string {
  const digits = hexDigits(data)
  if (digits !== undefined) return digits
  throw new WardenError({
    kind: 'refused',
    code: 'payload-bad-call-data',
    message: 'the call data is not hex: 0x and an even number of hex digits',
  })
}

/** Digits from the start of `body`, the call data behind the selector, to the length word of the slot. */
function lengthWordAt(body: string): number | undefined {
  // The filled-in slot first: its length word is evidence of its own, while many calls end in a word of zeroes.
  for (const length of [PAYLOAD_BYTES, 0]) {
    const start = body.length - 2 * length - WORD_DIGITS
    if (start > 0 && body.startsWith(word(length), start) && headPointsAt(body, start)) return start
  }
  return undefined
}

function headPointsAt(body: string, start: number): boolean {
  const offset = word(start / 2)
  for (let at = 0; at + WORD_DIGITS <= start; at += WORD_DIGITS) if (body.startsWith(offset, at)) return true
  return false
}

function word(value: number): string {
  return value.toString(16).padStart(WORD_DIGITS, '0')
}

function slotMissing(bytes: number): WardenError {
  return new WardenError({
    kind: 'refused',
    code: 'payload-slot-missing',
    message: `the call data (${bytes} bytes) has no payload slot`,
    details: [
      `A slot is a last bytes argument that is empty or ${PAYLOAD_BYTES} bytes long: an offset in the call data points at its length word, and it ends the data.`,
      'Encode the call with an empty bytes argument in the place of the payload, or leave the choice to --payload-slot auto.',
    ],
    try: 'txwarden payload verify --help',
  })
}
