import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { setChains } from '../../src/api/chains.ts'
import type { ServeOptions } from '../../src/service/index.ts'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { systemClock } from '../../src/shared/time/clock.ts'
import { asTyped, type Cli, type CliOptions, makeCli, refuses, says, test } from '../support/cli.ts'
import { serveForTest } from '../support/served.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const STRANGER = '0x00000000000000000000000000000000000a11ce'
const address = (number: number) => `0x${number.toString(16).padStart(40, '0')}`

function fileIn(cli: Cli, name: string, text: string): string {
  const path = join(cli.home, name)
  writeFileSync(path, text)
  return path
}

const csvOf = (header: string, rows: readonly string[]) => `${[header, ...rows].join('\n')}\n`
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

async function page(
  cli: Cli,
  argv: readonly string[],
): Promise<{ content: Record<string, unknown>[]; totalElements: number }> {
  return await cli.json([...argv, '--size', '1000'])
}

describe('validate --batch', () => {
  test('validates every row in file order; the exit code is the worst verdict', async ({ cli }) => {
    const file = fileIn(
      cli,
      'payouts.csv',
      csvOf('Chain,from,to,value,data,nonce,note', [
        `ethereum,${SENDER},${testAddresses.benign},1.5ether,,1,rent`,
        `1,${SENDER},${STRANGER},20gwei,0x,2,`,
        `eth,${SENDER},${testAddresses.suspicious},5wei,,3,"a, b"`,
        `ethereum,${SENDER},${testAddresses.drainer},0x7,,4,`,
      ]),
    )
    const judged = await cli(['validate', '--batch', file])
    expect(judged.code).toBe(12)
    expect(judged.stdout.split('\n').map((line) => line.split('\t').slice(0, 2).join(' '))).toEqual([
      '2 SAFE',
      '3 NO DATA',
      '4 WARNING',
      '5 BLOCKED',
      '',
    ])
    expect(judged.stderr).toMatch(/^4 rows: 1 SAFE, 1 NO DATA, 1 WARNING, 1 BLOCKED/)
    const { content } = await page(cli, ['tx', 'list', '--sort', 'createdAt,asc'])
    expect(content.map(({ value }) => value)).toEqual(['1500000000000000000', '20000000000', '5', '7'])
  })

  describe('as a table', () => {
    const esc = String.fromCharCode(27)
    const judge = async (options: CliOptions) => {
      const cli = makeCli()
      const rows = [`1,${SENDER},${testAddresses.benign}`, `1,${SENDER},${testAddresses.drainer}`]
      const file = fileIn(cli, 'payouts.csv', csvOf('chain,from,to', rows))
      return (await cli(['validate', '--batch', file], { tty: true, env: { NO_COLOR: '' }, ...options })).stdout
    }

    test('is coloured without escape sequences in the text', async () => {
      const stdout = await judge({ columns: 300 })
      expect(stdout).toContain(`${esc}[32mSAFE${esc}[39m`)
      expect(stripVTControlCharacters(stdout)).not.toMatch(/\[\d+m/)
      expect(stripVTControlCharacters(stdout)).toMatch(/^VERDICT +LINE/)
    })

    test('is no wider than the terminal, and no address is broken', async () => {
      const lines = stripVTControlCharacters(await judge({ columns: 80 })).split('\n')
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
      expect(lines[1]).toMatch(/^BLOCKED +3 /)
      expect(lines[2]).toMatch(/^SAFE +2 /)
      const { drainer } = testAddresses
      expect(lines[1]).toContain(`${drainer.slice(0, 8)}…${drainer.slice(-4)}`)
    })
  })

  test('refuses a row with an unknown member, and ignores members that wallets add', async ({ cli }) => {
    const transaction = { chain: 'ethereum', from: SENDER, to: STRANGER }
    const good = [
      { ...transaction, note: 'rent', id: 7, gas: '0x5208', maxFeePerGas: '0x1', type: '0x2', accessList: [] },
      { transaction: { chainId: 1, from: SENDER, to: STRANGER }, label: 'rent', trackNonce: false },
    ]
    const bad = [
      [{ ...transaction, vlaue: '99999' }, 'unknown field "vlaue" (Did you mean value?)'],
      [{ transaction: { ...transaction, dta: '0x' } }, 'unknown field "dta" (Did you mean data?)'],
      [{ transaction, value: '99999' }, 'unknown field "value"'],
      [{ transaction, sginTransaction: true }, 'unknown field "sginTransaction" (Did you mean signTransaction?)'],
      [{ ...transaction, toString: 1 }, 'unknown field "toString"'],
    ] as const
    const rows = [...good, ...bad.map(([each]) => each)].map((each) => `${JSON.stringify(each)}\n`)
    const refused = await cli(['validate', '--batch', fileIn(cli, 'rows.ndjson', rows.join(''))])
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    for (const [index, [, words]] of bad.entries())
      expect(refused.stderr).toContain(`line ${index + 3}: the row: ${words}`)
    expect(refused.stderr).toContain('5 of 7 rows')
    expect((await page(cli, ['tx', 'list'])).content).toEqual([])
    expect((await cli(['validate', '--batch', fileIn(cli, 'good.ndjson', rows.slice(0, 2).join(''))])).code).toBe(0)
  })

  test.each([
    ['never', 0],
    ['blocked', 0],
    ['warning', 10],
    ['no-data', 10],
  ])('with --fail-on %s and a warning at worst ends with %i', async (gate, code) => {
    const cli = makeCli()
    const rows = [testAddresses.benign, testAddresses.suspicious].map((to) =>
      JSON.stringify({ chainId: 1, from: SENDER, to }),
    )
    const judged = await cli(['validate', '--batch', '-', '--fail-on', gate], { stdin: rows.join('\n') })
    expect(judged.code).toBe(code)
    expect(judged.stderr).toContain('stdin can be read only once')
  })

  test('accepts API bodies and bare transactions, with flags as defaults', async ({ cli }) => {
    const rows = [
      { transaction: { chainId: '10', from: SENDER, to: STRANGER }, trackNonce: true, clientData: { ip: '192.0.2.1' } },
      { from: SENDER, to: STRANGER, nonce: 7 },
    ]
    const file = fileIn(cli, 'rows.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'))
    const judged = await cli(['validate', '--batch', file, '--chain', 'base', '--json'])
    expect(judged.code).toBe(0)
    expect(JSON.parse(judged.stdout).content).toMatchObject([
      { verdict: 'NO DATA', line: 1, chainId: '10', result: { valid: true } },
      { verdict: 'NO DATA', line: 2, chainId: '8453', result: { valid: true } },
    ])
  })

  test('validates each of several identical rows once', async ({ cli }) => {
    const row = JSON.stringify({ chainId: '1', from: SENDER, to: STRANGER })
    const file = fileIn(cli, 'rows.ndjson', `${row}\n${row}\n${row}\n`)
    const judged = await cli(['validate', '--batch', file, '-o', 'ndjson', '--fields', 'result.svcTxId'])
    expect(new Set(judged.stdout.trim().split('\n')).size).toBe(3)
    const again = await cli(['validate', '--batch', file, '--resume'])
    expect(again).toMatchObject(refuses(0, '3 rows: 3 NO DATA; 3 of them in earlier runs'))
    expect((await page(cli, ['tx', 'list'])).totalElements).toBe(3)
    // Without --resume it is a new question.
    await cli(['validate', '--batch', file])
    expect((await page(cli, ['tx', 'list'])).totalElements).toBe(6)
  })

  test('returns the worst verdict of all rows after a resume', async ({ cli }) => {
    const rows = (...to: string[]) =>
      to.map((each) => JSON.stringify({ chainId: '1', from: SENDER, to: each })).join('\n')
    const file = fileIn(cli, 'rows.ndjson', rows(testAddresses.drainer))
    expect((await cli(['validate', '--batch', file])).code).toBe(12)
    writeFileSync(file, rows(testAddresses.benign, testAddresses.drainer))
    const resumed = await cli(['validate', '--batch', file, '--resume'])
    expect(resumed).toMatchObject({ code: 12, stdout: expect.stringMatching(/^1\tSAFE\t[^\n]*\n$/) })
  })

  test.each([
    [['--file', 'tx.json'], '--file is for one transaction'],
    [['--to', STRANGER], '--to is for one transaction; in --batch it is a column of the file'],
    [['--payload-slot', 'no'], '--payload-slot needs --sign'],
    [['--report', 'report.txt'], '--report: "report.txt" is neither .ndjson nor .csv'],
  ])('with %j is a usage error', async (flags, message) => {
    const cli = makeCli()
    const file = fileIn(cli, 'rows.ndjson', JSON.stringify({ chainId: '1', from: SENDER }))
    expect(await cli(['validate', '--batch', file, ...flags])).toMatchObject(says(2, message))
  })

  test.each([
    ['to', ['--chain', '1'], 'line 1 has no column from'],
    ['from,to', [], 'line 1 has no column chainId'],
  ])('names the column that the table %s has not', async (header, flags, message) => {
    const cli = makeCli()
    const file = fileIn(cli, 'rows.csv', `${header}\n${STRANGER}${',0x1'.repeat(header.split(',').length - 1)}\n`)
    expect(await cli(['validate', '--batch', file, ...flags])).toMatchObject(says(8, message))
  })

  test('refuses batch flags without --batch', async () => {
    const refused = await makeCli()(['validate', '--chain', '1', '--from', SENDER, '--resume'])
    expect(refused).toMatchObject(says(2, '--resume needs --batch'))
  })
})

describe('control-list import', () => {
  test('adds each row with the flags as defaults', async ({ cli }) => {
    const file = fileIn(
      cli,
      'list.csv',
      `\ufeffaddress;type`
        .replace(';', ',')
        .concat(`,chain,note\r\n${address(1)},allow,"ethereum, base",ours\r\n${address(2)},,,\r\n`),
    )
    const imported = await cli(['control-list', 'import', file, '--type', 'block', '--json'])
    expect(imported).toMatchObject({ code: 0, stderr: expect.stringMatching(/^2 rows: 2 added/) })
    const { content } = await page(cli, ['control-list', 'list', '--sort', 'createdAt,asc'])
    expect(content).toMatchObject([
      { address: address(1), type: 'ALLOW', chainIds: ['1', '8453'] },
      { address: address(2), type: 'BLOCK', chainIds: [] },
    ])
    expect(JSON.parse(imported.stdout).content.map(({ id }: { id: string }) => id)).toEqual(content.map(({ id }) => id))
  })

  test('counts existing entries as unchanged, and fails for an entry with fewer chains', async ({ cli }) => {
    await cli(['control-list', 'add', address(1), '--type', 'block'])
    await cli(['control-list', 'add', address(2), '--type', 'block', '--chain', 'base'])
    const file = fileIn(
      cli,
      'list.csv',
      csvOf('address,chain', [`${address(1)},base`, `${address(2)},`, `${address(3)},`, `${address(3)},`]),
    )
    const imported = await cli(asTyped(`control-list import ${file} --type block -o csv --fields line,outcome`))
    expect(imported).toMatchObject({ code: 4, stdout: 'line,outcome\n2,unchanged\n3,failed\n4,added\n5,unchanged\n' })
    expect(imported.stderr).toContain('4 rows: 1 added, 2 unchanged, 1 failed')
    expect(imported.stderr).toContain('1 of 4 rows failed')
    expect(imported.stderr).toContain('line 3: Entry ')
    expect(imported.stderr).toContain(
      `Try: txwarden control-list import ${file} --type BLOCK --resume --output csv --fields line,outcome`,
    )
  })

  test('reads what control-list list prints', async () => {
    const [from, to] = [makeCli(), makeCli()]
    await from(['control-list', 'add', address(1), address(2), '--type', 'allow', '--chain', '1,10'])
    for (const format of ['csv', 'ndjson']) {
      const listed = await from(['control-list', 'list', '-o', format])
      const imported = await to(['control-list', 'import', '-'], { stdin: listed.stdout })
      expect(imported.code).toBe(0)
    }
    expect((await page(to, ['control-list', 'list'])).content).toMatchObject([
      { chainIds: ['1', '10'] },
      { chainIds: ['1', '10'] },
    ])
  })

  test('reports each invalid row of a file with its line and sends nothing', async ({ cli }) => {
    const file = fileIn(
      cli,
      'list.csv',
      csvOf('address,type,chain', [
        `${address(1)},block,`,
        'nobody,block,',
        `${address(2)},grey,moon`,
        `${address(3)},block`,
      ]),
    )
    const report = join(cli.home, 'report.csv')
    const refused = await cli(['control-list', 'import', file, '--report', report])
    expect(refused).toMatchObject({ code: 8, stdout: '' })
    expect(refused.stderr).toContain('3 of 4 rows of')
    expect(refused.stderr).toContain('line 3: address "nobody" is not an address')
    expect(refused.stderr).toContain('line 4: chainIds[0] "moon" is not a chain that is known')
    expect(refused.stderr).toContain('line 5: has 2 cells; the header has 3')
    expect((await page(cli, ['control-list', 'list'])).totalElements).toBe(0)
    expect(existsSync(report)).toBe(false)
  })

  test('from stdin reports an invalid row and continues', async ({ cli }) => {
    const imported = await cli(['cl', 'import', '-', '--type', 'block'], {
      stdin: csvOf('address', [address(1), 'nobody', address(2)]),
    })
    expect(imported).toMatchObject(says(4, 'line 3: address "nobody" is not an address'))
    expect(imported.stderr).toContain('Pipe the same rows in again')
    expect((await page(cli, ['control-list', 'list'])).totalElements).toBe(2)
  })

  test.each([
    ['is empty', '', 'has no rows'],
    ['has only a header', 'address\n', 'has no rows'],
    ['is a JSON list', '[{}]', 'is a JSON list'],
    ['has a column nobody knows', 'address,typ\n', 'unknown columns in line 1: "typ"'],
    ['has no header', `${address(1)}\n`, 'The first line must be a header, such as address.'],
    ['is UTF-16', Buffer.from('\ufeffaddress\n', 'utf16le').toString('latin1'), 'is UTF-16 text'],
  ])('of a file that %s is refused', async (_, text, message) => {
    const cli = makeCli()
    const path = join(cli.home, 'list.txt')
    writeFileSync(path, Buffer.from(text, 'latin1'))
    const refused = await cli(['control-list', 'import', path, '--type', 'block'])
    expect(refused).toMatchObject(refuses(8, message))
  })

  test('of JSON refuses a misspelt member, and accepts the output of list', async ({ cli }) => {
    const rows: object[] = [
      { address: address(1) },
      { address: address(2), chianIds: ['1'] },
      { address: address(3), toString: 1 },
    ]
    const file = fileIn(cli, 'typo.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    for (const [noun, ...flags] of [
      ['control-list', '--type', 'block'],
      ['monitor', '--chain', '1'],
    ] as [string, ...string[]][]) {
      const refused = await cli([noun, 'import', file, ...flags])
      expect(refused).toMatchObject({ code: 8, stdout: '' })
      expect(refused.stderr).toMatch(/line 2: unknown field "chianIds" \(Did you mean chainIds?\?\); known: address,/)
      expect(refused.stderr).toContain('2 of 3 rows')

      await cli([noun, 'add', address(9), ...flags])
      const { stdout } = await cli([noun, 'list', '-o', 'ndjson'])
      const again = await cli([noun, 'import', fileIn(cli, 'list.ndjson', stdout)])
      expect(again).toMatchObject({ code: 0, stderr: expect.stringMatching(/^1 (row|monitor): 1 unchanged/) })
    }
  })

  test('refuses a missing file and a folder', async ({ cli }) => {
    expect(await cli(['control-list', 'import', '/nowhere.csv'])).toMatchObject(says(8, 'no such file'))
    expect(await cli(['control-list', 'import', cli.home])).toMatchObject(says(8, 'is a directory'))
    const terminal = await cli(['control-list', 'import', '-'], { tty: true })
    expect(terminal).toMatchObject(says(2, 'stdin is a terminal'))
  })

  test('shows the requests with --dry-run and --curl', async ({ cli }) => {
    const file = fileIn(cli, 'list.csv', csvOf('address', [address(1), address(2)]))
    const dry = await cli(['control-list', 'import', file, '--type', 'block', '--dry-run', '--json'])
    expect(dry).toMatchObject(says(0, '2 rows: 2 not sent'))
    expect(JSON.parse(dry.stdout).content[1]).toMatchObject({
      outcome: 'not sent',
      request: { method: 'POST', body: { address: address(2) } },
    })
    const curl = await cli(['control-list', 'import', file, '--type', 'block', '--curl'])
    expect(curl.stdout.match(/^curl -X POST /gm)).toHaveLength(2)
    expect((await page(cli, ['control-list', 'list'])).totalElements).toBe(0)
    expect(existsSync(join(cli.home, 'bulk'))).toBe(false)
  })
})

describe('a report', () => {
  test('is readable by its owner only, and never goes through a symbolic link', async ({ cli }) => {
    const file = join(cli.home, 'rows.csv')
    writeFileSync(file, `address\n${'0x7e57000000000000000000000000000000000001'}\n`)
    const report = join(cli.home, 'report.ndjson')
    const argv = ['control-list', 'import', file, '--type', 'block', '--report', report]
    writeFileSync(report, 'old')
    chmodSync(report, 0o644)
    expect((await cli(argv)).code).toBe(0)
    expect((statSync(report).mode & 0o777).toString(8)).toBe('600')
    const victim = join(cli.home, 'victim')
    writeFileSync(victim, 'untouched')
    rmSync(report)
    symlinkSync(victim, report)
    await cli(argv)
    expect(lstatSync(report).isFile()).toBe(true)
    expect(readFileSync(victim, 'utf8')).toBe('untouched')
  })

  test('never overwrites its input, by any name of the file', async ({ cli }) => {
    const text = csvOf('address', [address(1)])
    const file = fileIn(cli, 'entries.csv', text)
    const link = join(cli.home, 'link.csv')
    symlinkSync(file, link)
    for (const report of [file, link]) {
      const refused = await cli(['control-list', 'import', file, '--type', 'block', '--report', report])
      expect(refused).toMatchObject({ code: 2, stdout: '' })
      expect(refused.stderr).toContain('is the file the rows come from')
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
    expect((await page(cli, ['control-list', 'list'])).totalElements).toBe(0)
  })

  test('has a line for each row, as NDJSON or as a CSV without formulas', async ({ cli }) => {
    const rows = [`${address(1)},=1+2`, `${address(2)},plain`]
    const file = fileIn(cli, 'wallets.csv', csvOf('address,name', rows))
    const csv = join(cli.home, 'report.csv')
    const ndjson = join(cli.home, 'report.ndjson')
    expect((await cli(['monitor', 'import', file, '--chain', 'ethereum', '--report', csv])).code).toBe(0)
    expect((await cli(['monitor', 'import', file, '--chain', 'ethereum', '--report', ndjson])).code).toBe(0)
    const lines = readFileSync(csv, 'utf8').split('\n')
    expect(lines[0]).toBe('line,outcome,address,name,chainId,enabled,id,error.message')
    expect(lines[1]).toContain(`2,added,${address(1)},'=1+2,1,`)
    expect(
      readFileSync(ndjson, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { line: 2, outcome: 'unchanged', name: '=1+2' },
      { line: 3, outcome: 'unchanged', name: 'plain' },
    ])
  })
})

describe('monitor import', () => {
  test('monitors each address on each of its chains', async ({ cli }) => {
    const rows = [`${address(1)},"ethereum;base",treasury,`, `${address(2)},,,no`]
    const file = fileIn(cli, 'wallets.csv', csvOf('Address,Chain,Name,Enabled', rows))
    const imported = await cli(['monitor', 'import', file, '--chain', 'polygon'])
    expect(imported).toMatchObject({ code: 0, stderr: '3 monitors: 3 added\n' })
    const { content } = await page(cli, ['monitor', 'list', '--sort', 'createdAt,asc'])
    expect(content).toMatchObject([
      { address: address(1), chainId: '1', name: 'treasury', enabled: true },
      { address: address(1), chainId: '8453', name: 'treasury', enabled: true },
      { address: address(2), chainId: '137', name: '', enabled: false },
    ])
    const again = await cli(['monitor', 'import', file, '--chain', 'polygon'])
    expect(again).toMatchObject({ code: 0, stderr: '3 monitors: 3 unchanged\n' })
  })

  test('refuses a row without a chain, and a word that is not a boolean', async ({ cli }) => {
    const file = fileIn(
      cli,
      'wallets.csv',
      csvOf('address,chain,enabled', [`${address(1)},,`, `${address(2)},1,perhaps`]),
    )
    const refused = await cli(['monitor', 'import', file])
    expect(refused).toMatchObject(says(8, 'line 2: chain is required'))
    expect(refused.stderr).toContain('line 3: enabled "perhaps" is not true or false')
  })
})

describe('removing what stdin lists', () => {
  test.each([
    ['control-list', 'remove', ['control-list', 'add', address(1), address(2), '--type', 'block'], 'controlListId'],
    ['monitor', 'remove', ['monitor', 'add', address(1), address(2), '--chain', '1'], 'id'],
  ])('%s %s takes any number of ids, and one that is gone is no failure', async (noun, verb, adding, idMember) => {
    const cli = makeCli()
    const added = (await cli.json(adding)).content as Record<string, string>[]
    const stdin = `${added.map((each) => each[idMember]).join('\n')}\nnobody\n`
    expect(await cli([noun, verb, '-'], { stdin })).toMatchObject(says(2, '--yes'))
    const removed = await cli([noun, verb, '-', '--yes'], { stdin })
    expect(removed).toMatchObject(says(0, '3 rows: 2 removed, 1 not there'))
    expect((await page(cli, [noun, 'list'])).totalElements).toBe(0)
    expect(await cli([noun, verb, '-', '--yes'], { stdin })).toMatchObject(says(0, '3 not there'))
  })

  test.each(['alert', 'destination'])('%s delete reads ids as well', async (noun) => {
    const removed = await makeCli()([noun, 'delete', '-', '--yes', '--json'], { stdin: 'nobody\n' })
    expect(removed.code).toBe(0)
    expect(JSON.parse(removed.stdout).content).toEqual([{ line: 1, outcome: 'not there', id: 'nobody' }])
  })
})

describe('resuming', () => {
  test('a second run of a file is refused while the first is active, but not after the first died', async ({ cli }) => {
    const file = fileIn(cli, 'list.csv', csvOf('address', numbers(2).map(address)))
    const argv = ['control-list', 'import', file, '--type', 'block']
    expect((await cli(argv)).code).toBe(0)
    const folder = join(cli.home, 'bulk')
    const ledger = readdirSync(folder).find((name) => name.endsWith('.ledger')) ?? ''
    const before = readFileSync(join(folder, ledger), 'utf8')

    const first = new DatabaseSync(join(folder, `${ledger}-lock`))
    first.exec('begin exclusive')
    for (const flags of [[], ['--resume']]) {
      const second = await cli([...argv, ...flags])
      expect(second).toMatchObject({ code: 8, stdout: '' })
      expect(second.stderr).toContain(`another run of ${file}`)
    }
    expect(readFileSync(join(folder, ledger), 'utf8')).toBe(before)

    // As when its process ends, however it does.
    first.close()
    expect((await cli(argv)).code).toBe(0)
  })

  test('of two concurrent runs that read pipes the second has no ledger and says so', async ({ cli }) => {
    const argv = ['control-list', 'import', '-', '--type', 'block', '--yes']
    expect((await cli(argv, { stdin: csvOf('address', [address(1)]) })).code).toBe(0)
    const folder = join(cli.home, 'bulk')
    const ledger = readdirSync(folder).find((name) => name.endsWith('.ledger')) ?? ''
    const first = new DatabaseSync(join(folder, `${ledger}-lock`))
    first.exec('begin exclusive')
    const second = await cli(argv, { stdin: csvOf('address', [address(2)]) })
    first.close()
    expect(second.code).toBe(0)
    expect(second.stderr).toContain('Another run reads stdin with the same settings. This run cannot be resumed.')
    expect((await page(cli, ['control-list', 'list'])).totalElements).toBe(2)
  })

  test('removes ledgers finished a month ago, and keeps unfinished ones', async ({ cli }) => {
    const files = ['old.csv', 'unfinished.csv', 'new.csv'].map((name, index) =>
      fileIn(cli, name, csvOf('address', [address(index + 1)])),
    )
    const run = (index: number) => cli(['control-list', 'import', files[index] ?? '', '--type', 'block'])
    const ledgers = () => readdirSync(join(cli.home, 'bulk')).filter((name) => name.endsWith('.ledger'))
    await run(0)
    const [old = ''] = ledgers()
    await run(1)
    const unfinished = ledgers().find((name) => name !== old) ?? ''
    const path = (name: string) => join(cli.home, 'bulk', name)
    writeFileSync(path(unfinished), readFileSync(path(unfinished), 'utf8').replace('\ncomplete\n', '\n'))
    const longAgo = Date.now() / 1000 - 31 * 24 * 60 * 60
    for (const name of [old, unfinished]) utimesSync(path(name), longAgo, longAgo)
    await run(2)
    expect(ledgers()).not.toContain(old)
    expect(ledgers()).toContain(unfinished)
    expect(ledgers()).toHaveLength(2)
  })

  test('continues with the remaining rows in any order, and appends to the report', async ({ cli }) => {
    const report = join(cli.home, 'report.ndjson')
    const argv = (file: string) => ['control-list', 'import', file, '--type', 'block', '--report', report]
    await cli(['control-list', 'add', address(3), '--type', 'block', '--chain', 'base'])
    const rows = numbers(6).map(address)
    const file = fileIn(cli, 'list.csv', csvOf('address', rows))
    expect((await cli(argv(file))).code).toBe(4)
    const { content } = await page(cli, ['control-list', 'list'])
    const [held] = content.filter((entry) => entry.address === address(3))
    await cli(['control-list', 'remove', String(held?.id), '--yes'])
    writeFileSync(file, csvOf('address', rows.toReversed()))
    const resumed = await cli([...argv(file), '--resume', '--json'])
    expect(resumed).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^6 rows: 6 added; 5 of them in earlier runs/),
    })
    expect(JSON.parse(resumed.stdout).content).toMatchObject([{ line: 5, outcome: 'added', address: address(3) }])
    const lines = readFileSync(report, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ line, outcome }) => `${line} ${outcome}`)).toEqual([
      '2 added',
      '3 added',
      '4 failed',
      '5 added',
      '6 added',
      '7 added',
      '5 added',
    ])
  })

  test('announces that there is nothing to resume, and that an unfinished run is discarded', async ({ cli }) => {
    const file = fileIn(cli, 'list.csv', csvOf('address', [address(1)]))
    await cli(['control-list', 'add', address(1), '--type', 'block', '--chain', 'base'])
    const argv = ['control-list', 'import', file, '--type', 'block']
    expect((await cli([...argv, '--resume'])).stderr).toContain('No earlier run of')
    expect((await cli(argv)).stderr).toContain('is unfinished. Starting over. Use --resume')
  })

  test('refuses other rows under the same file name before anything is sent', async ({ cli }) => {
    const file = fileIn(cli, 'list.csv', csvOf('address', [address(1), address(2)]))
    const argv = ['control-list', 'import', file, '--type', 'block', '--resume']
    expect((await cli(argv)).code).toBe(0)
    writeFileSync(file, csvOf('address', [address(8), address(9)]))
    expect(await cli(argv)).toMatchObject(says(8, 'has other rows'))
    expect((await page(cli, ['control-list', 'list'])).totalElements).toBe(2)
  })
})

describe('the output', () => {
  const rows = [testAddresses.benign, testAddresses.drainer].map((to) => `ethereum,${SENDER},${to}`)
  const batch = (cli: Cli) => ['validate', '--batch', fileIn(cli, 'rows.csv', csvOf('chain,from,to', rows))]

  test('is a table of the worst rows on a terminal, and progress is cleared at the end', async ({ cli }) => {
    const judged = await cli(batch(cli), { tty: true, columns: 300 })
    expect(judged.stdout).toMatch(
      /^VERDICT +LINE +SCORE +CHAIN +FROM[^\n]*\nBLOCKED +3 +95 [^\n]*\nSAFE +2 +0 [^\n]*\n$/,
    )
    expect(judged.stderr).toMatch(/ {2}checking \d rows?/)
    const summary = '\r\u001b[2K2 rows: 1 SAFE, 1 BLOCKED\nline 3 BLOCKED 0x7e575f…d027: listed as '
    expect(judged.stderr.slice(judged.stderr.lastIndexOf('\r'))).toContain(summary)
  })

  test('of many rows is on a terminal the counts, the ten worst and where the rest is', async ({ cli }) => {
    const { benign, suspicious, drainer } = testAddresses
    const many = [...Array(15).fill(benign), suspicious, ...Array(8).fill(benign), drainer, ...Array(8).fill(benign)]
    const file = fileIn(
      cli,
      'many.csv',
      csvOf(
        'chain,from,to',
        many.map((to) => `ethereum,${SENDER},${to}`),
      ),
    )
    const onScreen = await cli(['validate', '--batch', file], { tty: true, columns: 120 })
    expect(onScreen.stdout.split('\n')).toHaveLength(1 + 10 + 1)
    expect(onScreen.stdout).toMatch(/^VERDICT.*\nBLOCKED +26 .*\n(?:WARNING|UNSAFE) +17 .*\nSAFE +2 /)
    expect(onScreen.stderr).toContain('33 rows: 31 SAFE, ')
    expect(onScreen.stderr).toContain('The worst 10:\n')
    expect(onScreen.stderr).toContain('--report <file>.csv')

    const report = join(cli.home, 'report.ndjson')
    const reported = await cli(['validate', '--batch', file, '--report', report], { tty: true, columns: 120 })
    expect(reported.stdout.split('\n')).toHaveLength(1 + 10 + 1)
    expect(reported.stderr).toContain(`Every row: ${report}\n`)
    expect(readFileSync(report, 'utf8').trim().split('\n')).toHaveLength(33)
    expect((await cli(['validate', '--batch', file])).stdout.trim().split('\n')).toHaveLength(33)
  })

  test('of an import shows the state as a list does', async ({ cli }) => {
    const rows = [`${address(1)},yes`, ...numbers(12).map((number) => `${address(number + 1)},no`)]
    const file = fileIn(cli, 'wallets.csv', csvOf('address,enabled', rows))
    const { stdout } = await cli(['monitor', 'import', file, '--chain', '1'], { tty: true, columns: 200 })
    expect(stdout).toMatch(/^OUTCOME +LINE .* STATE .*\nadded +2 .* active .*\nadded +3 .* inactive /)
    expect(stdout.split('\n')).toHaveLength(1 + 10 + 1)
  })

  test.each([
    ['json', (text: string) => JSON.parse(text).content],
    ['yaml', (text: string) => parseYaml(text).content],
    [
      'ndjson',
      (text: string) =>
        text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
    ],
  ])('is one document in %s', async (format, read) => {
    const cli = makeCli()
    const judged = await cli([...batch(cli), '-o', format, '--fields', 'line,verdict'])
    expect(read(judged.stdout)).toEqual([
      { line: 2, verdict: 'SAFE' },
      { line: 3, verdict: 'BLOCKED' },
    ])
  })

  test('is an empty list if every row is done', async ({ cli }) => {
    await cli(batch(cli))
    const documents = {
      json: '{\n  "content": []\n}\n',
      yaml: 'content: []\n',
      ndjson: '',
      tsv: '',
      csv: expect.stringMatching(/^line,verdict,[^\n]*\n$/),
    }
    for (const [format, document] of Object.entries(documents))
      expect((await cli([...batch(cli), '--resume', '-o', format])).stdout).toEqual(document)
  })

  test('passes through jq as one list', async ({ cli }) => {
    const judged = await cli([...batch(cli), '--jq', '.content | map(.verdict)'])
    expect(judged.stdout).toBe('["SAFE","BLOCKED"]\n')
  })

  test('of an endless input is printed as it arrives; Ctrl-C ends it with the completed rows', async ({ cli }) => {
    const interrupt = new AbortController()
    const stdin = `${JSON.stringify({ chainId: '1', from: SENDER, to: STRANGER })}\n`
    const judging = cli(['validate', '--batch', '-'], { stdin, stdinStaysOpen: true, signal: interrupt.signal })
    const total = async () => (await page(cli, ['tx', 'list'])).totalElements
    await expect.poll(total).toBe(1)
    interrupt.abort()
    const { code, stdout, stderr } = await judging
    expect({ code, rows: stdout.split('\n').length - 1 }).toEqual({ code: 130, rows: 1 })
    expect(stderr).toContain('interrupted: 1 row validated, the rest was not sent')
    expect(stderr).toContain('Try: txwarden validate --batch=- --resume')
  })

  test('of an interrupted run shows how to resume, and nothing was sent', async ({ cli }) => {
    const refused = await cli(batch(cli), { signal: AbortSignal.abort() })
    expect(refused).toMatchObject({ code: 130, stdout: '' })
  })
})

describe('a protected profile', () => {
  test('is confirmed before a run writes anything: no row fails, and no run is unfinished', async ({ cli }) => {
    await cli(['config', 'set', 'protected', 'true'])
    const list = fileIn(cli, 'list.csv', csvOf('address', [address(1), address(2)]))
    const report = join(cli.home, 'report.ndjson')
    const run = ['control-list', 'import', list, '--type', 'block', '--report', report]
    const refused = await cli(run)
    expect(refused).toMatchObject(refuses(2, 'is protected'))
    expect(refused.stderr).not.toMatch(/failed|--resume/)
    expect([existsSync(join(cli.home, 'bulk')), existsSync(report)]).toEqual([false, false])
    expect(await cli([...run, '--confirm', 'local'])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^2 rows: 2 added/),
    })
    const rows = fileIn(cli, 'rows.csv', csvOf('chain,from,to', [`1,${SENDER},${address(3)}`]))
    expect((await cli(['validate', '--batch', rows])).code).toBe(0)
  })
})

describe('over HTTP', () => {
  async function remote(served: Partial<ServeOptions> = { clock: systemClock }) {
    const { url, keys, clock } = await serveForTest(served)
    const env = {
      TXWARDEN_BASE_URL: url,
      TXWARDEN_VALIDATION_KEY: keys.validation,
      TXWARDEN_MANAGEMENT_KEY: keys.management,
    }
    return { cli: makeCli(), options: { env }, clock }
  }

  test('imports and validates as in this process', async () => {
    const { cli, options } = await remote()
    const list = fileIn(cli, 'list.csv', csvOf('address', numbers(40).map(address)))
    expect(await cli(['control-list', 'import', list, '--type', 'block'], options)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^40 rows: 40 added/),
    })
    const rows = numbers(50).map((number) => `1,${SENDER},${address(number)}`)
    const file = fileIn(cli, 'rows.csv', csvOf('chain,from,to', rows))
    const judged = await cli(['validate', '--batch', file], options)
    expect(judged).toMatchObject(says(12, '10 NO DATA, 40 BLOCKED'))
    expect(
      judged.stdout
        .trim()
        .split('\n')
        .map((line) => Number(line.split('\t')[0])),
    ).toEqual(numbers(50).map((number) => number + 1))
  })

  test('rows name chains that only the service defines; it is asked for them once', async () => {
    const { cli, options } = await remote()
    await cli(['chain', 'define', '777001', '--name', 'our-rollup', '--currency', 'FOO'], options)
    const rows = numbers(3).map((number) => `our-rollup,${SENDER},${address(number)}`)
    const file = fileIn(cli, 'rows.csv', csvOf('chain,from,to', rows))
    const monitors = fileIn(cli, 'monitors.csv', csvOf('address,chain', [`${address(1)},our-rollup`]))
    for (const argv of [
      ['validate', '--batch', file],
      ['monitor', 'import', monitors],
    ]) {
      // The service is in this process: as another one, the command knows no definition.
      setChains([])
      const { code, stderr } = await cli([...argv, '-v'], options)
      expect({ code, asked: stderr.match(/GET \S*known-chains/g)?.length, stderr }).toMatchObject({ code: 0, asked: 1 })
    }
  })

  test('completes against a service that limits requests', async () => {
    const { cli, options, clock } = await remote({ rateLimit: 240 })
    const file = fileIn(cli, 'list.csv', csvOf('address', numbers(252).map(address)))
    // No time passes before the first refusal, however busy the machine is.
    const onStderr = (text: string) => void (text.includes('rate limited (429)') && clock.advance(60_000))
    const argv = ['control-list', 'import', file, '--type', 'block', '--concurrency', '16']
    const imported = await cli(argv, { ...options, onStderr })
    expect(imported.stderr).toContain('rate limited (429)')
    expect(imported.stderr).toContain('252 rows: 252 added')
    expect(imported.code).toBe(0)
  })

  test('stops when the key is refused, and reports the reason', async () => {
    const { cli, options } = await remote()
    const file = fileIn(cli, 'list.csv', csvOf('address', numbers(500).map(address)))
    const env = { ...options.env, TXWARDEN_MANAGEMENT_KEY: 'wrong' }
    const refused = await cli(['control-list', 'import', file, '--type', 'block'], { env })
    expect(refused.code).toBe(3)
    expect(refused.stdout.trim().split('\n').length).toBeLessThan(20)
  })

  test('keeps separate ledgers for separate services', async () => {
    const { cli, options } = await remote()
    const file = fileIn(cli, 'list.csv', csvOf('address', [address(1)]))
    const argv = ['control-list', 'import', file, '--type', 'block', '--resume']
    await cli(argv)
    expect((await cli(argv, options)).stderr).toContain('1 row: 1 added')
    expect(readdirSync(join(cli.home, 'bulk')).filter((name) => name.endsWith('.ledger'))).toHaveLength(2)
  })
})

test('a report in a missing folder fails with the command that creates it', async ({ cli }) => {
  const rows = join(cli.home, 'rows.csv')
  writeFileSync(rows, `address,chainId,name\n0x${'4'.repeat(40)},1,treasury\n`)
  const folder = join(cli.home, 'no', 'such')
  const { code, stderr } = await cli([
    'monitor',
    'import',
    rows,
    '--report',
    join(folder, 'done.csv'),
    '-o',
    'table',
    '--yes',
  ])
  expect(code).toBe(2)
  expect(stderr).toBe(`txwarden: --report: there is no folder ${folder}\nTry: mkdir -p ${folder}\n`)
})
