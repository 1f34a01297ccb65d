import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secretsOf } from '../../src/api/text/url-secrets.ts'
import { processorTime } from '../support/processor-time.ts'

const KEY = 'sEc-ReT_0123~abc'
const inUrl = secretsOf(new URL(`https://node.example/v2/${KEY}`))

const hex = (character: string, digits: number) => character.charCodeAt(0).toString(16).padStart(digits, '0')
/** Ways to write a character, and what reads them. */
const writers: readonly ((character: string) => string)[] = [
  (character) => character,
  (character) => character.toUpperCase(),
  (character) => `\\u${hex(character, 4)}`,
  (character) => `\\u${hex(character, 4).toUpperCase()}`,
  (character) => `\\x${hex(character, 2)}`,
  (character) => `%${hex(character, 2).toUpperCase()}`,
  (character) => `&#${character.charCodeAt(0)};`,
  (character) => `&#x${hex(character, 4)};`,
]
const written = fc
  .array(fc.constantFrom(...writers), { minLength: KEY.length, maxLength: KEY.length })
  .map((each) => [...KEY].map((character, at) => each[at]?.(character) ?? '').join(''))
/** Without a star, and with escapes of its own. */
const around = fc
  .array(
    fc.constantFrom('', 'é', '\u{1f511}', ' ', '\\u0041', '%41', '&#65;', '&#999;', '\\u00e9', '%zz', '"', '\\', 'x'),
  )
  .map((pieces) => pieces.join(''))

describe('what could be a key of the node', () => {
  test('is hidden however its characters are written, and the rest stays', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(around, written)), around, (pieces, last) => {
        const text = pieces.flat().join('') + last
        const shown = pieces.map(([before]) => `${before}***`).join('') + last
        expect([inUrl.hidden(text), inUrl.isIn(text)]).toEqual([shown, pieces.length > 0])
      }),
    )
  })

  test.each(['a/key?of=node', 'k%65y of 100%', 'schlüssel/1', 'key\\u0041"b'])(
    'that the URL escapes is hidden as it is there, and escaped once more: %s',
    (key) => {
      const { href, pathname } = new URL(`https://node.example/v2/${encodeURIComponent(key)}`)
      const secrets = secretsOf(new URL(href))
      const encoded = pathname.slice('/v2/'.length)
      for (const text of [key, encoded].flatMap((each) => [each, JSON.stringify(each).slice(1, -1)]))
        for (const write of [(character: string) => character, ...writers.slice(2)]) {
          const inAscii = (character: string) => (character < '\u0080' ? write(character) : character)
          const shown = secrets.hidden(`POST /v2/${[...text].map(inAscii).join('')} 404`)
          expect(shown, text).toBe('POST /v2/*** 404')
        }
    },
  )

  test('that holds another one, or begins with its end, is hidden with it', () => {
    const secrets = secretsOf(new URL('https://node.example/abcdefgh/cdefghijkl'))
    expect(secrets.hidden('to abcdefghijkl, cdefghij and abcdefgh')).toBe('to ***, cdefghij and ***')
  })

  test.each([
    ['https://node.example/v3/abc123', 'abc123'],
    ['https://node.example/s3cret/', 's3cret'],
    ['https://node.example?apikey=secret', 'secret'],
    ['https://node.example?API_KEY=hunter', 'hunter'],
    ['https://node.example?access-token=abcdef', 'abcdef'],
    ['https://node.example?x=hunter2', 'hunter2'],
    ['https://node.example?k3y4you', 'k3y4you'],
    ['https://user:secret@node.example', 'secret'],
    ['https://us3r42@node.example', 'us3r42'],
    ['https://node.example/topsecret', 'topsecret'],
  ])('of %s is hidden: %s', (address, key) => {
    expect(secretsOf(new URL(address)).hidden(`not found: /${key}?${key}`)).toBe('not found: /***?***')
  })

  test.each([
    'https://node.example/ethereum/mainnet',
    'https://node.example/v3/eth',
    'https://node.example/rpc?chain=base',
    'https://node.example/bsc?key=',
    'http://127.0.0.1:8545/',
  ])('is not what names a network: %s', (address) => {
    const secrets = secretsOf(new URL(address))
    expect([secrets.isEmpty, secrets.isIn(address)]).toEqual([true, false])
  })

  test('is looked for in time that grows with the text', () => {
    const text = [...KEY, ' '].map((character) => `\\u${hex(character, 4)}`).join('')
    const large = text.repeat(10_000)
    expect(processorTime(() => inUrl.hidden(large))).toBeLessThan(1500)
    expect(inUrl.hidden(large)).toBe('***\\u0020'.repeat(10_000))
  })
})
