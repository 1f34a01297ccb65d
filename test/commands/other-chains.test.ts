import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { type Cli, makeCli, test } from '../support/cli.ts'

const LISTED = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const UNLISTED = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const WRONG = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSe'
const EVM = '0x5a1b6c7d8e9f0a1b2c3d4e5f60718293a4b5c6d7'
const FROM = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const PAYEE = '0x52908400098527886E0F7030069857D2E4169EE7'

const list = [LISTED, WRONG, EVM, EVM.replace('a1b6c', 'A1b6c'), 'not an address'].join('\n')
const importList = (cli: Cli) => cli(['intel', 'import', '--format', 'ofac', '-', '-o', 'table'], { stdin: list })

describe('addresses of other chains', () => {
  test('of a list are kept as text; those that are invalid are counted and named, and wrong EVM rows rejected', async ({
    cli,
  }) => {
    const { code, stdout } = await importList(cli)
    expect(code).toBe(0)
    expect(stdout).toContain('read 5, kept 3, rejected 2; 3 entries')
    expect(stdout).toContain(`kept as text 1: not a valid TRX address, such as ${WRONG}`)
    expect(stdout).toContain('rejected 1: wrong EIP-55 checksum')
    expect(stdout).toContain('rejected 1: not an address, such as not an address')
    const [source] = JSON.parse((await cli(['intel', 'sources', '--json'])).stdout).content
    expect(source.invalid).toEqual([{ why: 'not a valid TRX address', count: 1, examples: [WRONG] }])
  })

  test('of the comments of the official list are found with their entry', async ({ cli }) => {
    const file = 'test/service/intel/fixtures/ofac/sdn_comments.csv'
    expect(readFileSync(file, 'utf8')).toContain('alt. Digital Currency Address')
    expect((await cli(['intel', 'import', '--format', 'ofac', file])).code).toBe(0)
    const found = await cli(['intel', 'check', `${LISTED.slice(0, -1)}t`, '--json'])
    expect(found.code).toBe(12)
    expect(JSON.parse(found.stdout).content).toMatchObject([{ label: 'OFAC sanctions list, entry 90001' }])
  })

  test('are LISTED with exit code 12, or NO DATA', async ({ cli }) => {
    await importList(cli)
    const listed = await cli(['intel', 'check', LISTED, '--json'])
    expect(listed).toMatchObject({ code: 12, stderr: '' })
    expect(JSON.parse(listed.stdout)).toMatchObject({
      address: LISTED,
      chain: 'BTC',
      standing: 'LISTED',
      content: [{ kind: 'sanctioned', chainIds: ['BTC'], source: 'ofac:stdin' }],
    })
    const unlisted = await cli(['intel', 'check', UNLISTED, '-o', 'table'])
    expect(unlisted).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`NO DATA: no list has ${UNLISTED}, an address of BTC.`),
    })
    expect(await cli(['intel', 'check', WRONG, '-o', 'table'])).toMatchObject({
      code: 12,
      stderr: expect.stringContaining('is not a valid TRX address, a character may be wrong'),
    })
    // Base58 has capitals with a meaning of their own.
    expect((await cli(['intel', 'check', LISTED.toLowerCase()])).code).not.toBe(12)
    expect(JSON.parse((await cli(['intel', 'check', EVM, '--json'])).stdout)).toMatchObject({
      address: EVM,
      chain: 'EVM',
      content: [{ kind: 'sanctioned' }],
    })
    expect(await cli(['intel', 'check', LISTED, '--chain', 'base'])).toMatchObject({ code: 2 })
  })

  test('are found by control-list show beside entries', async ({ cli }) => {
    await importList(cli)
    const checked = await cli(['control-list', 'check', LISTED, UNLISTED, PAYEE, '--json'])
    expect(checked.code).toBe(12)
    expect(JSON.parse(checked.stdout).content).toMatchObject([
      { address: LISTED, standing: 'LISTED', records: [{ kind: 'sanctioned' }] },
      { address: UNLISTED, standing: 'NO DATA', records: [] },
      { address: PAYEE, standing: 'UNLISTED' },
    ])
    expect((await cli(['control-list', 'check', UNLISTED])).code).toBe(0)
  })
})

describe('a row of a batch with an address alone', () => {
  const rows = (...lines: readonly string[]) => ['chain,from,to,token,amount,address,note', ...lines].join('\n')
  const batch = (cli: Cli, stdin: string, ...flags: readonly string[]) =>
    cli(['validate', '--batch', '-', '-o', 'ndjson', ...flags], { stdin })
  const parsed = (stdout: string) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))

  test('is LISTED or NO DATA beside validated ones', async ({ cli }) => {
    await importList(cli)
    await cli(['control-list', 'add', PAYEE, '--type', 'block'])
    const { code, stdout, stderr } = await batch(
      cli,
      rows(
        `1,${FROM},0x0000000000000000000000000000000000a11ce0,native,1,,ann`,
        `BTC,,,BTC,0.5,${LISTED},bob`,
        `,,,,,${UNLISTED},eve`,
        `,,,,,${EVM},of a list`,
        `,,,,,${PAYEE},on the block list`,
      ),
    )
    expect(code).toBe(12)
    expect(parsed(stdout)).toMatchObject([
      { line: 2, verdict: 'NO DATA', note: 'ann' },
      {
        line: 3,
        verdict: 'LISTED',
        address: LISTED,
        note: 'bob',
        reason: expect.stringContaining('sanctioned: OFAC sanctions list'),
      },
      {
        line: 4,
        verdict: 'NO DATA',
        address: UNLISTED,
        reason: expect.stringContaining('no list has it: an address of BTC'),
      },
      { line: 5, verdict: 'LISTED', address: EVM },
      { line: 6, verdict: 'LISTED', address: PAYEE, reason: 'on the block list' },
    ])
    expect(stderr).toContain('5 rows: 2 NO DATA, 3 LISTED')
    expect(stderr).toContain(`line 3 LISTED ${LISTED}: sanctioned`)
  })

  test('counts for --fail-on as no data, and as blocked', async ({ cli }) => {
    await importList(cli)
    expect((await batch(cli, `address\n${UNLISTED}\n`)).code).toBe(0)
    expect((await batch(cli, `address\n${UNLISTED}\n`, '--fail-on', 'no-data')).code).toBe(10)
    expect((await batch(cli, `address\n${LISTED}\n`, '--fail-on', 'blocked')).code).toBe(12)
    expect((await batch(cli, `address\n${LISTED}\n`, '--fail-on', 'never')).code).toBe(0)
  })

  test.each([
    ['a transaction beside it', `1,${FROM},${PAYEE},native,1,${LISTED},`, 'a row has one of them'],
    ['no address', ',,,,,payroll,', '"payroll" is not an address'],
    ['a receiver of another chain', `1,${FROM},${LISTED},native,1,,`, 'in the column address it is looked up in lists'],
  ])('with %s is a fault', async (_, line, why) => {
    expect(await batch(makeCli(), rows(line))).toMatchObject({ code: 4, stderr: expect.stringContaining(why) })
  })
})
