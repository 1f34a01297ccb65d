import { describe, expect } from 'vitest'
import { settings } from '../../src/api/schemas/extensions.ts'
import { serviceSettingNames, settingMember } from '../../src/commands/config/service-names.ts'
import { json, serveHttp } from '../client/support/http-server.ts'
import { makeCli, refuses, says, test } from '../support/cli.ts'

const DEFAULTS = {
  blockThreshold: 70,
  payloadExpirySeconds: 3600,
  payloadModuleAddress: '0x0000000000000000000000000000000000000000',
  maxStoredBytes: 0,
  historyFactor: 10,
}

test('every setting of the contract has a name to type', () => {
  expect(serviceSettingNames.map(settingMember)).toEqual(Object.keys(settings().shape))
})

describe('config service get', () => {
  test('shows all of them, or the value of one alone', async ({ cli }) => {
    expect(await cli.json(['config', 'service', 'get'])).toEqual(DEFAULTS)
    expect((await cli(['config', 'service', 'get'], { tty: true })).stdout).toBe(
      [
        '  block-threshold         70',
        '  payload-expiry-seconds  3600',
        '  payload-module-address  0x0000000000000000000000000000000000000000',
        '  max-stored-bytes        0',
        '  history-factor          10',
        '',
      ].join('\n'),
    )
    expect((await cli(['config', 'service', 'get', 'block-threshold'], { tty: true })).stdout).toBe('70\n')
    expect((await cli(['config', 'service', 'get', 'blockThreshold'])).stdout).toBe('70\n')
    expect(await cli.json(['config', 'service', 'get', 'block-threshold'])).toEqual({
      blockThreshold: 70,
    })
  })

  test('of one that is none lists those there are', async () => {
    expect(await makeCli()(['config', 'service', 'get', 'threshold'])).toMatchObject(
      says(2, 'expected one of block-threshold, payload-expiry-seconds, payload-module-address'),
    )
  })
})

describe('config service set', () => {
  test('changes one and keeps the others', async ({ cli }) => {
    expect(await cli(['config', 'service', 'set', 'block-threshold', '80'], { tty: true })).toEqual({
      code: 0,
      stdout: '✓ block-threshold is now 80 (profile local)\n',
      stderr: '',
    })
    const answer = await cli(['config', 'service', 'set', 'payload-expiry-seconds', '600', '--json'])
    expect(JSON.parse(answer.stdout)).toEqual({ ...DEFAULTS, blockThreshold: 80, payloadExpirySeconds: 600 })
  })

  test('is in force at once', async ({ cli }) => {
    // A transfer cut short does not decode: a warning, not more.
    const validate = [
      'validate',
      '--chain',
      '1',
      '--from',
      '0x7e57000000000000000000000000000000000002',
      '--to',
      '0x7e57000000000000000000000000000000000001',
      '--data',
      '0xa9059cbb00',
      '--json',
      '--fail-on',
      'never',
    ]
    expect(JSON.parse((await cli(validate)).stdout)).toMatchObject({ valid: true, combinedScore: 31 })
    await cli(['config', 'service', 'set', 'block-threshold', '31'])
    expect(JSON.parse((await cli(validate)).stdout)).toMatchObject({ valid: false, combinedScore: 31 })
  })

  test.each([
    [['block-threshold', '0'], 2, 'block-threshold: "0" is below 1'],
    [['block-threshold', '102'], 2, 'block-threshold: "102" is above 101'],
    [['block-threshold', 'high'], 2, 'block-threshold: "high" is not a'],
    [['block-threshold', '1.5'], 2, 'block-threshold: "1.5" is not a'],
    [['payload-module-address', '0x12'], 2, 'is not an address'],
    [['threshold', '80'], 2, 'unknown setting "threshold"'],
    [['block-threshold'], 2, 'config service set needs <value>'],
  ])('%j is refused before anything is sent', async (argv, code, text) => {
    const cli = makeCli()
    expect(await cli(['config', 'service', 'set', ...argv])).toMatchObject(refuses(code, text))
    expect((await cli(['audit', 'list'])).stdout).toBe('')
  })
})

describe('a hosted service, which has no settings,', () => {
  const env = (url: URL) => ({ TXWARDEN_BASE_URL: url.origin, TXWARDEN_MANAGEMENT_KEY: 'a-key' })

  test.each([
    [404, { timestamp: '2026-01-02T03:04:05Z', status: 404, error: 'Not Found', path: '/ext/v1/settings' }],
    [404, { code: 'unknown-route', detail: 'There is no such path' }],
    [405, { fault: { faultstring: 'method not allowed' } }],
  ])('is said to have none when it answers %d %j', async (status, body) => {
    await using hosted = await serveHttp((response) => json(response, body, status))
    for (const argv of [
      ['config', 'service', 'get'],
      ['config', 'service', 'set', 'block-threshold', '80'],
    ])
      expect(await makeCli()(argv, { env: env(hosted.url) })).toMatchObject(
        refuses(5, `${hosted.url.origin} has no settings: only txwarden's own service offers it`),
      )
  })

  test('is not said to have none when it refuses the key', async () => {
    await using hosted = await serveHttp((response) => json(response, { message: 'Forbidden' }, 403))
    expect(await makeCli()(['config', 'service', 'get'], { env: env(hosted.url) })).toMatchObject({ code: 3 })
  })
})
