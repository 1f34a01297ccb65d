import { expect, test } from 'vitest'
import { readFeedFile } from '../feed.ts'

const key = '0x61c0ffee00112233445566778899aabbccddee01'

test.each([
  ['cryptoscamdb', '', `- name: [ "unclosed\n  url: x\n- name: a\n  addresses:\n    ETH: ["${key}"]\n`, 'not YAML'],
  ['scamsniffer', '', `[0x12, "${key}"]`, 'not JSON'],
  ['mew', '', `[{"address": }, {"address": "${key}", "comment": ""}]`, 'not JSON'],
  [
    'etherscan-labels',
    '/etherscan/combined/x.json',
    `{"0x01": {"name" "x"}, "${key}": {"name": "", "labels": ["scam"]}}`,
    'not JSON',
  ],
  [
    'token-list',
    '',
    `{"tokens": [{"chainId": 1,}, {"chainId": 1, "address": "${key}", "name": "a", "symbol": "A"}]}`,
    'not JSON',
  ],
  ['forta', '/labels/1/x.csv', `banned_address,wallet_tag,data_source\n"${key},x\n${key},x,y\n`, 'unclosed quote'],
] as const)('%s: counts a malformed row and keeps the next one', async (format, path, bytes, why) => {
  const rows = await readFeedFile(format, { path, bytes })
  expect(rows).toEqual([
    { rejected: why, isMalformed: true, text: expect.any(String) },
    { records: [expect.objectContaining({ key })] },
  ])
})

test('revoke: a document that does not parse is malformed', async () => {
  const [row] = await readFeedFile('revoke', { path: `/spenders/1/${key}.json`, bytes: '{ "name": ' })
  expect(row).toEqual({ rejected: 'not a spender', isMalformed: true, text: '{ "name": ' })
})

test('shortens the example of a rejected row', async () => {
  const [row] = await readFeedFile('ofac', { bytes: 'x'.repeat(5000) })
  expect(row).toMatchObject({ text: `${'x'.repeat(120)}…` })
})
