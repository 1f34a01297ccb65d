import { expect, test } from 'vitest'
import { parseMailto } from '../../../src/service/destinations/mailto.ts'

test.each([
  ['mailto:alice@example.com', 'alice@example.com'],
  ['MAILTO:alice@example.com', 'alice@example.com'],
  [' mailto:alice@example.com ', 'alice@example.com'],
  ['mailto:first.last+tag@mail.example.co.uk', 'first.last+tag@mail.example.co.uk'],
  ['mailto:a%2Bb@example.com', 'a+b@example.com'],
  ['mailto:ops@localhost', 'ops@localhost'],
  ['mailto:jürgen@bücher.example', 'jürgen@bücher.example'],
  ["mailto:o'neil@example.com", "o'neil@example.com"],
])('%j is the mailbox %j', (url, address) => {
  expect(parseMailto(url)).toBe(address)
})

test.each([
  '',
  'mailto:',
  'mailto:alice',
  'mailto:@example.com',
  'mailto:alice@',
  'alice@example.com',
  'https://example.com',
  'mailto:alice@example.com,bob@example.com',
  'mailto:alice@example.com;bob@example.com',
  'mailto:alice@example.com?bcc=bob@example.com',
  'mailto:alice@example.com%0d%0aBcc:bob@example.com',
  'mailto:alice%0aRCPT@example.com',
  'mailto:alice@example.com%20bob@example.com',
  'mailto:Alice%20%3Calice@example.com%3E',
  'mailto:%22alice%22@example.com',
  'mailto:<alice@example.com>',
  'mailto:alice@exa mple.com',
  'mailto:alice@-example.com',
  'mailto:alice@example..com',
  'mailto:.alice@example.com',
  'mailto:a..b@example.com',
  'mailto:alice@[127.0.0.1]',
  'mailto:alice@example.com%',
  `mailto:${'a'.repeat(250)}@example.com`,
])('%j is not a mailbox', (url) => {
  expect(parseMailto(url)).toBeUndefined()
})
