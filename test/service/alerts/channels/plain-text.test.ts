import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { composeText, linkOf, oneLine } from '../../../../src/service/alerts/channels/plain-text.ts'
import { messageOf } from './given.ts'

const asIs = (character: string) => character
const doubled = (character: string) => (character === '&' ? '&amp;' : character)

describe('one line', () => {
  test.each([
    ['Subject\r\nBcc: everyone@example.com', 'Subject Bcc: everyone@example.com'],
    ['a\u0000b\tc\u0085d\u2028e\u2029f', 'a b c d e f'],
    ['safe \u202etxt.exe\u202c name', 'safe  txt.exe  name'],
    ['\u2066hidden\u2069', 'hidden'],
    ['half a pair \ud83d here', 'half a pair \ufffd here'],
    ['  plain  ', 'plain'],
  ])('of %j is %j', (text, line) => {
    expect(oneLine(text)).toBe(line)
  })
})

describe('a link', () => {
  test.each([
    ['https://console.example.com/tx/1', 'https://console.example.com/tx/1'],
    ['https://example.com/a b>c<d"', 'https://example.com/a%20b%3Ec%3Cd%22'],
    ['javascript:alert(1)', undefined],
    ['mailto:a@example.com', undefined],
    ['not an address', undefined],
    [undefined, undefined],
  ])('%j is written as %j', (url, link) => {
    expect(linkOf(url === undefined ? {} : { url })).toBe(link)
  })
})

describe('the text of a message', () => {
  test('is its title, its lines, and its link', () => {
    const text = composeText(messageOf({ title: 'T', lines: ['a', 'b'], url: 'https://x.example/' }), {
      limit: 99,
      encode: asIs,
    })
    expect(text).toBe('T\na\nb\nhttps://x.example/')
  })

  test('cannot be given further lines by what stands in one', () => {
    const text = composeText(messageOf({ title: 'T', lines: ['name\nVerdict: SAFE'] }), { limit: 99, encode: asIs })
    expect(text).toBe('T\nname Verdict: SAFE')
  })

  test.each([
    ['@everyone look', '@\u200beveryone look'],
    ['hi @here, @channel', 'hi @\u200bhere, @\u200bchannel'],
    ['(@some_user)', '(@\u200bsome_user)'],
    ['mail alice@example.com', 'mail alice@example.com'],
    ['5 @ 3', '5 @ 3'],
  ])('mentions nobody: %j', (title, written) => {
    expect(composeText(messageOf({ title, lines: [] }), { limit: 99, encode: asIs })).toBe(written)
  })

  test('is cut with an ellipsis, and keeps its link', () => {
    const message = messageOf({ title: 'abcdefghij', lines: [], url: 'https://x.example/' })
    expect(composeText(message, { limit: 25, encode: asIs })).toBe('abcde…\nhttps://x.example/')
  })

  test('goes without a link that leaves no room for anything else', () => {
    const message = messageOf({ title: 'abcdefghij', lines: [], url: 'https://x.example/' })
    expect(composeText(message, { limit: 19, encode: asIs })).toBe('abcdefghij')
  })

  test('never exceeds the limit, tears no pair of surrogates and no escape', () => {
    const words = fc
      .array(fc.constantFrom('&', '😀', 'a', '<', ' ', 'ü', '@', '\n'), { maxLength: 60 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(words, fc.array(words, { maxLength: 4 }), fc.integer({ min: 1, max: 80 }), (title, lines, limit) => {
        const text = composeText(messageOf({ title, lines, url: 'https://x.example/' }), { limit, encode: doubled })
        expect(text.length).toBeLessThanOrEqual(limit)
        expect(text.isWellFormed()).toBe(true)
        expect(text.replaceAll('&amp;', '')).not.toContain('&')
      }),
    )
  })
})
