import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { json, serveHttp } from '../client/support/http-server.ts'
import { type Cli, makeCli, test } from '../support/cli.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const UNLISTED = '0x4a5b6c7d8e9f00112233445566778899aabbccdd'
const BENIGN = testAddresses.benign

const argv = ['validate', '--chain', 'ethereum', '--from', SENDER, '--to', BENIGN]
const pay = (token: string, amount: string) => [...argv, '--token', token, '--amount', amount]

/** Validates, and reads what the service got. */
async function sent(cli: Cli, line: readonly string[]) {
  const { code, stdout } = await cli([...line, '--json'])
  const found = await cli.json(['tx', 'get', JSON.parse(stdout).svcTxId])
  return { code, transaction: found.request.transaction }
}

describe('a payment in a token', () => {
  test('is the call that moves the amount, by symbol, by address, and native', async ({ cli }) => {
    // transfer(address,uint256) of 10.5 USDC, which has 6 decimals.
    const digits = `${BENIGN.slice(2).toLowerCase().padStart(64, '0')}${(10_500_000).toString(16).padStart(64, '0')}`
    const token = { from: SENDER, to: USDC, value: '0', data: `0xa9059cbb${digits}` }
    for (const name of ['USDC', 'usdc', USDC, USDC.toLowerCase()])
      expect(await sent(cli, pay(name, '10.5'))).toMatchObject({ code: 0, transaction: token })
    const native = { to: BENIGN, value: '1500000000000000001' }
    expect((await sent(cli, pay('native', '1.500000000000000001'))).transaction).toMatchObject(native)
    expect((await sent(cli, pay('native', '1.500000000000000001'))).transaction.data ?? '').toBe('')
    // The decimals are those of the chain: 18 on bsc.
    const bsc = await sent(
      cli,
      pay('USDC', '10.5').map((word) => (word === 'ethereum' ? 'bsc' : word)),
    )
    expect(BigInt(`0x${bsc.transaction.data.slice(-64)}`)).toBe(10_500_000_000_000_000_000n)
  })

  test('to an address that is listed is blocked, and the card says what is paid', async () => {
    const line = pay('USDC', '10.5').map((word) => (word === BENIGN ? testAddresses.drainer : word))
    const { code, stdout } = await makeCli()(line, { tty: true, columns: 100 })
    expect(code).toBe(12)
    expect(stdout).toContain('10.5 USDC to 0x7e575f70a640c8e5D053bE397d92F3d07362d027')
  })

  test.each([
    ['LIT', '1', 2, 'LIT is several tokens on ethereum, pass one: 0x232CE3bd40fCd6f80f3d55A522d03f25Df784Ee2, 0xb594'],
    ['XYZQ', '1', 2, 'no list has a token "XYZQ" on ethereum'],
    // A Cyrillic letter.
    ['USDС', '1', 2, 'no list has a token'],
    ['eth', '1', 2, 'eth is the native currency of ethereum: write native, or the address of a token'],
    [UNLISTED, '1', 8, `neither a list nor a node of ethereum says the decimals of ${UNLISTED}`],
    ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB47', '1', 2, 'has a wrong EIP-55 checksum'],
    ['USDC', '1.1234567', 2, '--amount: "1.1234567" has 7 decimals, and USDC has 6'],
    ...['-1', '+1', '1e3', '1,000', '1_000', "1'000", '1 000', '10,5', '.5', '5.', '', '0x10', 'Infinity', '١'].map(
      (amount) => ['USDC', amount, 2, `--amount: ${JSON.stringify(amount)} is not an amount`] as const,
    ),
    ['USDC', '9'.repeat(78), 2, 'is too large'],
  ] as const)('of %s %s is refused in one line', async (token, amount, code, text) => {
    const refused = await makeCli()([...argv, `--token=${token}`, `--amount=${amount}`])
    expect(refused).toMatchObject({ code, stdout: '' })
    expect(refused.stderr.split('\n')[0]).toContain(text)
  })

  test('has one amount, a receiver, and no other transaction beside it', async ({ cli }) => {
    const refused = async (...line: readonly string[]) => {
      const { code, stderr } = await cli(line)
      expect(code).toBe(2)
      return stderr.split('\n')[0]
    }
    expect(await refused(...argv, '--amount', '1')).toContain('--amount needs --token')
    expect(await refused(...argv, '--token', 'USDC')).toContain('--token needs --amount')
    expect(await refused(...pay('USDC', '1').filter((word) => word !== '--to' && word !== BENIGN))).toContain('--to')
    for (const more of [
      ['--value', '1'],
      ['--data', '0x'],
      ['--file', 'examples/transfer-to-known.json'],
      ['--batch', 'payouts.csv'],
      ['--typed-data', 'examples/permit-to-drainer.json'],
      ['--recheck', 'id'],
    ])
      expect(await refused(...pay('USDC', '1'), ...more)).toMatch(/exclude each other|is for/)
  })

  test('with a service that knows no tokens says what to pass instead', async () => {
    await using hosted = await serveHttp((response) => json(response, { status: 404, error: 'Not Found' }, 404))
    const env = { TXWARDEN_BASE_URL: hosted.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
    const { code, stderr } = await makeCli()(pay('USDC', '1'), { env })
    expect(code).toBe(5)
    expect(stderr).toContain('has no token look-up')
    expect(stderr).toContain('--to 0x…, and the call data of the transfer with --data')
  })
})

describe('payments in rows', () => {
  const header = 'chain,from,to,token,amount,value,note'
  const row = (to: string, token: string, amount: string, note = '', value = '') =>
    `ethereum,${SENDER},${to},${token},${amount},${value},${note}`
  function fileIn(cli: Cli, rows: readonly string[], name = 'payouts.csv'): string {
    const path = join(cli.home, name)
    writeFileSync(path, `${[header, ...rows].join('\n')}\n`)
    return path
  }

  test('are shown with amount, asset, note, reason and action, verdict first; notes are not sent', async ({ cli }) => {
    const file = fileIn(cli, [
      row(BENIGN, 'USDC', '1250.75', 'invoice 17'),
      row(testAddresses.drainer, 'usdt', '20000', '"rent, March"'),
      row(UNLISTED, 'native', '1.5'),
      row(BENIGN, '', '', 'in wei', '5wei'),
    ])
    const { code, stdout } = await cli(['validate', '--batch', file, '-o', 'ndjson'])
    expect(code).toBe(12)
    const rows = stdout
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text))
    expect(rows.map((each) => Object.keys(each)[0])).toEqual(['verdict', 'verdict', 'verdict', 'verdict'])
    expect(rows).toMatchObject([
      { verdict: 'SAFE', to: BENIGN, amount: '1250.75', asset: 'USDC', note: 'invoice 17' },
      {
        verdict: 'BLOCKED',
        to: testAddresses.drainer,
        amount: '20000',
        asset: 'USDT',
        note: 'rent, March',
        reason: `The recipient ${testAddresses.drainer} is listed as test drainer.`,
        action: `pays 20,000 USDT to ${testAddresses.drainer} (listed as a threat)`,
      },
      { verdict: 'NO DATA', amount: '1.5', asset: 'native', reason: 'No data about the beneficiary.' },
      { verdict: 'SAFE', amount: '0.000000000000000005', asset: 'native', value: '5', note: 'in wei' },
    ])
    expect(rows.map(({ id, result }) => id === result.svcTxId && id !== undefined)).toEqual([true, true, true, true])
    const stored = await cli(['tx', 'get', rows[0].id, '--json'])
    expect(stored.stdout).not.toContain('invoice')
  })

  test('of NDJSON have the same members, and one note beside the transaction or in it', async ({ cli }) => {
    const file = join(cli.home, 'payouts.ndjson')
    const paid = { chainId: '1', from: SENDER, to: BENIGN, token: 'USDC', amount: '1.5' }
    const rows = [
      { ...paid, note: 'a' },
      { transaction: paid, note: 'b' },
      { ...paid, amount: 10, note: 'c', id: 7 },
    ]
    writeFileSync(file, rows.map((each) => `${JSON.stringify(each)}\n`).join(''))
    const { stdout, stderr } = await cli(['validate', '--batch', file, '-o', 'ndjson'])
    const shown = stdout
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text))
    expect(
      shown.map(({ note, amount }) => [note, amount]),
      stderr,
    ).toEqual([
      ['a', '1.5'],
      ['b', '1.5'],
      ['c', '10'],
    ])
    const stored = await cli(['tx', 'get', shown[2].id, '--json'])
    expect(JSON.parse(stored.stdout).request).toEqual({
      transaction: expect.not.objectContaining({ note: 'c', id: 7, token: 'USDC' }),
      trackNonce: false,
    })
  })

  test('with two amounts, half a payment or an unknown token are refused with their line', async ({ cli }) => {
    const file = fileIn(cli, [
      row(BENIGN, 'USDC', '1'),
      row(BENIGN, 'USDC', '1', '', '5wei'),
      row(BENIGN, '', '1'),
      row(BENIGN, 'USDC', ''),
      row(BENIGN, 'XYZQ', '1'),
      row(BENIGN, 'USDC', '1.1234567'),
      row('0x12', 'USDC', '1'),
      row('', 'USDC', '1'),
    ])
    const { code, stdout, stderr } = await cli(['validate', '--batch', file])
    expect({ code, stdout }).toEqual({ code: 8, stdout: '' })
    for (const text of [
      'line 3: value and amount are two amounts: keep one',
      'line 4: amount needs token: a symbol, 0x… or native',
      'line 5: token needs amount',
      'line 6: token: no list has a token "XYZQ" on ethereum',
      'line 7: amount: "1.1234567" has 7 decimals, and USDC has 6',
      'line 8: to: "0x12" is not an address',
      'line 9: there is no recipient (to)',
    ])
      expect(stderr).toContain(text)
    expect(stderr).toContain('7 of 8 rows')
  })

  test('without a verdict have an outcome and an error instead', async ({ cli }) => {
    const rows = [header, row(BENIGN, 'USDC', '1.5', 'a'), row(BENIGN, 'XYZQ', '1', 'b'), '']
    const report = join(cli.home, 'report.csv')
    const line = ['validate', '--batch', '-', '-o', 'ndjson', '--report', report]
    const { code, stdout } = await cli(line, { stdin: rows.join('\n') })
    expect(code).toBe(4)
    const failed = JSON.parse(stdout.trimEnd().split('\n')[1] ?? '')
    expect(failed).toEqual({
      line: 3,
      outcome: 'failed',
      error: { code: 'invalid-row', message: 'token: no list has a token "XYZQ" on ethereum' },
    })
    const [, second] = parse(readFileSync(report, 'utf8'), { columns: true }) as Record<string, string>[]
    expect(second).toMatchObject({ line: '3', verdict: '', error: 'token: no list has a token "XYZQ" on ethereum' })
  })

  test('with --curl show the look-up of the token, which is first', async ({ cli }) => {
    const { code, stdout, stderr } = await cli([...pay('USDC', '1'), '--curl'])
    expect(code).toBe(0)
    expect(stdout).toContain('/ext/v1/tokens?chainId=1&symbol=USDC')
    expect(stderr).toContain('The decimals of the token come first')
  })

  test('end the run when the service cannot be asked for a token', async ({ cli }) => {
    const file = fileIn(cli, [row(BENIGN, 'USDC', '1')])
    await using hosted = await serveHttp((response) => json(response, { status: 404, error: 'Not Found' }, 404))
    const env = { TXWARDEN_BASE_URL: hosted.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
    expect(await cli(['validate', '--batch', file], { env })).toMatchObject({ code: 5, stdout: '' })
  })

  describe('reports', () => {
    const rows = [row(BENIGN, 'USDC', '1250.75', 'invoice 17'), row(testAddresses.drainer, 'native', '2', '=1+1')]

    test('have plain columns with everything that a person needs', async ({ cli }) => {
      const report = join(cli.home, 'verdicts.csv')
      await cli(['validate', '--batch', fileIn(cli, rows), '--report', report])
      expect(parse(readFileSync(report, 'utf8'), { columns: true })).toMatchObject([
        {
          line: '2',
          verdict: 'SAFE',
          score: '0',
          chain: 'ethereum',
          from: SENDER,
          to: BENIGN,
          asset: 'USDC',
          amount: '1250.75',
          value: '0',
          note: 'invoice 17',
          reason: 'No risk found.',
          error: '',
        },
        {
          line: '3',
          verdict: 'BLOCKED',
          score: '95',
          asset: 'native',
          amount: '2',
          note: "'=1+1",
          value: '2000000000000000000',
          category: 'cyber',
          subcategory: 'maliciousInteraction',
          reason: `The recipient ${testAddresses.drainer} is listed as test drainer.`,
          action: `pays 2 ETH to ${testAddresses.drainer} (listed as a threat)`,
        },
      ])
    })

    test('with other columns are kept under another name, also by a run that resumes', async ({ cli }) => {
      const file = fileIn(cli, rows)
      const report = join(cli.home, 'verdicts.csv')
      const old = 'line,outcome,result.combinedScore\n2,SAFE,0\n'
      for (const [index, flags] of [[], ['--resume']].entries()) {
        writeFileSync(report, old)
        const { stderr } = await cli(['validate', '--batch', file, '--report', report, ...flags])
        const kept = join(cli.home, `verdicts.${index + 1}.csv`)
        expect(stderr).toContain(
          `! ${report} had other columns: it is kept as ${kept}, and this run starts a new file.`,
        )
        expect(readFileSync(kept, 'utf8')).toBe(old)
        expect(readFileSync(report, 'utf8')).toMatch(/^line,verdict,score,chain,/)
      }
      // One of the same columns is written again.
      await cli(['validate', '--batch', file, '--report', report])
      expect(existsSync(join(cli.home, 'verdicts.3.csv'))).toBe(false)
      expect(readFileSync(report, 'utf8').split('\n')).toHaveLength(4)
      const notes = join(cli.home, 'notes.ndjson')
      writeFileSync(notes, '{"mine":true}\n')
      await cli(['validate', '--batch', file, '--report', notes])
      expect(readFileSync(join(cli.home, 'notes.1.ndjson'), 'utf8')).toBe('{"mine":true}\n')
      await cli(['validate', '--batch', file, '--report', notes])
      expect(existsSync(join(cli.home, 'notes.2.ndjson'))).toBe(false)
    })
  })

  test('that are worst are named by the summary with their line, five at most, also in a pipe', async ({ cli }) => {
    const safe = row(BENIGN, 'USDC', '1')
    const warned = row(testAddresses.suspicious, 'USDC', '1')
    const file = fileIn(cli, [safe, warned, safe, row(testAddresses.drainer, 'USDC', '1'), row(UNLISTED, 'USDC', '1')])
    const lines = async (...flags: readonly string[]) =>
      (await cli(['validate', '--batch', file, ...flags])).stderr.split('\n').filter((text) => text.startsWith('line '))
    const both = [
      'line 5 BLOCKED 0x7e575f…d027: listed as test drainer',
      'line 3 WARNING 0x7E5774…08f2: listed as test suspicious',
    ]
    expect(await lines()).toEqual(both)
    expect(await lines('--json')).toEqual(both)
    const withUnknown = [...both, `line 6 NO DATA 0x4a5b6c…ccdd: No data about the beneficiary.`]
    expect(await lines('--fail-on', 'no-data')).toEqual(withUnknown)
    expect(await lines('-q')).toEqual([])
    fileIn(
      cli,
      Array.from({ length: 9 }, () => warned),
    )
    expect(await lines()).toHaveLength(5)
  })

  test.each([80, 100, 160])('fit a terminal of %i columns with amount, note and reason', async (columns) => {
    const cli = makeCli()
    const file = fileIn(cli, [
      row(BENIGN, 'USDC', '1250.75', 'invoice 17'),
      row(testAddresses.drainer, 'USDT', '20000', 'invoice 18'),
    ])
    const { stdout } = await cli(['validate', '--batch', file], { tty: true, columns })
    const [head = '', first = ''] = stdout.split('\n')
    expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(columns)
    expect(head).toMatch(/^VERDICT +LINE .*TO +AMOUNT +NOTE +REASON/)
    expect(first).toMatch(/^BLOCKED +3 .*20,000 USDT +invoice 18 +listed as/)
  })
})
