import { describe, expect, test } from 'vitest'
import { hideHeaders, hideSecret, replaceSecrets } from '../../src/client/secrets.ts'

test('hides secret headers in any case, but not the idempotency key', () => {
  const headers = {
    'X-Api-Key': 'a',
    authorization: 'b',
    cookie: 'c',
    'set-cookie': 'd',
    'x-gateway-token': 'e',
    'idempotency-key': 'shown',
    accept: 'shown',
  }
  expect(hideHeaders(headers)).toEqual({
    'X-Api-Key': '[hidden]',
    authorization: '[hidden]',
    cookie: '[hidden]',
    'set-cookie': '[hidden]',
    'x-gateway-token': '[hidden]',
    'idempotency-key': 'shown',
    accept: 'shown',
  })
})

describe('bodies', () => {
  const rows: [name: string, body: unknown, shown: unknown][] = [
    [
      'a token, however deep',
      { items: [{ attributes: { token: 's', chatId: '1' } }] },
      { items: [{ attributes: { token: '[hidden]', chatId: '1' } }] },
    ],
    [
      'of a webhook address the origin stays',
      { webhookUrl: 'https://hooks.test:8443/T0/B0/s?k=s' },
      { webhookUrl: 'https://hooks.test:8443/[hidden]' },
    ],
    [
      'credentials in an address go',
      { webhookUrl: 'https://me:s@hooks.test/' },
      { webhookUrl: 'https://hooks.test/[hidden]' },
    ],
    ['an address that is none goes whole', { webhookUrl: 'hooks' }, { webhookUrl: '[hidden]' }],
    ['a mail address is no secret', { webhookUrl: 'mailto:ops@bank.test' }, { webhookUrl: 'mailto:ops@bank.test' }],
    ['what is empty or no text stays', { token: '', webhookUrl: null }, { token: '', webhookUrl: null }],
  ]
  test.each(rows)('%s', (_name, body, shown) => {
    expect(replaceSecrets(JSON.stringify(body), hideSecret)).toEqual(shown)
  })

  test('leaves text that is not JSON unchanged', () => {
    expect(replaceSecrets('{"a":', hideSecret)).toBe('{"a":')
  })
})
