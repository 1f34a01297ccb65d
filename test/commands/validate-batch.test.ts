import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { type Cli, says, test } from '../support/cli.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const PAYEE = '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5'
const OTHER = '0x52908400098527886E0F7030069857D2E4169EE7'

function fileIn(cli: Cli, header: string, rows: readonly string[], name = 'payouts.csv'): string {
  const path = join(cli.home, name)
  writeFileSync(path, `${[header, ...rows].join('\n')}\n`)
  return path
}

describe('equal rows', () => {
  const header = 'chain,from,to,token,amount'
  const payout = `ethereum,${SENDER},${PAYEE},USDC,1250.75`

  test('are each validated, and the summary names their lines and what they pay', async ({ cli }) => {
    // Case C04: drips-network/app#1665, CosmosContracts/juno-tools#213.
    const file = fileIn(cli, header, [payout, payout])
    const { code, stdout, stderr } = await cli(['validate', '--dry-run', '--batch', file])
    expect(code).toBe(0)
    expect(stdout.match(/SAFE/g)).toHaveLength(2)
    expect(stderr).toContain('! lines 2 and 3 are equal: 1,250.75 USDC to 0x7E57aD…EbA5\n')
  })

  test('are those that pay the same, whichever way it is written', async ({ cli }) => {
    const rows = [
      `1,${SENDER},${PAYEE},native,1.5,,,1,rent`,
      `eth,${SENDER.toLowerCase()},${PAYEE},,,1500000000gwei,,2,other rent`,
      `ethereum,${SENDER},${PAYEE},,,1.5ether,0x,3,`,
      `ethereum,${SENDER},${PAYEE},native,1.6,,,,`,
      `base,${SENDER},${PAYEE},native,1.5,,,,`,
      `ethereum,${SENDER},${OTHER},native,1.5,,,,`,
      `ethereum,${OTHER},${PAYEE},native,1.5,,,,`,
    ]
    const file = fileIn(cli, `${header},value,data,nonce,note`, rows)
    const { stderr } = await cli(['validate', '--batch', file, '--fail-on', 'never'])
    expect(stderr.match(/.*equal.*/g)).toEqual(['! lines 2, 3 and 4 are equal: 1.5 ETH to 0x7E57aD…EbA5'])
  })

  test('are found in NDJSON, also where a note has a line separator, which ends no line', async ({ cli }) => {
    const row = JSON.stringify({ chainId: '1', from: SENDER, to: PAYEE, value: '1000000000000000', note: 'a\u2028b' })
    const file = fileIn(cli, row, [row], 'payouts.ndjson')
    const { stderr } = await cli(['validate', '--batch', file, '--fail-on', 'never'])
    expect(stderr.match(/.*equal.*/g)).toEqual(['! lines 1 and 2 are equal: 0.001 ETH to 0x7E57aD…EbA5'])
  })

  test('that pay nothing are no payout, and of a call the contract is named', async ({ cli }) => {
    const rows = [`1,${SENDER},${PAYEE},`, `1,${SENDER},${PAYEE},0x`, `1,${SENDER},${PAYEE},0x4e71d92d`]
    const file = fileIn(cli, 'chain,from,to,data', [...rows, rows[2] as string])
    const { stderr } = await cli(['validate', '--batch', file, '--fail-on', 'never'])
    expect(stderr.match(/.*equal.*/g)).toEqual(['! lines 4 and 5 are equal: the same call to 0x7E57aD…EbA5'])
  })

  test('of many are named five times, and counted', async ({ cli }) => {
    const amounts = Array.from({ length: 7 }, (_, index) => String(index + 1))
    const rows = [...amounts, ...amounts, ...Array<string>(5).fill('1')]
    const file = fileIn(
      cli,
      header,
      rows.map((amount) => `1,${SENDER},${PAYEE},USDC,${amount}`),
    )
    const { stderr } = await cli(['validate', '--batch', file, '--fail-on', 'never'])
    const lines = stderr.match(/.*equal.*/g)
    expect(lines).toHaveLength(6)
    expect(lines?.[0]).toBe('! lines 2, 9, 16, 17, 18 and 2 more are equal: 1 USDC to 0x7E57aD…EbA5')
    expect(lines?.[5]).toBe('! and 2 more equal to an earlier one')
  })

  test('are named also where earlier runs validated them', async ({ cli }) => {
    const file = fileIn(cli, header, [payout, payout])
    await cli(['validate', '--batch', file])
    const { stderr } = await cli(['validate', '--batch', file, '--resume'])
    expect(stderr).toContain('2 rows: 2 SAFE; 2 of them in earlier runs')
    expect(stderr).toContain('! lines 2 and 3 are equal')
  })
})

describe('a value in a table', () => {
  const validate = async (cli: Cli, column: string, value: string) => {
    const file = fileIn(cli, `chain,from,to,${column}`, [`1,${SENDER},${PAYEE},${value}`])
    return cli(['validate', '--batch', file, '--dry-run', '-o', 'ndjson'])
  }

  test.for([
    ['value', '1.5ether', '1500000000000000000'],
    ['value', '20 gwei', '20000000000'],
    ['value', '5wei', '5'],
    ['value', '0x5', '5'],
    ['value', '0', '0'],
    ['value_wei', '5', '5'],
    ['Value (wei)', '0x5', '5'],
    ['value in ETH', '1.5', '1500000000000000000'],
    ['valueEther', '2', '2000000000000000000'],
    ['value_ether', '2eth', '2000000000000000000'],
    ['value [gwei]', '3', '3000000000'],
  ])('%s with %s is %s wei', async ([column = '', value = '', wei], { cli }) => {
    const { code, stdout, stderr } = await validate(cli, column, value)
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(JSON.parse(stdout)).toMatchObject({ value: wei })
  })

  test.for([
    ['value', '5', '"5" has no unit: write 5ether or 5wei, or name the column value_ether or value_wei'],
    ['value', '1000000000000000000', 'has no unit'],
    ['value', '1.5', 'has no unit'],
    ['value', '"1,5"', '"1,5" is not an amount'],
    ['value_wei', '1.5', '"1.5wei" is not an amount'],
    ['value_wei', '5ether', '"5ether" is in another unit than its column'],
    ['value_ether', '0x5', '"0x5" is in another unit than its column'],
    ['value_ether', '5wei', 'is in another unit than its column'],
    ['value_usd', '5', 'unknown columns in line 1: "value_usd"'],
  ])('%s with %s is refused', async ([column = '', value = '', fault = ''], { cli }) => {
    expect(await validate(cli, column, value)).toMatchObject(says(8, fault))
  })

  test('is one: two columns of it are refused, and JSON has wei', async ({ cli }) => {
    const file = fileIn(cli, 'chain,from,to,value,value_ether', [`1,${SENDER},${PAYEE},5wei,5`])
    expect(await cli(['validate', '--batch', file])).toMatchObject(
      says(8, 'value and value_ether are 2 amounts: keep one'),
    )
    const row = { chainId: 1, from: SENDER, to: PAYEE }
    const rows = [{ ...row, value: '5' }, { ...row, value_ether: '1.5' }, row].map((each) => JSON.stringify(each))
    const { stdout } = await cli(['validate', '--batch', '-', '-o', 'ndjson', '--fields', 'value'], {
      stdin: rows.join('\n'),
    })
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).value),
    ).toEqual(['5', '1500000000000000000', '0'])
  })
})

describe('the report of a dry run', () => {
  const header = 'chain,from,to,token,amount'
  const rows = [PAYEE, testAddresses.drainer].map((to) => `1,${SENDER},${to},USDC,5`)
  const verdicts = (path: string) =>
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(',')[1])

  test('has the verdicts, and nothing else is written', async ({ cli }) => {
    const report = join(cli.home, 'verdicts.csv')
    const file = fileIn(cli, header, rows)
    for (const _ of [1, 2]) {
      expect(await cli(['validate', '--dry-run', '--batch', file, '--report', report])).toMatchObject({ code: 12 })
      expect(verdicts(report)).toEqual(['verdict', 'SAFE', 'BLOCKED'])
    }
    expect(existsSync(join(cli.home, 'bulk'))).toBe(false)
    expect(readdirSync(cli.home).filter((name) => name.startsWith('verdicts'))).toEqual(['verdicts.csv'])
  })

  test('of an import says that nothing was sent', async ({ cli }) => {
    const report = join(cli.home, 'report.csv')
    const file = fileIn(cli, 'address', [PAYEE])
    await cli(['control-list', 'import', file, '--type', 'block', '--dry-run', '--report', report])
    expect(verdicts(report)).toEqual(['outcome', 'not sent'])
  })

  test('does not take the place of one that a run goes on with', async ({ cli }) => {
    const report = join(cli.home, 'verdicts.csv')
    const file = fileIn(cli, header, rows)
    const batch = (...flags: string[]) => cli(['validate', '--batch', file, '--report', report, ...flags])
    await batch()
    fileIn(cli, header, [...rows, `1,${SENDER},${OTHER},USDC,5`])
    const preview = await batch('--resume', '--dry-run')
    expect(preview.stderr).toContain('it is kept as')
    expect(verdicts(report)).toEqual(['verdict', 'NO DATA'])
    expect(verdicts(join(cli.home, 'verdicts.1.csv'))).toEqual(['verdict', 'SAFE', 'BLOCKED'])
  })
})

test('a request of a script is a row: case X06', async ({ cli }) => {
  // foundry-rs/foundry#8991
  const entry = {
    from: SENDER.toLowerCase(),
    to: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    gas: '0x186a0',
    value: '0x0',
    input: `0xa9059cbb${'0'.repeat(24)}${PAYEE.slice(2).toLowerCase()}${'59682f00'.padStart(64, '0')}`,
    nonce: '0x2f',
    chainId: '0x1',
    accessList: [],
  }
  const { code, stdout } = await cli(['validate', '--batch', '-', '-o', 'ndjson'], { stdin: JSON.stringify(entry) })
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'SAFE', chainId: '1' })
})
