import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Cli, makeCli, refuses, says, test } from '../support/cli.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const PAYEE = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x00000000000000000000000000000000000a11ce'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const LONG = 'x'.repeat(201)
const words = (line: string) => line.split(' ')

test.each([
  [`monitor add ${PAYEE} --chain ethereum --name ${LONG}`, '--name: the name is longer than 200 characters'],
  [`alert create --type SONAR --name ${LONG}`, '--name: the name is longer than 200 characters'],
  [`destination create --channel WEBHOOK --webhook-url https://x.example --name ${LONG}`, '--name: the name is longer'],
  [`intel import --format addresses examples/blocklist.csv --source ${LONG}`, 'is longer than 100 characters'],
  ['payload decode zz', 'the payload is not hex'],
  [`payload verify 0x12 --chain 1 --from ${SENDER} --to ${PAYEE} --signer ${SENDER}`, 'has 1 bytes, not 192'],
  ['alert create --name x --type SONAR --on blocked,warning', '--on blocked stands alone: it is --when blocked'],
  ['alert test x', "unknown command 'test' (Did you mean alert replay?)\nTry: txwarden alert replay --help"],
  ['alert activate x', 'Did you mean alert enable?'],
  ['monitor edit x', 'Did you mean monitor update?'],
  ['keys destroy x', 'Did you mean keys revoke?'],
  ['destination create --url https://x.example', "unknown option '--url' (Did you mean --webhook-url?)"],
  [
    `validate --to ${PAYEE} --token USDC --amount 3`,
    `Try: txwarden validate --chain ethereum --from <address> --to ${PAYEE} --token USDC --amount 3\n`,
  ],
  [
    `validate --chain base --to ${PAYEE} --value 7`,
    `Try: txwarden validate --chain base --from <address> --to ${PAYEE} --value 7\n`,
  ],
  ['tx list --since yesterday', '--since: "yesterday" is not a time, such as 2026-09-27'],
  ['tx list --since 1d --until 7d', 'is not before --until'],
  ['delivery list --since 2026-09-27 --until 2026-09-27', 'is not before --until'],
  ['tx list --jq', "option '--jq <program>' argument missing\nTry: txwarden help flags\n"],
  ['diff infra.yaml', 'Try: txwarden diff --file infra.yaml\n'],
  ['validate tx.json', 'Try: txwarden validate --file tx.json\n'],
  ['tx list -p prod', 'existing: local\nTry: txwarden profile list\n'],
])('what is wrong as typed ends with 2: %s', async (line, text) => {
  expect(await makeCli()(words(line))).toMatchObject(refuses(2, text))
})

test('an alert on blocked fires on what was blocked, and replaces other verdicts', async ({ cli }) => {
  await cli(words('alert create --name a --type SONAR --on blocked'))
  await cli(words('alert create --name b --type SONAR --on warning'))
  await cli(words('alert update b --on blocked'))
  const { content } = JSON.parse((await cli(words('alert list --json'))).stdout)
  const filter = { validationEnforcementConfiguration: { alertOnPassed: false, alertOnBlocked: true } }
  expect(content).toMatchObject([{ transactionFilter: filter }, { transactionFilter: filter }])
  expect(JSON.stringify(content)).not.toContain('alertOnWarning')
})

test('lists without pages take --all, alerts are found by a part of their name, and a field by the end of its name', async ({
  cli,
}) => {
  for (const name of ['Treasury', 'Payroll']) await cli(['alert', 'create', '--type', 'SONAR', '--name', name])
  for (const list of ['keys', 'alert', 'destination', 'chain', 'profile'])
    expect(await cli([list, 'list', '--all'])).toMatchObject({ code: 0 })
  const found = await cli(words('alert list --name treas --json --all'))
  expect(JSON.parse(found.stdout).content).toMatchObject([{ alertName: 'Treasury' }])
  expect((await cli(words('alert list --fields name'))).stderr).toContain('Did you mean alertName?')
})

test('a mailbox without a mail server says so when it is created', async () => {
  const create = words('destination create --channel EMAIL --email ops@example.org --name')
  const bare = await makeCli()([...create, 'ops'])
  expect(bare.stderr).toMatch(/No mail server is configured.*\nTry: export TXWARDEN_SMTP_URL=smtp:/)
  const env = { TXWARDEN_SMTP_URL: 'smtp://127.0.0.1:2525' }
  expect((await makeCli()([...create, 'ops'], { env })).stderr).not.toContain('mail server')
})

test('the card of a payment in a token shows who is paid, and how much', async () => {
  const pay = words(`validate --chain ethereum --from ${SENDER} --to ${PAYEE} --token USDC --amount 1250.75`)
  const { stdout } = await makeCli()(pay, { tty: true })
  expect(stdout).toContain(`  contract  ${USDC}\n  recipient ${PAYEE}\n  amount    1,250.75 USDC\n`)
  expect(stdout).not.toMatch(/^ {2}(to|value) /m)
  const coin = await makeCli()(words(`validate --chain ethereum --from ${SENDER} --to ${PAYEE} --value 1`), {
    tty: true,
  })
  expect(coin.stdout).toContain(`  to        ${PAYEE}\n  value     1 wei\n`)
})

test('tx show of what is not known names the next steps', async ({ cli }) => {
  const { stdout: id } = await cli(
    words(`validate --chain ethereum --from ${SENDER} --to ${PAYEE} --value 1 --json --jq .svcTxId`),
  )
  const open = await cli(['tx', 'explain', id.trim()], { tty: true })
  expect(open.stdout).toContain('NO DATA')
  expect(open.stdout).toContain(`control-list add ${PAYEE} --type allow`)
  await cli(['tx', 'update', id.trim(), '--transaction-id', `0x${'1'.repeat(64)}`, '--block-number', '5'])
  expect((await cli(['tx', 'explain', id.trim()], { tty: true })).stdout).not.toContain('--type allow')
})

test('activity of a monitored address is found by its name', async ({ cli }) => {
  for (const chain of ['ethereum', 'base']) await cli(['monitor', 'add', PAYEE, '--chain', chain, '--name', 'treasury'])
  expect(await cli(words('monitor activity treasury --json'))).toMatchObject({ code: 0 })
  expect(await cli(words('monitor activity missing'))).toMatchObject(
    says(5, 'neither an address (0x and 40 hex digits) nor the name of a monitored one'),
  )
  await cli(['monitor', 'add', OTHER, '--chain', 'ethereum', '--name', 'treasury'])
  expect(await cli(words('monitor activity treasury'))).toMatchObject(says(2, 'names several monitored addresses'))
})

test('the first command in a new TXWARDEN_HOME says to a person that the database is new, and doctor makes nothing', async () => {
  const cli = makeCli({ withDatabase: false })
  const database = join(cli.home, 'made', 'local.db')
  const env = { TXWARDEN_HOME: join(cli.home, 'made') }
  expect(await cli(['doctor'], { env })).toMatchObject({ code: 0 })
  expect(existsSync(env.TXWARDEN_HOME)).toBe(false)
  const notice = `New, empty database ${database} (TXWARDEN_HOME)\n`
  expect((await cli(['tx', 'list'], { env, tty: true })).stderr).toBe(notice)
  expect((await cli(['tx', 'list'], { env, tty: true })).stderr).toBe('')
  const script = { TXWARDEN_HOME: join(cli.home, 'script') }
  expect((await cli(['tx', 'list'], { env: script })).stderr).toBe('')
})

const HEAD = 'chain,from,to,value_wei'
const row = (value: number) => `ethereum,${SENDER},${PAYEE},${value}`

function fileOf(cli: Cli, name: string, rows: readonly string[]): string {
  const path = join(cli.home, name)
  writeFileSync(path, `${[HEAD, ...rows].join('\n')}\n`)
  return path
}

test('a resumed report has the rows of its own file, and rows that are not in it are counted', async ({ cli }) => {
  const report = join(cli.home, 'r.csv')
  const linesOf = (path: string) => readFileSync(path, 'utf8').trim().split('\n').slice(1)
  const one = fileOf(cli, 'one.csv', [row(1), row(2)])
  const batch = (file: string, ...flags: string[]) => cli(['validate', '--batch', file, '--report', report, ...flags])
  await batch(one)
  fileOf(cli, 'one.csv', [row(1), row(2), row(3)])
  const grown = await batch(one, '--resume')
  expect(grown.stderr).not.toContain('of this run only')
  expect(linesOf(report).map((line) => line.split(',', 1)[0])).toEqual(['2', '3', '4'])

  // Another file is reported there in the meantime.
  await batch(fileOf(cli, 'two.csv', [row(7)]))
  const others = readFileSync(report, 'utf8')
  fileOf(cli, 'one.csv', [row(1), row(2), row(3), row(4)])
  const { stderr } = await batch(one, '--resume')
  expect(stderr).toContain('r.csv has the rows of this run only, not the 3 of earlier ones.')
  expect(linesOf(report).map((line) => line.split(',', 1)[0])).toEqual(['5'])
  const [kept = ''] = readdirSync(cli.home).filter((name) => /^r\.\d\.csv$/.test(name))
  expect(readFileSync(join(cli.home, kept), 'utf8')).toBe(others)
})

test('the last lines of help fit a terminal of 80 columns', async () => {
  for (const argv of ['validate --help', 'serve --help', 'tx list --help', 'alert create --help']) {
    const { stdout } = await makeCli()(words(argv), { tty: true, columns: 80 })
    const tail = stdout.slice(stdout.lastIndexOf('\n\n'))
    expect(tail.split('\n').filter((line) => line.length > 80)).toEqual([])
  }
})

test('a row that pays in a token on an unknown chain names the chain', async ({ cli }) => {
  const file = join(cli.home, 'rows.csv')
  writeFileSync(file, `chain,from,to,token,amount\netherium,${SENDER},${PAYEE},USDC,1\n,${SENDER},${PAYEE},USDC,1\n`)
  const { code, stderr } = await cli(['validate', '--batch', file])
  expect(code).toBe(8)
  expect(stderr).toContain(
    'line 2: chain: "etherium" is not a chain that is known: expected an id or a name, such as ethereum (1)',
  )
  expect(stderr).toContain('line 3: there is no chain: add a column `chain`, or give --chain')
})

test('a prompt breaks no word of its errors, and says what an empty selection means', async ({ cli }) => {
  const refused = await cli(['destination', 'create', '--name', 'ops', '--channel', 'webhook'], {
    typed: [
      ['Webhook URL', 'http://127.0.0.1:9797/\n'],
      ['loopback', '\u0003'],
    ],
    columns: 80,
  })
  expect(refused.stderr).toContain('TXWARDEN_ALLOW_DESTINATION=127.0.0.1:9797')
  const created = await cli(['alert', 'create', '--name', 'treasury'], {
    typed: [
      ['Trigger', '\n'],
      ['Verdicts (none selected: all)', '\n'],
      ['When the service (none selected: both)', '\n'],
      ['More conditions (none selected: no more)', '\n'],
      ['Create this alert', '\n'],
    ],
  })
  expect(created.code).toBe(0)
  expect(created.stderr).toMatch(/When the service \(none selected: both\)\S* \S*both/)
  expect(created.stderr).toMatch(/Try: txwarden alert update \S+ --destination <id>\n/)
})
