import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cut,
  inert,
  layOut,
  linkOf,
  textLines,
  trimmedLine,
} from '../../../../../src/service/alerts/channels/bodies/text.ts'
import { messageOf } from '../given.ts'

describe('one line', () => {
  test.each([
    ['Subject\r\nBcc: everyone@example.com', 'Subject Bcc: everyone@example.com'],
    ['a\u0000\tb\tc\u0085d\u2028e\u2029f', 'a b c d e f'],
    ['safe \u202etxt.exe\u202c name', 'safe txt.exe name'],
    ['\u2066hid\u200bd\u00aden\u2069\u{e0041}\u3164', 'hidden'],
    ['0x\u200f12\u200e34\u061c56', '0x123456'],
    ['half a pair \ud83d here', 'half a pair \ufffd here'],
    ['  plain  ', 'plain'],
  ])('of %j is %j', (text, line) => {
    expect(trimmedLine(text)).toBe(line)
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
  ])('%j becomes %j', (href, link) => {
    expect(linkOf(href)).toBe(link)
  })
})

describe('inert text', () => {
  test.each([
    ['@everyone look', '@\u200beveryone look'],
    ['hi @here, @channel', 'hi @\u200bhere, @\u200bchannel'],
    ['(@some_user)', '(@\u200bsome_user)'],
    ['5 @ 3', '5 @ 3'],
    ['1.5 ETH', '1.5 ETH'],
    ['score 92/100. Stop.', 'score 92/100. Stop.'],
    ['https://evil.example/x', 'https:\u200b//evil.\u200bexample/x'],
    ['name\nVerdict: SAFE', 'name Verdict: SAFE'],
  ])('of %j has no mention and no link: %j', (text, written) => {
    expect(inert(text)).toBe(written)
  })
})

describe('cut', () => {
  const amp = (character: string) => (character === '&' ? '&amp;' : character)

  test('never exceeds the limit and never splits a surrogate pair or an escape', () => {
    const words = fc
      .array(fc.constantFrom('&', '😀', 'a', '<', ' ', 'ü', '@'), { maxLength: 60 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 80 }), (text, limit) => {
        const kept = cut(text, limit, amp)
        expect(kept.length).toBeLessThanOrEqual(limit)
        expect(kept.isWellFormed()).toBe(true)
        expect(kept.replaceAll('&amp;', '')).not.toContain('&')
      }),
    )
  })

  test('marks truncated text and keeps text that fits', () => {
    expect(cut('abcdef', 5)).toBe('abcd…')
    expect(cut('abcde', 5)).toBe('abcde')
  })
})

describe('a message that is too long', () => {
  const long = messageOf({
    headline: 'h'.repeat(900),
    summary: 's'.repeat(900),
    reasons: ['r'.repeat(900)],
    facts: [
      { label: 'Alert', value: 'n'.repeat(900) },
      { label: 'To', value: '0x'.padEnd(66, 'f'), short: '0xff…ff', href: `https://x.example/${'p'.repeat(100)}` },
    ],
  })

  test('is truncated in its texts, never in its links and its command', () => {
    const shown = layOut(
      long,
      (message) => message,
      (message) => textLines(message).join('\n').length <= 700,
    )
    expect(shown.headline).toBe(`${'h'.repeat(119)}…`)
    expect(shown.facts).toEqual([{ label: 'Alert', value: `${'n'.repeat(119)}…` }, long.facts[1]])
    expect(shown.command).toBe(long.command)
  })

  test('has the shortest texts when nothing fits', () => {
    const shown = layOut(
      long,
      (message) => message,
      () => false,
    )
    expect(shown.headline).toBe(`${'h'.repeat(11)}…`)
  })
})

test('a fact with an invalid link is plain text', () => {
  const facts = [{ label: 'To', value: 'whole', short: 'short', href: 'javascript:alert(1)' }]
  const shown = layOut(
    messageOf({ facts }),
    (message) => message.facts,
    () => true,
  )
  expect(shown).toEqual([{ label: 'To', value: 'whole' }])
})
