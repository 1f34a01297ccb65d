import { expect, test } from 'vitest'
import { unreadableMessage } from '../../../../src/service/risk/detectors/unreadable-message.ts'
import { callData } from '../call-data.ts'
import { observe, other } from '../situation.ts'
import { judgedMessage, permit, safe, trusted, typed, verdict } from '../typed-data/typed.ts'

test('attack: A Safe message is a hash', () => {
  const data = typed('SafeMessage(bytes message)', safe, { message: `0x${'ab'.repeat(32)}` })
  expect(judgedMessage(data, { intel: [trusted(safe)] }).findings).toMatchObject([
    { rule: 'unreadable-message', points: 31, subject: '', text: expect.stringContaining('A Safe message is a hash') },
  ])
})

test('near miss: A permit, whose terms can be read', () => {
  expect(verdict(judgedMessage(permit()))).not.toContain('unreadable')
  expect(observe(unreadableMessage, { data: callData.transfer(other, 1n) })).toEqual([])
})

test('evasion: The same hash stands in a message of an unknown type: NO DATA', () => {
  const data = typed('SafeMsg(bytes message)', safe, { message: `0x${'ab'.repeat(32)}` })
  expect(verdict(judgedMessage(data, { intel: [trusted(safe)] }))).toBe('NO DATA')
})
