import { expect, test } from 'vitest'
import { type SettingName, settingNames, settingOf, settings } from '../../src/config/settings.ts'

const faultOf = (name: SettingName, text: string) => settingOf(name)?.fault(text)

test('every name has a row, in the same order', () => {
  expect(settings.map(({ name }) => name)).toEqual([...settingNames])
})

test('no secret has a flag', () => {
  expect(settings.filter(({ secret, flag }) => secret && flag !== undefined)).toEqual([])
})

test.each<[SettingName, string[]]>([
  ['base-url', ['https://api.example', 'http://127.0.0.1:8787', 'https://api.example/prefix/']],
  ['validation-key', ['txw_val_x', '0123-abc_~']],
  ['database', ['/srv/x.db', 'x.db', 'postgres/x.db', './me@host/x:y.db', ':memory:']],
  ['output', ['table', 'json', 'ndjson', 'csv', 'tsv', 'yaml']],
  ['timeout', ['30s', '1500ms', '2', '1.5m', '24h']],
  ['retries', ['0', '20']],
  ['insecure-http', ['true', 'false']],
  ['allow-destination', ['10.0.0.0/8', 'hooks.internal', 'hooks.internal:8443, [fd00::1]:80', 'fd00::/8', '::1']],
])('%s takes %j', (name, texts) => {
  expect(texts.map((text) => faultOf(name, text))).toEqual(texts.map(() => undefined))
})

test.each<[SettingName, string, string]>([
  ['base-url', 'api.example', 'is not an http or https URL'],
  ['base-url', 'ftp://api.example', 'is not an http or https URL'],
  ['base-url', 'https://me:secret@api.example', 'must not contain a user name or password'],
  ['management-url', 'https://api.example/?a=b', 'must not have a query or fragment'],
  ['management-key', '', 'is not a valid API key'],
  ['management-key', 'a b', 'is not a valid API key'],
  ['management-key', 'schlüssel', 'is not a valid API key'],
  ['database', ' ', 'is empty'],
  ['database', 'postgresql//u:pw@h/d', 'is not an address, such as postgres://user@host/name'],
  ['database', 'postgres:/u:pw@h/d', 'is not an address, such as postgres://user@host/name'],
  ['database', 'postgress://u@h/d', 'is not an address, such as postgres://user@host/name'],
  ['database', 'https://h/d', 'is not an address, such as postgres://user@host/name'],
  ['database', 'user:pw@host', 'is not an address, such as postgres://user@host/name'],
  ['output', 'JSON', 'is not one of table, json, ndjson, csv, tsv, yaml'],
  ['timeout', 'soon', 'is not a duration, such as 30s'],
  ['timeout', '0s', 'is not between 1ms and 24h'],
  // Beyond 2^31 ms a timer fires at once: the longest wait would be none.
  ['timeout', '900h', 'is not between 1ms and 24h'],
  ['retries', '21', 'is not a number from 0 to 20'],
  ['retries', '-1', 'is not a number from 0 to 20'],
  ['insecure-http', 'yes', 'is not one of true, false'],
  [
    'allow-destination',
    'https://hooks.internal',
    'contains "https://hooks.internal", which is not a host, host:port or CIDR',
  ],
  ['allow-destination', 'a.lan,,b.lan', 'contains "", which is not a host, host:port or CIDR'],
])('%s refuses %j', (name, text, fault) => {
  expect(faultOf(name, text)).toBe(fault)
})
