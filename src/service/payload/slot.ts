/**
 * Position of a payload in call data: the last `bytes` argument of the call.
 *
 *     selector │ head: …, offset word, … │ other tails │ length word L │ L bytes
 *       4      │      32 bytes each     │             │      32       │ 0: empty, 192: filled
 *
 * The offset word counts from the end of the selector to the length word. Everything before the length word is signed, so
 * filling in the payload does not change it.
 *
 * Without the ABI the slot is inferred, which can go wrong: f(uint256,uint256) with 32 and 0 looks like f(bytes) with an
 * empty slot. Callers that know the function say `yes` or `no`.
 */
import type { Hex } from 'ox/Hex'
import type { SlotMode } from '../../api/vocabulary.ts'
import { refusal, type WardenError } from '../../shared/errors.ts'
import { hexDigits, PAYLOAD_BYTES, WORD_BYTES } from './layout.ts'

export interface Slot {
  /** Whether the call data has a slot. */
  readonly slot: boolean
  /** Hashed part of the call data, lower case. */
  readonly hashed: Hex
}

const SELECTOR_DIGITS = 8
const WORD_DIGITS = 2 * WORD_BYTES

/**
 * Finds the slot in `data` (hex, `0x` optional). Throws `payload-bad-call-data` when it is not hex, and
 * `payload-slot-missing` when mode is `yes` and there is no slot.
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
  throw refusal('payload-bad-call-data', 'the call data is not hex: 0x and an even number of hex digits')
}

/** Returns the offset in digits of the slot's length word in `body`, the call data after the selector. */
function lengthWordAt(body: string): number | undefined {
  // A filled slot first: its length word is distinctive, while many calls end in a zero word.
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
  return refusal('payload-slot-missing', `the call data (${bytes} bytes) has no payload slot`, {
    details: [
      `A slot is a last bytes argument of 0 or ${PAYLOAD_BYTES} bytes at the end of the call data, with an offset that points at its length word.`,
      'Encode the call with an empty bytes argument for the payload, or use --payload-slot auto.',
    ],
  })
}
