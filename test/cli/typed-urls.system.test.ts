import { describe, expect } from 'vitest'
import { typedUrlHider, withoutUrlSecrets } from '../../src/cli/url-secrets.ts'
import { makeCli, test } from '../support/cli.ts'

const KEY = 'PlantedNodeKey0123456789'
const FIRST = `https://node.example/v2/${KEY}`
const urls = [
  FIRST,
  `https://node.example/?key=${KEY}`,
  `https://node.example/#${KEY}`,
  `https://user:${KEY}@node.example`,
  `HTTPS://node.example/v2/${KEY}`,
  `https:/node.example/${KEY}`,
  `wss://node.example/ws/${KEY}`,
  `https://node.example/a b/"${KEY}"`,
  `https://node.example:99999/${KEY}`,
]

const lines = (url: string): string[][] => [
  ['chain', 'add', url],
  ['chain', 'add', url, '--url-file', '-'],
  ['chain', 'add', 'ethereum', url],
  ['chain', 'add', 'ethereum', `--url=${url}`],
  ['chain', 'add', 'ethereum', '--url-file', url],
  ['chain', 'add', 'ethereum', `--url-file=${url}`],
  ['chain', 'add', 'ethereum', '--priority', url],
  ['chain', 'add', 'ethereum', `--${url}`],
  ['chain', 'test', url],
  ['chain', 'list', url],
  ['chain', 'status', url],
  ['chain', 'pause', url],
  ['chain', 'remove', url],
  ['chain', 'remove', url, '--yes'],
  ['chain', 'remove', url, '--dry-run'],
  ['chain', 'remove', url, `${url}2`, '--yes'],
  ['chain', url],
  [url],
  ['destination', 'create', url],
  ['destination', 'create', 'slack', url],
  ['destination', 'remove', url, '--yes'],
  ['destination', 'test', url],
  ['alert', 'create', '--name', 'x', '--type', 'SONAR', '--destination', url],
]

describe('a URL on a command line comes out with scheme and host only', () => {
  test.each(urls)('%s', async (url) => {
    const cli = makeCli()
    for (const line of lines(url))
      for (const more of [[], ['--json']]) {
        const { stdout, stderr } = await cli([...line, ...more], { stdin: '' })
        expect([line, stdout + stderr]).toEqual([line, expect.not.stringContaining(KEY)])
      }
  })

  test('also in the question whether to remove it', async ({ cli }) => {
    const { stderr } = await cli(['chain', 'remove', FIRST], { typed: [['Remove', 'n\r']] })
    expect(stderr).toContain('https://node.example/…')
    expect(stderr).not.toContain(KEY)
  })
})

test('the error still names the host', async () => {
  const { code, stderr } = await makeCli()(['chain', 'add', 'ethereum', FIRST])
  expect(code).toBe(2)
  expect(stderr).toContain('too many arguments')
  const unknown = await makeCli()(['chain', 'test', FIRST])
  expect(unknown.stderr).toContain('https://node.example/…')
})

test('URLs without secrets, of the service and of examples stay', () => {
  const hide = typedUrlHider(['x', 'https://a.example', '--base-url', 'https://b.example/path', 'https://c.example/k'])
  expect(hide('https://a.example https://b.example/path https://c.example/k https://d.example/in')).toBe(
    'https://a.example https://b.example/path https://c.example/… https://d.example/in',
  )
  expect(withoutUrlSecrets('node=http://h:1/k (x)')).toBe('node=http://h:1/…')
})
