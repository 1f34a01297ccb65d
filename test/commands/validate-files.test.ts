import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { type Cli, says, test } from '../support/cli.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const PAYEE = '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5'
const SAFE = '0xbC7977C6694Ae2Ae8Ad96bb1C100a281D928b7DB'
const transaction = (to: string) => ({ chainId: '1', from: SENDER, to, value: '500000000000000000' })

/** A Safe batch of two transactions, a broadcast of forge, and a list of payouts. */
const good = {
  'safe/batch.json': {
    version: '1.0',
    chainId: '1',
    meta: { createdFromSafeAddress: SAFE },
    transactions: [PAYEE, testAddresses.drainer].map((to) => ({ to, value: '1', data: null })),
  },
  'broadcast/Deploy.s.sol/1/dry-run/run-latest.json': {
    transactions: [{ transactionType: 'CALL', transaction: { from: SENDER, to: PAYEE, value: '0x1' } }],
    chain: 1,
  },
  'payouts.csv': `chain,from,to,token,amount\n${`1,${SENDER},${PAYEE},USDC,5\n`.repeat(2)}`,
}

function filesIn(cli: Cli, files: Readonly<Record<string, unknown>>): (glob: string) => string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cli.home, name)), { recursive: true })
    writeFileSync(join(cli.home, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return (glob) => join(cli.home, glob)
}

describe('validate --files', () => {
  test('has a row for each transaction of every file, and the exit code of the worst', async ({ cli }) => {
    const at = filesIn(cli, good)
    const globs = ['safe/**/*.json', 'broadcast/*/*/dry-run/*.json', '*.csv', 'safe/*.json']
    const { code, stdout, stderr } = await cli(['validate', ...globs.map((glob) => `--files=${at(glob)}`), '--json'])
    expect(code).toBe(12)
    expect(JSON.parse(stdout).content).toMatchObject([
      { verdict: 'SAFE', file: at('broadcast/Deploy.s.sol/1/dry-run/run-latest.json'), index: 1 },
      { verdict: 'SAFE', file: at('payouts.csv'), index: 2, amount: '5', asset: 'USDC' },
      { verdict: 'SAFE', file: at('payouts.csv'), index: 3 },
      { verdict: 'SAFE', file: at('safe/batch.json'), index: 1, from: SAFE },
      { verdict: 'BLOCKED', file: at('safe/batch.json'), index: 2 },
    ])
    expect(stderr).toContain('lines 2 and 3 are equal: 5 USDC to')
  })

  test('says which file is not read, and validates the others', async ({ cli }) => {
    const at = filesIn(cli, {
      'a.json': '{"nothing": 1}',
      'b.json': transaction(PAYEE),
      'c.csv': 'chain,from\n1,0x1\n',
    })
    const { code, stdout, stderr } = await cli(['validate', '--files', at('*.{json,csv}'), '--json'])
    expect(code).toBe(4)
    expect(JSON.parse(stdout).content).toMatchObject([
      { outcome: 'failed', file: at('a.json'), error: { message: expect.stringContaining('none of the forms') } },
      { verdict: 'SAFE', file: at('b.json'), index: 1 },
      { outcome: 'failed', file: at('c.csv'), error: { message: expect.stringContaining('no recipient') } },
    ])
    expect(JSON.parse(stderr).error).toMatchObject({ message: '2 files of 3 without a verdict' })
  })

  test('refuses a glob that names no file, and follows no link', async ({ cli }) => {
    const at = filesIn(cli, { 'secret.txt': 'a secret' })
    symlinkSync(at('secret.txt'), at('link.json'))
    for (const glob of ['none/*.json', 'link.json'])
      expect(await cli(['validate', '--files', at(glob)])).toMatchObject(says(8, `no file matches ${at(glob)}`))
  })

  test.for([
    [['--files', 'a.json', '--file', 'a.json'], '--file and --files exclude each other'],
    [['--files', 'a.json', '--nonce', '1'], '--nonce is not for --files and --summary'],
    [['--summary', 'markdown'], '--summary needs --file or --files'],
    [['--summary', 'markdown', '--batch', 'a.csv'], '--batch is not for --files and --summary'],
  ] as const)('with %j is a usage error', async ([flags, message], { cli }) => {
    expect(await cli(['validate', ...flags])).toMatchObject(says(2, message))
  })
})

describe('--summary markdown', () => {
  test('is one table, the worst first, with the answer of the gate', async ({ cli }) => {
    const at = filesIn(cli, good)
    const argv = ['validate', '--files', at('**/*.json'), '--summary', 'markdown']
    const { code, stdout } = await cli(argv)
    expect(code).toBe(12)
    expect(stdout).toMatch(/^## BLOCKED: 3 transactions in 2 files\n\n1 of them is refused \(fail-on: unsafe\)\.\n/)
    const rows = stdout.split('\n').filter((line) => line.startsWith('| '))
    expect(rows.map((row) => row.split(' | ')[0])).toEqual(['| verdict', '| ---', '| BLOCKED', '| SAFE', '| SAFE'])
    const lenient = await cli([...argv, '--fail-on', 'never'])
    expect(lenient).toMatchObject({ code: 0, stdout: expect.stringContaining('No transaction is refused') })
  })

  test('has nothing of a file as markup', async ({ cli }) => {
    const at = filesIn(cli, { 'x.json': { '|<img src=x> @me http://x.example #1 `c`': 1 } })
    const { code, stdout } = await cli(['validate', '--file', at('x.json'), '--summary', 'markdown'])
    expect(code).toBe(4)
    expect(stdout).toContain('**1 file without a verdict**')
    expect(stdout).toContain('\\|&#60;img src=x&#62; &#64;me http&#58;//x.example &#35;1 \\`c')
  })
})
