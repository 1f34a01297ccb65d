import { expect, test } from 'vitest'
import { unreadableMessage } from '../../../../src/service/risk/detectors/unreadable-message.ts'
import { callData } from '../call-data.ts'
import { observe, other } from '../situation.ts'
import { judgedMessage, permit, safe, trusted, typed, verdict } from '../typed-data/typed.ts'

test('a hash cannot be read', () => {
  const data = typed('SafeMessage(bytes message)', safe, { message: `0x${'ab'.repeat(32)}` })
  expect(judgedMessage(data, { intel: [trusted(safe)] }).findings).toMatchObject([
    { rule: 'unreadable-message', points: 31, subject: '', text: expect.stringContaining('A Safe message is a hash') },
  ])
})

test('a message that can be read, and a transaction, are not findings', () => {
  expect(verdict(judgedMessage(permit()))).not.toContain('unreadable')
  expect(observe(unreadableMessage, { data: callData.transfer(other, 1n) })).toEqual([])
})

test('the same hash under another name is no known message: NO DATA', () => {
  const data = typed('SafeMsg(bytes message)', safe, { message: `0x${'ab'.repeat(32)}` })
  expect(verdict(judgedMessage(data, { intel: [trusted(safe)] }))).toBe('NO DATA')
})
