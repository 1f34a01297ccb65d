import { expect } from 'vitest'
import { clockText, timeText } from '../../../src/cli/output/time.ts'
import { readerZone, timeIn, utc } from '../../../src/cli/output/time-zone.ts'
import { parseMoment } from '../../../src/commands/options/moment.ts'
import { test } from '../../support/cli.ts'
import { TestClock } from '../../support/deterministic.ts'

const zone = (TZ: string) => readerZone({ TZ })

test.each([
  ['Europe/Berlin', '2026-11-27T07:12:31Z', '2026-11-27 08:12 CET', '08:12:31 CET'],
  [':Europe/Berlin', '2026-06-27T07:12:31Z', '2026-06-27 09:12 CEST', '09:12:31 CEST'],
  ['America/New_York', '2026-11-27T03:12:31Z', '2026-11-26 22:12 EST', '22:12:31 EST'],
  ['Asia/Tokyo', '2026-11-27T07:12:31Z', '2026-11-27 16:12 GMT+9', '16:12:31 GMT+9'],
  ['UTC', '2026-11-27T07:12:31Z', '2026-11-27 07:12 UTC', '07:12:31 UTC'],
  ['Mars/Olympus', '2026-11-27T07:12:31Z', '2026-11-27 07:12 UTC', '07:12:31 UTC'],
])('in %s, %s is %s', (name, iso, text, clock) => {
  expect(timeText(iso, zone(name))).toBe(text)
  expect(clockText(Date.parse(iso), zone(name))).toBe(clock)
})

test('what is no time stays as it is', () => {
  expect([timeText(null, utc), timeText(undefined, utc), timeText('soon', zone('Asia/Tokyo'))]).toEqual([
    '',
    '',
    'soon',
  ])
})

test.each([
  ['Europe/Berlin', '2026-11-27', '2026-11-26T23:00:00.000Z'],
  ['Europe/Berlin', '2026-11-27 08:12', '2026-11-27T07:12:00.000Z'],
  // The hours around both changes of the offset.
  ['Europe/Berlin', '2026-03-29 01:59', '2026-03-29T00:59:00.000Z'],
  ['Europe/Berlin', '2026-03-29 03:00', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25 01:59', '2026-10-24T23:59:00.000Z'],
  ['Europe/Berlin', '2026-10-25 03:00', '2026-10-25T02:00:00.000Z'],
  ['America/New_York', '2026-11-27T08:12:30.250', '2026-11-27T13:12:30.250Z'],
])('in %s, %s is %s', (name, text, iso) => {
  expect(new Date(timeIn(zone(name), text)).toISOString()).toBe(iso)
})

test.each([
  ['2026-11-27 08:12', '2026-11-27T07:12:00.000Z'],
  ['2026-11-27 08:12 CET', '2026-11-27T07:12:00.000Z'],
  ['2026-11-27 08:12 UTC', '2026-11-27T08:12:00.000Z'],
  ['2026-11-27T08:12:00Z', '2026-11-27T08:12:00.000Z'],
  ['2026-11-27T08:12:00+09:00', '2026-11-26T23:12:00.000Z'],
  ['2h', '2026-01-02T01:04:05.000Z'],
])('--since %s is in the zone that times are shown in', (text, iso) => {
  const context = { clock: new TestClock(), zone: zone('Europe/Berlin') }
  expect(new Date(parseMoment('--since', text)(context)).toISOString()).toBe(iso)
})

test.each(['2026-11-27 08:12 EST', '2026-11-27 25:12', '2026-13-01'])('--since %s is refused', (text) => {
  const context = { clock: new TestClock(), zone: zone('Europe/Berlin') }
  expect(() => parseMoment('--since', text)(context)).toThrow(`--since: ${JSON.stringify(text)} is not a time`)
})

test('lists and filters use the zone of the reader on a terminal, and UTC in pipes and with --utc', async ({ cli }) => {
  const env = { TZ: 'Europe/Berlin' }
  await cli(['control-list', 'add', '0x52908400098527886E0F7030069857D2E4169EE7', '--type', 'block'])
  await cli(['validate', '--file', 'examples/transfer-to-blocked.json'])
  const shown = async (...argv: string[]) => (await cli(argv, { tty: true, env })).stdout
  expect(await shown('control-list', 'list', '--wide')).toContain('2026-01-02 04:04 CET')
  expect(await shown('control-list', 'list', '--wide', '--utc')).toContain('2026-01-02 03:04 UTC')
  const piped = await cli(['control-list', 'list', '-o', 'table'], { env })
  expect(piped.stdout).toContain('2026-01-02 03:04 UTC')
  const matches = async (...argv: string[]) => !(await shown('tx', 'list', ...argv)).includes('No transaction matches')
  expect(await matches('--since', '2026-01-02 04:03', '--until', '2026-01-02 04:05')).toBe(true)
  expect(await matches('--since', '2026-01-02 03:03', '--until', '2026-01-02 03:05')).toBe(false)
  expect(await matches('--since', '2026-01-02 03:03', '--until', '2026-01-02 03:05', '--utc')).toBe(true)
})

test('the time of a block and of a snapshot are in the zone of the reader on a terminal', async ({ cli }) => {
  const shown = async (...argv: string[]) => cli(argv, { tty: true, env: { TZ: 'Europe/Berlin' } })
  const [validated] = JSON.parse(
    (await cli(['validate', '--file', 'examples/transfer-to-known.json', '--jq', '[.]'])).stdout,
  )
  const id = String(validated.svcTxId)
  const given = async (...argv: string[]) => (await shown('tx', 'update', id, '--json', ...argv)).stdout
  expect(await given('--block-time', '2026-01-02 04:04')).toContain('"blockTime": "2026-01-02T03:04:00.000Z"')
  expect(await given('--block-time', '2026-01-02 04:04', '--utc')).toContain('2026-01-02T04:04:00.000Z')
  expect(await given('--block-time', '1767323045')).toContain('2026-01-02T03:04:05.000Z')
  expect((await shown('tx', 'update', id, '--block-time', '2026-01-02')).stderr).toContain('has no time of day')
  const feed = ['--format', 'ofac', 'examples/ofac-sample.txt', '--as-of']
  expect((await shown('intel', 'import', ...feed, '2026-01-01 10:00')).code).toBe(0)
  expect((await cli(['intel', 'sources', '--jq', '.content[0].asOf'])).stdout).toBe('2026-01-01T09:00:00.000Z\n')
  expect((await shown('intel', 'import', ...feed, '7d')).stderr).toContain('--as-of: "7d" is not a time')
})
