import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSlot } from '../../../src/service/payload/slot.ts'
import { WardenError } from '../../../src/shared/errors.ts'
import { failureOf } from '../warden-failure.ts'
import { CALL_HEAD, EMPTY_SLOT, NO_SLOT, payloadByHand, withPayload, word } from './by-hand.ts'

const SELECTOR = '0x12345678'

describe('call data has a payload slot', () => {
  test('when its last bytes argument is empty; the length word is cut off, the offset word is kept', () => {
    expect(findSlot(EMPTY_SLOT, 'auto')).toEqual({ slot: true, hashed: CALL_HEAD })
  })

  test('when its last bytes argument has 192 bytes; payload and length word are cut off', () => {
    expect(findSlot(withPayload(payloadByHand()), 'auto')).toEqual({ slot: true, hashed: CALL_HEAD })
  })

  test('when the 192 bytes are zero', () => {
    expect(findSlot(withPayload(`0x${'00'.repeat(192)}`), 'auto')).toEqual({ slot: true, hashed: CALL_HEAD })
  })

  test('when the payload is the only argument', () => {
    expect(findSlot(`${SELECTOR}${word(32)}${word(0)}`, 'auto')).toEqual({ slot: true, hashed: SELECTOR + word(32) })
  })

  test('when other bytes precede it: they are signed', () => {
    const other = word(3) + 'abcdef'.padEnd(64, '0')
    const head = SELECTOR + word(64) + word(128) + other
    expect(findSlot(head + word(0), 'auto')).toEqual({ slot: true, hashed: head })
    expect(findSlot(head + word(192) + payloadByHand().slice(2), 'auto')).toEqual({ slot: true, hashed: head })
  })

  test('when an argument of a fixed size follows its offset', () => {
    const head = SELECTOR + word(64) + word(9)
    expect(findSlot(head + word(0), 'auto')).toEqual({ slot: true, hashed: head })
  })

  test('in hex in any case, with or without 0x', () => {
    const head = `abcdef12${word(0x40)}${'cd'.repeat(32)}`
    const data = head + word(0)
    const found = [data, data.toUpperCase(), `0x${data}`, `0X${data.toUpperCase()}`].map((text) =>
      findSlot(text, 'auto'),
    )
    expect(found).toEqual(Array(4).fill({ slot: true, hashed: `0x${head}` }))
  })
})

describe('call data has no payload slot', () => {
  const whole = (data: string) => ({ slot: false, hashed: data })

  test('when there is none', () => {
    expect(findSlot('0x', 'auto')).toEqual(whole('0x'))
    expect(findSlot('', 'auto')).toEqual(whole('0x'))
  })

  test('when it is only a selector', () => {
    expect(findSlot(SELECTOR, 'auto')).toEqual(whole(SELECTOR))
  })

  test('when it is shorter than a selector', () => {
    expect(findSlot('0x1234', 'auto')).toEqual(whole('0x1234'))
  })

  test('when its arguments have fixed sizes', () => {
    expect(findSlot(NO_SLOT, 'auto')).toEqual(whole(NO_SLOT))
  })

  test('when it ends in a zero word without an offset to it', () => {
    const data = SELECTOR + word(7) + word(0)
    expect(findSlot(data, 'auto')).toEqual(whole(data))
  })

  test('when an offset points one word before or after the final length word', () => {
    for (const offset of [0x20, 0x60]) {
      const data = SELECTOR + word(7) + word(offset) + word(0)
      expect(findSlot(data, 'auto')).toEqual(whole(data))
    }
  })

  test('when the last bytes argument has neither 0 nor 192 bytes', () => {
    for (const length of [1, 31, 32, 160, 191, 193, 224]) {
      const bytes = 'ab'.repeat(length).padEnd(Math.ceil(length / 32) * 64, '0')
      const data = CALL_HEAD + word(length) + bytes
      expect(findSlot(data, 'auto')).toEqual(whole(data))
    }
  })

  test('when bytes follow the 192', () => {
    const data = `${withPayload(payloadByHand())}ff`
    expect(findSlot(data, 'auto')).toEqual(whole(data))
  })

  test('when fewer bytes follow than the length word declares', () => {
    const data = withPayload(payloadByHand()).slice(0, -2)
    expect(findSlot(data, 'auto')).toEqual(whole(data))
  })

  test('when it has only the length word, without an offset', () => {
    const data = SELECTOR + word(0)
    expect(findSlot(data, 'auto')).toEqual(whole(data))
  })

  test('when the offset counts from the start of the call data instead of the end of the selector', () => {
    const data = SELECTOR + word(7) + word(0x44) + word(0)
    expect(findSlot(data, 'auto')).toEqual(whole(data))
  })

  test('when the offset is inside the payload', () => {
    const data = SELECTOR + word(7) + word(8) + word(192) + word(0x40) + '11'.repeat(160)
    expect(findSlot(data, 'auto')).toEqual(whole(data))
  })

  test('when the offset is not word-aligned', () => {
    const data = `${SELECTOR}ff${word(0x40)}${'ff'.repeat(31)}${word(0)}`
    expect(findSlot(data, 'auto')).toEqual(whole(data))
  })
})

describe('the slot mode', () => {
  test('no: the whole call data is signed, also with a slot', () => {
    expect(findSlot(EMPTY_SLOT, 'no')).toEqual({ slot: false, hashed: EMPTY_SLOT })
  })

  test('yes: the slot is used', () => {
    expect(findSlot(EMPTY_SLOT, 'yes')).toEqual({ slot: true, hashed: CALL_HEAD })
  })

  test('yes: call data without a slot is rejected', () => {
    const { kind, code, message } = failureOf(() => findSlot(NO_SLOT, 'yes'))
    expect({ kind, code, message }).toEqual({
      kind: 'refused',
      code: 'payload-slot-missing',
      message: 'the call data (68 bytes) has no payload slot',
    })
  })
})

test('call data that is not hex is rejected in every mode', () => {
  for (const data of ['0x123', '0xzz', '12 34', '0x0x12'])
    for (const mode of ['auto', 'yes', 'no'] as const)
      expect(failureOf(() => findSlot(data, mode)).code).toBe('payload-bad-call-data')
})

test('the signed part is the same before and after the payload is filled in, and a prefix of the call data', () => {
  const hexWord = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'))
  fc.assert(
    fc.property(fc.array(hexWord, { maxLength: 6 }), fc.array(hexWord, { maxLength: 4 }), (statics, tail) => {
      const offset = 32 * (statics.length + 1 + tail.length)
      const head = SELECTOR + statics.join('') + word(offset) + tail.join('')
      const expected = { slot: true, hashed: head }
      expect(findSlot(head + word(0), 'yes')).toEqual(expected)
      expect(findSlot(head + word(192) + payloadByHand().slice(2), 'yes')).toEqual(expected)
    }),
  )
})

test('any bytes are accepted, or in mode yes rejected', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      const data = `0x${Buffer.from(bytes).toString('hex')}`
      expect(data.startsWith(findSlot(data, 'auto').hashed)).toBe(true)
      try {
        findSlot(data, 'yes')
      } catch (error) {
        expect(error).toBeInstanceOf(WardenError)
      }
    }),
  )
})

test('call data of a mebibyte is read', () => {
  const head = SELECTOR + word(0x100000 - 32) + '11'.repeat(0x100000 - 64)
  expect(findSlot(head + word(0), 'auto').hashed.length).toBe(head.length)
})
