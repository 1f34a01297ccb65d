import { expect, onTestFinished, test, vi } from 'vitest'
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

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
/** Has no text: its members are not functions. */
const noText = '{"toString": 1, "valueOf": 1}'

test.each([
  ['ofac', `[${deep}, "${key}"]`, '[…]'],
  ['scamsniffer', `[${deep}, "${key}"]`, '[…]'],
  ['scamsniffer', `{"a": {"b": ${deep}}, "c": ["${key}"]}`, '{…}'],
  ['mew', `[${deep}, {"address": "${key}", "comment": ""}]`, '[…]'],
  ['token-list', `[${deep}, {"chainId": 1, "address": "${key}", "name": "a", "symbol": "A"}]`, '[…]'],
  [
    'token-list',
    `[{"chainId": ${noText}, "address": "${key}", "name": "a", "symbol": "A"}, {"chainId": 1, "address": "${key}", "name": "a", "symbol": "A"}]`,
    '{"chainId"',
  ],
  ['cryptoscamdb', `- &a [*a]\n- name: a\n  addresses:\n    ETH: ["${key}"]\n`, '[…]'],
  [
    'addresses',
    `{"address": "${key}", "kind": "benign", "chainIds": [${noText}]}\n{"address": "${key}", "kind": "benign"}`,
    '{',
  ],
  [
    'addresses',
    `{"address": "${key}", "kind": "mixer", "severity": ${noText}}\n{"address": "${key}", "kind": "mixer"}`,
    '{',
  ],
] as const)('%s: counts a row that has no text, and keeps the next one', async (format, bytes, text) => {
  const rows = await readFeedFile(format, { bytes })
  expect(rows).toEqual([
    { rejected: expect.any(String), isMalformed: expect.any(Boolean), text: expect.stringContaining(text) },
    { records: [expect.objectContaining({ key })] },
  ])
})

test('cryptoscamdb: a tag that is not known writes nothing to the terminal', async () => {
  const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
  onTestFinished(() => warned.mockRestore())
  const bytes = `- !x\u001b[31m\n  name: a\n- !x {name: a, addresses: {ETH: ["${key}"]}}\n`
  expect(await readFeedFile('cryptoscamdb', { bytes })).toMatchObject([
    { rejected: 'not YAML' },
    { records: [{ key }] },
  ])
  expect(warned).not.toHaveBeenCalled()
})

test('cryptoscamdb: a name without text is none', async () => {
  const bytes = `- name: ${noText}\n  url: https://a.example\n  addresses:\n    ETH: ["${key}"]\n`
  const [row] = await readFeedFile('cryptoscamdb', { bytes })
  expect(row).toMatchObject({ records: [{ key, label: 'https://a.example' }] })
})

test('revoke: a risk factor that is no object counts as one', async () => {
  const [row] = await readFeedFile('revoke', {
    path: `/spenders/1/${key}.json`,
    bytes: '{"name": "a", "riskFactors": [null]}',
  })
  expect(row).toMatchObject({ records: [{ kind: 'malicious', label: 'a: deprecated' }] })
})

test('revoke: a document that does not parse is malformed', async () => {
  const [row] = await readFeedFile('revoke', { path: `/spenders/1/${key}.json`, bytes: '{ "name": ' })
  expect(row).toEqual({ rejected: 'not a spender', isMalformed: true, text: '{ "name": ' })
})

test('shortens the example of a rejected row', async () => {
  const [row] = await readFeedFile('ofac', { bytes: 'x'.repeat(5000) })
  expect(row).toMatchObject({ text: `${'x'.repeat(119)}…` })
})
