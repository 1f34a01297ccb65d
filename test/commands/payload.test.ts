import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { json, serveHttp } from '../client/support/http-server.ts'
import { type Cli, makeCli, refuses, says, test } from '../support/cli.ts'
import { serveForTest } from '../support/served.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const STRANGER = '0x00000000000000000000000000000000000a11ce'
const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'
const REMOTE = { TXWARDEN_BASE_URL: 'https://service.example' }

const word = (value: number | bigint) => value.toString(16).padStart(64, '0')
/** f(bytes) with an empty argument: call data with a payload slot. */
const WITH_SLOT = `0x12345678${word(32)}${word(0)}`

interface Given {
  readonly chain?: string
  readonly value?: string
  readonly data?: string
}

function flags({ chain = 'ethereum', value = '7', data = '0x12345678' }: Given = {}): string[] {
  return ['--chain', chain, '--from', SENDER, '--to', testAddresses.benign, '--value', value, '--data', data]
}

/** A payload of the local service. */
async function issue(cli: Cli, given: Given = {}, ...more: string[]): Promise<string> {
  const { stdout } = await cli(['validate', ...flags(given), '--sign', '--fail-on', 'never', '--json', ...more])
  const { payload } = JSON.parse(stdout) as { payload: string }
  expect(payload).toMatch(/^0x[0-9a-f]{384}$/)
  return payload
}

/** A payload with tracked nonce, and the nonce. */
async function issueTracked(cli: Cli): Promise<number> {
  return Number(`0x${(await issue(cli, {}, '--track-nonce')).slice(2 + 2 * 33, 2 + 2 * 65)}`)
}

async function signerOf(cli: Cli): Promise<string> {
  return ((await cli.json(['local', 'status'])) as { signer: string }).signer
}

interface Verified {
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly detail: string }[]
}

/** Names of the checks that fail. */
function failed(stdout: string): string[] {
  return (JSON.parse(stdout) as Verified).checks.filter(({ ok }) => !ok).map(({ name }) => name)
}

describe('validate --payload-slot', () => {
  const read = async (cli: Cli, payload: string, slot: string) => {
    const argv = ['payload', 'verify', payload, ...flags({ data: WITH_SLOT }), '--payload-slot', slot, '--json']
    return (await cli(argv)).code
  }

  test.each([
    ['yes', 0, 13],
    ['no', 13, 0],
    ['auto', 0, 13],
  ])('%s decides what is signed', async (slot, asWithSlot, asWhole) => {
    const cli = makeCli()
    const payload = await issue(cli, { data: WITH_SLOT }, '--payload-slot', slot)
    expect(await read(cli, payload, 'yes')).toBe(asWithSlot)
    expect(await read(cli, payload, 'no')).toBe(asWhole)
  })

  test('yes is rejected for call data without a slot, and nothing is stored', async ({ cli }) => {
    const refused = await cli(['validate', ...flags(), '--sign', '--payload-slot', 'yes'])
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toContain('the call data has no payload slot')
    expect(await cli.json(['tx', 'list'])).toMatchObject({ totalElements: 0 })
  })

  test('needs --sign', async () => {
    const { code, stderr } = await makeCli()(['validate', ...flags(), '--payload-slot', 'no'])
    expect(code).toBe(2)
    expect(stderr).toContain('needs --sign')
  })

  test('reaches a service over HTTP; one that ignores it is named', async ({ cli }) => {
    const { url, keys } = await serveForTest()
    const env = { TXWARDEN_BASE_URL: url, TXWARDEN_VALIDATION_KEY: keys.validation }
    const argv = ['validate', ...flags({ data: WITH_SLOT }), '--sign', '--payload-slot', 'no', '--json']
    const heeded = await cli(argv, { env })
    expect(heeded).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(heeded.stdout)).toMatchObject({ payloadSlot: 'none' })

    const { payloadSlot: _, ...withoutSlot } = JSON.parse(heeded.stdout) as Record<string, unknown>
    await using hosted = await serveHttp((response) => json(response, withoutSlot))
    const unheeded = await cli(argv, { env: { ...env, TXWARDEN_BASE_URL: hosted.url.href } })
    expect(unheeded.code).toBe(0)
    expect(unheeded.stderr).toContain('ignored --payload-slot no')
  })
})

describe('payload decode', () => {
  test('prints every field as JSON, 256-bit numbers as strings', async ({ cli }) => {
    const payload = await issue(cli, {}, '--track-nonce')
    const { code, stdout, stderr } = await cli(['payload', 'decode', payload, '--json'])
    expect({ code, stderr, decoded: JSON.parse(stdout) }).toEqual({
      code: 0,
      stderr: '',
      decoded: {
        expiration: String(Date.parse('2026-01-02T04:04:05Z') / 1000),
        expiresAt: '2026-01-02T04:04:05.000Z',
        expired: false,
        trackNonce: true,
        nonce: '1',
        signature: {
          r: `0x${payload.slice(2 + 2 * 65, 2 + 2 * 97)}`,
          s: `0x${payload.slice(2 + 2 * 97, 2 + 2 * 129)}`,
          v: Number(`0x${payload.slice(2 + 2 * 129, 2 + 2 * 130)}`),
        },
        routing: {
          moduleId: '0x8627ac9f51cee3e9224e0f4644a33be4',
          selector: '0x719bee28',
          paddedLength: 160,
          padding: 30,
        },
      },
    })
  })

  test('shows absolute and relative time, and explains the terms', async ({ cli }) => {
    const payload = await issue(cli)
    const shown = async () => (await cli(['payload', 'decode', payload], { tty: true, columns: 80 })).stdout
    const lines = (await shown()).split('\n')
    expect(lines.slice(0, 2)).toEqual(['  expires    2026-01-02T04:04:05.000Z (in 1 hour)', '  nonce      not tracked'])
    expect(lines.slice(-4)).toEqual([
      '  module id  0x8627ac9f51cee3e9224e0f4644a33be4 (signature-0.0.1)',
      '  selector   0x719bee28 (validateSignature)',
      '  length     160 bytes, the last 30 of them padding',
      '',
    ])
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    cli.clock.advance(3 * 86_400_000)
    expect(await shown()).toContain('(2 days ago)')
  })

  test('shows an expiry beyond any date, and an untracked nonce other than 0', async ({ cli }) => {
    const payload = await issue(cli)
    const strange = `0x${'f'.repeat(64)}00${word(9)}${payload.slice(2 + 2 * 65)}`
    expect(await cli.json(['payload', 'decode', strange])).toMatchObject({
      expiration: String(2n ** 256n - 1n),
      expiresAt: null,
      expired: false,
      nonce: '9',
    })
    const { stdout } = await cli(['payload', 'decode', strange], { tty: true })
    expect(stdout).toContain(`${2n ** 256n - 1n} seconds after 1970`)
    expect(stdout).toContain('not tracked, but 9 instead of 0')
  })

  test('needs no service: works with a remote profile', async () => {
    const payload = await issue(makeCli())
    expect(await makeCli()(['payload', 'decode', payload], { env: REMOTE })).toMatchObject({ code: 0 })
  })

  test.each([
    ['what is no hex', 'payload', 'the payload is not hex'],
    ['another length', '0x1234', 'the payload has 2 bytes, not 192'],
    ['another module', `0x${'00'.repeat(192)}`, 'the payload is for module 0x0000'],
  ])('rejects %s', async (_, payload, text) => {
    const refused = await makeCli()(['payload', 'decode', payload])
    expect(refused).toMatchObject(refuses(2, text))
    expect(refused.stderr).toContain('Try: txwarden payload decode --help')
  })
})

describe('payload verify', () => {
  test('accepts a payload of the local service, with its signers and module', async ({ cli }) => {
    await cli(['config', 'service', 'set', 'payload-module-address', STRANGER])
    const payload = await issue(cli)
    const signer = await signerOf(cli)
    const { code, stdout, stderr } = await cli(['payload', 'verify', payload, ...flags(), '--json'])
    expect({ code, stderr, report: JSON.parse(stdout) }).toEqual({
      code: 0,
      stderr: '',
      report: {
        ok: true,
        checks: [
          { name: 'signer', ok: true, detail: `signed by ${signer.toLowerCase()}` },
          { name: 'digest', ok: true, detail: expect.stringContaining('is this transaction (whole call data)') },
          { name: 'expiry', ok: true, detail: 'valid until 2026-01-02T04:04:05.000Z' },
        ],
        signer: signer.toLowerCase(),
        digest: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        payloadSlot: 'auto',
        slotUsed: false,
        signers: [signer],
        moduleAddress: STRANGER,
        payload: await cli.json(['payload', 'decode', payload]),
      },
    })
  })

  test.each([
    ['the wrong chain', { chain: 'base' }, 'digest', 'signed for chain 1 (ethereum), not 8453'],
    ['other call data', { data: '0x12345679' }, 'signer', 'which is not an accepted signer'],
    ['another value', { value: '8' }, 'signer', 'which is not an accepted signer'],
  ] as const)('%s fails with exit code 13', async (_, given, check, text) => {
    const cli = makeCli()
    const payload = await issue(cli)
    const { code, stdout } = await cli(['payload', 'verify', payload, ...flags(given), '--json'])
    expect(code).toBe(13)
    expect(failed(stdout)).toContain(check)
    // The recovered address is meaningless for another digest.
    expect(failed(stdout)).toContain('digest')
    expect(stdout).toContain(text)
  })

  test('distinguishes a wrong chain from a wrong signer', async ({ cli }) => {
    const payload = await issue(cli)
    const onBase = await cli(['payload', 'verify', payload, ...flags({ chain: 'base' }), '--json'])
    expect(failed(onBase.stdout)).toEqual(['digest'])
    const otherSigner = await cli(['payload', 'verify', payload, ...flags(), '--signer', STRANGER, '--json'])
    expect(failed(otherSigner.stdout)).toEqual(['signer', 'digest'])
  })

  test('an expired payload fails only the expiry check', async ({ cli }) => {
    const payload = await issue(cli)
    const verify = ['payload', 'verify', payload, ...flags(), '--json']
    cli.clock.advance(3_599_999)
    expect(await cli(verify)).toMatchObject({ code: 0 })
    cli.clock.advance(1)
    const { code, stdout } = await cli(verify)
    expect({ code, failed: failed(stdout) }).toEqual({ code: 13, failed: ['expiry'] })
  })

  test('compares the nonce when one is expected', async ({ cli }) => {
    const payload = await issue(cli, {}, '--track-nonce')
    const verify = (nonce: string) => cli(['payload', 'verify', payload, ...flags(), '--nonce', nonce, '--json'])
    expect(await verify('1')).toMatchObject({ code: 0 })
    const { code, stdout } = await verify('2')
    expect({ code, failed: failed(stdout) }).toEqual({ code: 13, failed: ['nonce'] })
    expect(await verify('one')).toMatchObject({ code: 2, stdout: '' })
  })

  test('reports the slot, before and after the payload is filled in', async ({ cli }) => {
    const payload = await issue(cli, { data: WITH_SLOT })
    const filled = `0x12345678${word(32)}${word(192)}${payload.slice(2)}`
    const read = async (data: string, slot: string) => {
      const { code, stdout } = await cli([
        'payload',
        'verify',
        payload,
        ...flags({ data }),
        '--payload-slot',
        slot,
        '--json',
      ])
      return { code, ...(JSON.parse(stdout) as { payloadSlot: string; slotUsed: boolean }) }
    }
    expect(await read(WITH_SLOT, 'auto')).toMatchObject({ code: 0, payloadSlot: 'auto', slotUsed: true })
    expect(await read(filled, 'yes')).toMatchObject({ code: 0, payloadSlot: 'yes', slotUsed: true })
    expect(await read(filled, 'no')).toMatchObject({ code: 13, payloadSlot: 'no', slotUsed: false })
  })

  test('rejects call data without a required slot', async ({ cli }) => {
    const payload = await issue(cli)
    const refused = await cli(['payload', 'verify', payload, ...flags(), '--payload-slot', 'yes'])
    expect(refused).toMatchObject(refuses(8, 'has no payload slot'))
    expect(refused.stderr).toContain('Try: txwarden payload verify --help')
  })

  test('marks each check on a terminal, prints one line per check to a pipe', async ({ cli }) => {
    const payload = await issue(cli)
    const signer = (await signerOf(cli)).toLowerCase()
    cli.clock.advance(3_600_000)
    const verify = ['payload', 'verify', payload, ...flags()]
    const { code, stdout } = await cli(verify, { tty: true })
    expect(code).toBe(13)
    expect(stdout.replace(/0x[0-9a-f]{64}/, '<digest>')).toBe(
      [
        '✗ The payload is not valid for this transaction',
        '',
        `  ✓ signer  signed by ${signer}`,
        '  ✓ digest  <digest> is this transaction (whole call data)',
        '  ✗ expiry  expired at 2026-01-02T04:04:05.000Z',
        '',
        '  slot      none: the whole call data is signed (--payload-slot auto)',
        `  module    ${ZERO_ADDRESS}`,
        '',
      ].join('\n'),
    )
    expect((await cli([...verify, '--fields', 'name,ok'])).stdout).toBe('signer\ttrue\ndigest\ttrue\nexpiry\tfalse\n')
  })

  test('takes the transaction from a file', async ({ cli }) => {
    const payload = await issue(cli)
    const file = join(cli.home, 'tx.json')
    const transaction = { chainId: 1, from: SENDER, to: testAddresses.benign, value: '7', data: '0x12345678' }
    writeFileSync(file, JSON.stringify({ transaction, trackNonce: false }))
    expect(await cli(['payload', 'verify', payload, '--file', file])).toMatchObject({ code: 0 })
    expect(await cli(['payload', 'verify', payload, '--file', file, '--value', '8'])).toMatchObject({ code: 13 })
  })

  test('requires --signer without a local service', async ({ cli }) => {
    const payload = await issue(cli)
    const signer = await signerOf(cli)
    const elsewhere = makeCli()
    const verify = ['payload', 'verify', payload, ...flags()]
    expect(await elsewhere(verify)).toMatchObject(says(2, 'has no signer yet'))
    expect(await elsewhere(verify, { env: REMOTE })).toMatchObject(says(2, 'needs --signer: a remote service'))
    expect(await elsewhere([...verify, '--signer', `${STRANGER},${signer}`], { env: REMOTE })).toMatchObject({
      code: 0,
    })
    expect(await elsewhere([...verify, '--signer', signer, '--module', STRANGER])).toMatchObject({ code: 13 })
  })

  test.each([
    ['no transaction', [], 2, 'payload verify needs --chain, --from, --to, or --file'],
    ['a signer that is no address', [...flags(), '--signer', '0x12'], 2, '--signer: "0x12" is not an address'],
    ['a module that is no address', [...flags(), '--module', 'none'], 2, '--module: "none" is not an address'],
    ['an empty recipient', [...flags(), '--to', ''], 2, '--to is empty'],
    ['call data that is none', flags({ data: '0x123' }), 2, 'is not call data'],
  ])('rejects %s', async (_, argv, code, text) => {
    const cli = makeCli()
    const payload = await issue(cli)
    expect(await cli(['payload', 'verify', payload, ...argv])).toMatchObject(refuses(code, text))
  })

  test('rejects a contract creation', async ({ cli }) => {
    const payload = await issue(cli)
    const file = join(cli.home, 'creation.json')
    writeFileSync(file, JSON.stringify({ chainId: '1', from: SENDER, to: null, data: '0x6080604052' }))
    expect(await cli(['payload', 'verify', payload, '--file', file])).toMatchObject(
      refuses(8, 'a contract creation has no signed payload'),
    )
  })
})

describe('payload nonce', () => {
  const place = ['--chain', 'ethereum', '--to', testAddresses.benign, '--from', SENDER]
  const get = async (cli: Cli) =>
    (await cli.json(['payload', 'nonce', 'get', ...place])) as {
      confirmed: number
      issued: number | null
      next: number
    }

  test('get shows the confirmed, issued and next nonce', async ({ cli }) => {
    expect(await get(cli)).toMatchObject({ confirmed: 0, issued: null, next: 1 })
    await issueTracked(cli)
    await issueTracked(cli)
    expect(await get(cli)).toEqual({
      chainId: '1',
      to: testAddresses.benign,
      from: SENDER,
      confirmed: 0,
      issued: 2,
      next: 3,
    })
    cli.clock.advance(3_600_000)
    const { stdout } = await cli(['payload', 'nonce', 'get', ...place], { tty: true })
    expect(stdout).toBe(
      [
        '  chain      ethereum (1)',
        `  to         ${testAddresses.benign}`,
        `  from       ${SENDER}`,
        '  confirmed  none yet',
        '  issued     none valid',
        '  next       1',
        '',
      ].join('\n'),
    )
  })

  test('a higher nonce is in the next payload of this contract and sender only', async ({ cli }) => {
    expect(await cli(['payload', 'nonce', 'set', '41', ...place], { tty: true })).toEqual({
      code: 0,
      stdout: `✓ The next payload has nonce 42 (profile local)\n  from ${SENDER} to ${testAddresses.benign} on ethereum (1)\n`,
      stderr: '',
    })
    expect(await issueTracked(cli)).toBe(42)
    const onBase = await issue(cli, { chain: 'base' }, '--track-nonce')
    expect(BigInt(`0x${onBase.slice(2 + 2 * 33, 2 + 2 * 65)}`)).toBe(1n)
  })

  test('a lower nonce needs confirmation, and releases issued ones', async ({ cli }) => {
    await cli(['payload', 'nonce', 'set', '10', ...place])
    expect([await issueTracked(cli), await issueTracked(cli)]).toEqual([11, 12])
    const lower = ['payload', 'nonce', 'set', '5', ...place]
    expect(await cli(lower)).toMatchObject({ code: 2, stdout: '' })
    expect(await cli(lower, { typed: [['Lower the next nonce from 13 to 6', 'n\n']] })).toMatchObject({ code: 130 })
    expect(await get(cli)).toMatchObject({ confirmed: 10, issued: 12, next: 13 })
    expect(await cli([...lower, '--yes'])).toMatchObject({ code: 0 })
    expect(await get(cli)).toMatchObject({ confirmed: 5, issued: null, next: 6 })
    expect(await issueTracked(cli)).toBe(6)
  })

  test('set keeps issued nonces up to the new one', async ({ cli }) => {
    await issueTracked(cli)
    await issueTracked(cli)
    await issueTracked(cli)
    expect(await cli(['payload', 'nonce', 'set', '2', ...place, '--yes'])).toMatchObject({ code: 0 })
    expect(await get(cli)).toMatchObject({ confirmed: 2, issued: 2, next: 3 })
  })

  test('a payload with a released nonce still confirms it when used', async ({ cli }) => {
    const validated = await cli(['validate', ...flags(), '--sign', '--track-nonce', '--json', '--fail-on', 'never'])
    const { svcTxId } = JSON.parse(validated.stdout) as { svcTxId: string }
    await cli(['payload', 'nonce', 'set', '0', ...place, '--yes'])
    expect(await get(cli)).toMatchObject({ confirmed: 0, issued: null, next: 1 })
    await cli(['tx', 'update', svcTxId, '--transaction-id', `0x${'ab'.repeat(32)}`])
    expect(await get(cli)).toMatchObject({ confirmed: 1, next: 2 })
  })

  test('set is in the audit log', async ({ cli }) => {
    await cli(['payload', 'nonce', 'set', '7', ...place])
    expect(await cli.json(['audit', 'list', '--action', 'payload-nonce'])).toMatchObject({
      content: [
        {
          action: 'payload-nonce.set',
          actor: 'local',
          resourceId: `1/${testAddresses.benign.toLowerCase()}/${SENDER.toLowerCase()}`,
          before: { confirmed: 0, next: 1 },
          after: { confirmed: 7, next: 8 },
        },
      ],
    })
  })

  test('set with --dry-run changes nothing', async ({ cli }) => {
    expect(await cli(['payload', 'nonce', 'set', '7', ...place, '--dry-run'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('set the last used nonce to 7'),
    })
    expect(await get(cli)).toMatchObject({ confirmed: 0 })
  })

  test.each([
    [['get', '3', ...place], 2, 'too many arguments'],
    [['set', ...place], 2, 'payload nonce set needs <value>'],
    [['set', 'all', ...place], 2, '"all" is not a whole number'],
    [['set', '1.5', ...place], 2, '"1.5" is not a whole number'],
    [['set', '9007199254740991', ...place], 2, 'is not a whole number from 0 to 9007199254740990'],
    [['raise', '3', ...place], 2, "unknown command 'raise'"],
    [['get', '--chain', 'ethereum', '--from', SENDER], 2, '--to'],
    [['get', ...place, '--from', '0x12'], 2, '--from: "0x12" is not an address'],
  ])('%j is rejected', async (argv, code, text) => {
    expect(await makeCli()(['payload', 'nonce', ...argv])).toMatchObject(refuses(code, text))
  })

  test('needs a local profile', async () => {
    expect(await makeCli()(['payload', 'nonce', 'get', ...place], { env: REMOTE })).toMatchObject(
      says(2, 'this command needs a local profile'),
    )
  })
})
