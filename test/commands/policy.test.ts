import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { type Cli, refuses, test } from '../support/cli.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const PAYEE = '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5'
const OTHER = '0x00000000000000000000000000000000000a11ce'
const [DESK, BOT, AGENT] = ['payout-desk', 'deployment-bot', 'paying-agent'].map(
  (name) => `examples/policies/${name}.yaml`,
)

const paying = (dollars: number | string, to = PAYEE) =>
  ['--chain', 'ethereum', '--from', SENDER, '--to', to, '--token', 'USDC', '--amount', String(dollars)] as const

const apply = (cli: Cli, file = DESK ?? '') => cli(['policy', 'apply', file, '--yes'])

function fileOf(cli: Cli, text: string): string {
  const file = join(cli.home, 'policies.yaml')
  writeFileSync(file, text)
  return file
}

const policy = (more: string, name = 'ours') => `kind: policy\nname: ${name}\nmode: enforce\ndefault: deny\n${more}`

describe('policy apply', () => {
  test('stores the policies of a file, shows what changes, and changes nothing twice', async ({ cli }) => {
    const preview = await cli(['policy', 'apply', DESK ?? '', '--dry-run'], { tty: true })
    expect(preview).toMatchObject({ code: 0, stdout: expect.stringContaining('+ policy payout-desk\n') })
    expect((await cli.json(['policy', 'list'])).content).toEqual([])
    expect(await apply(cli)).toMatchObject({ code: 0 })
    expect(await cli(['policy', 'apply', DESK ?? '', '--yes'], { tty: true })).toMatchObject({
      stdout: 'No changes: 1 objects match the manifest (profile local)\n',
    })
    expect((await cli.json(['policy', 'list'])).content).toMatchObject([{ name: 'payout-desk', mode: 'enforce' }])
    const { content } = await cli.json(['audit', 'list', '--action', 'policy'])
    const digest = await crypto.subtle.digest('SHA-256', readFileSync(DESK ?? ''))
    expect(content).toMatchObject([{ action: 'policy.create', after: { file: Buffer.from(digest).toString('hex') } }])
  })

  test('asks on a terminal, and replaces a policy as a whole', async ({ cli }) => {
    await cli(['policy', 'apply', fileOf(cli, policy('allow:\n  - creates: any\n  - pays: {gas: true}\n')), '--yes'])
    const file = fileOf(cli, policy('applies: {chains: [1, base]}\nhold:\n  - pays: any\n    approvals: 2\n'))
    const declined = await cli(['policy', 'apply', file], { typed: [['Make this change in profile local?', 'n\r']] })
    expect(declined.code).toBe(130)
    expect((await cli(['policy', 'apply', file, '--dry-run'], { tty: true })).stdout).toBe(`~ policy ours
    applies.chains  none → 1, base
    hold            none → {"pays":"any","approvals":2}
    allow           {"creates":"any"}, {"pays":{"gas":true}} → none

1 to change, 0 unchanged (profile local)
`)
    expect((await cli(['policy', 'apply', file, '--yes'])).code).toBe(0)
    const { content } = await cli.json(['policy', 'list'])
    expect(content).toMatchObject([{ applies: { chains: ['1', 'base'] }, hold: [{ pays: 'any', approvals: 2 }] }])
    expect(content[0]).not.toHaveProperty('allow')
  })

  test('says that a name has no address, and naming an address says which policies have the name', async ({ cli }) => {
    const file = fileOf(cli, policy('allow:\n  - pays: {to: ["@nobody"]}\n'))
    const warning = '! policy ours allow[0]: @nobody has no address'
    for (const how of ['--dry-run', '--yes'])
      expect(await cli(['policy', 'apply', file, how])).toMatchObject({
        code: 0,
        stderr: expect.stringContaining(warning),
      })
    const added = await cli(['name', 'add', PAYEE, 'Nobody'], { tty: true })
    expect(added.stderr.replace(/\s+/g, ' ')).toContain('! policies that have the name, or the one that')
    expect((await cli(['policy', 'apply', file, '--yes'])).stderr).not.toContain(warning)
    expect(await cli.json(['name', 'add', PAYEE, 'nobody else'])).toMatchObject({ policies: ['ours'] })
    expect(await cli.json(['name', 'add', PAYEE, 'nobody else'])).not.toHaveProperty('policies')
  })

  test('says what is wrong with file, line and member, and stores nothing', async ({ cli }) => {
    const file = fileOf(
      cli,
      `${policy('')}colour: blue
deny:
  - pays: {over: 2000, pers: {24h: 1 USD}}
hold:
  - pays: {to: [bob], per: {24x: 5 USD}}
    approvals: two
allow:
  - grants: {unlimited: maybe}
  - control: some
---
kind: alert
alertName: x
`,
    )
    expect(await cli(['policy', 'apply', file, '--yes'])).toEqual({
      code: 8,
      stdout: '',
      stderr: `txwarden: the manifest has 9 errors
  ${file}:5:9 colour is not a member of policy; known: name, mode, applies, default, deny, hold, allow
  ${file}:7:18 deny[0].pays.over is no limit: an amount and its unit, such as "500 USD", "100 USDC" or "0.5 ETH"
  ${file}:7:30 deny[0].pays.pers is not a member of deny[0].pays; known: assets, to, over, perTransaction, per, gas
  ${file}:9:17 hold[0].pays.to[0] is no party: an address, @name, own, allow-listed, known-payee
  ${file}:9:34 hold[0].pays.per.24x is no time: a number with m, h or d, such as 24h
  ${file}:10:16 hold[0].approvals is not a number
  ${file}:12:25 allow[0].grants.unlimited is not a boolean
  ${file}:13:14 allow[1].control is not an object
  ${file}:15:7 kind: alert is not policy: txwarden apply -f takes every kind
  Nothing was changed.
`,
    })
    const odd = fileOf(cli, policy('allow:\n  - verdict: unsafe\n'))
    expect(await cli(['policy', 'apply', odd, '--yes'])).toMatchObject(
      refuses(8, `${odd}:6:5 allow[0] allows nothing: name pays, signs, grants`),
    )
    expect((await cli.json(['policy', 'list'])).content).toEqual([])
  })

  test('takes what export writes, and the manifests of apply and diff have policies', async ({ cli }) => {
    for (const file of [DESK, BOT, AGENT]) await apply(cli, file)
    const { stdout } = await cli(['export', 'policies'])
    const file = fileOf(cli, stdout)
    expect(await cli(['diff', '-f', file, '--exit-code'])).toMatchObject({ code: 0 })
    await cli(['policy', 'remove', 'payout-desk', 'deployment-bot', 'paying-agent', '--yes'])
    expect((await cli(['apply', '-f', file, '--yes'])).code).toBe(0)
    expect((await cli(['export', 'policy'])).stdout).toBe(stdout)
    expect(await cli(['policy', 'show', 'paying-agent'], { tty: true })).toMatchObject({
      stdout: expect.stringContaining('perTransaction: 2 USD\n'),
    })
  })
})

describe('a budget, by commands', () => {
  test('is tested, used, explained and released', async ({ cli }) => {
    await apply(cli)
    const about = { policy: 'payout-desk', clause: 'allow[0]' }
    for (let run = 0; run < 2; run += 1)
      expect(await cli.json(['policy', 'test', ...paying(1500)])).toMatchObject({
        verdict: 'SAFE',
        result: 'allow',
        clauses: [{ ...about }, { used: '1500 USD', limit: '10000 USD', window: '24h' }, { window: '30d' }],
      })
    const { svcTxId } = await cli.json(['validate', ...paying(1500)])
    expect((await cli.json(['policy', 'usage', 'payout-desk'])).content).toMatchObject([
      { ...about, window: '24h', used: '1500 USD', limit: '10000 USD', reservations: 1 },
      { ...about, window: '30d', used: '1500 USD', limit: '100000 USD', reservations: 1 },
    ])
    expect(await cli.json(['policy', 'usage'])).toEqual(await cli.json(['policy', 'usage', 'payout-desk']))
    expect(await cli.json(['policy', 'explain', svcTxId])).toMatchObject({
      svcTxId,
      result: 'allow',
      clauses: [about, about, about],
      reservations: [{ policy: 'payout-desk', amount: '1500 USD', state: 'reserved' }],
    })
    const asked = await cli(['policy', 'release', svcTxId], {
      typed: [[`1500 USD of payout-desk of ${svcTxId}?`, 'y\r']],
    })
    expect(asked).toMatchObject({ code: 0, stdout: '✓ Released 1500 USD of payout-desk (profile local)\n' })
    expect(await cli(['policy', 'release', svcTxId, '--yes'])).toMatchObject(refuses(5, 'There is no reservation'))
    expect((await cli.json(['policy', 'usage'])).content).toMatchObject([{ used: '0 USD' }, { used: '0 USD' }])
    expect((await cli.json(['audit', 'list', '--action', 'policy.release'])).content).toMatchObject([
      { resourceId: svcTxId, before: { released: [{ amount: '1500', unit: 'USD' }] } },
    ])
    const piped = (await cli(['policy', 'explain', svcTxId])).stdout
    expect(piped).toMatch(/\tallow payout-desk allow\[0\]: [^\t{]+\treleased 1500 USD of [^\t{]+\n$/)
    expect((await cli(['policy', 'test', ...paying(5)])).stdout).toMatch(/\tallow payout-desk allow\[0\]: [^\t{]+\n$/)
    expect(await cli(['policy', 'explain', svcTxId], { tty: true })).toMatchObject({
      stdout: expect.stringContaining('released 1500 USD of payout-desk at '),
    })
  })

  test('without a policy that applies, nothing is limited', async ({ cli }) => {
    expect(await cli(['policy', 'test', ...paying(5)], { tty: true })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(' ALLOW   no policy limits it\n'),
    })
    expect(await cli(['policy', 'test'])).toMatchObject(refuses(2, 'policy test needs --file, or --chain and --from'))
    expect(await cli(['policy', 'usage', 'none'])).toMatchObject(refuses(5, 'Try: txwarden policy list'))
  })

  test('that holds says how many approvals it needs, in the table as on the card', async ({ cli }) => {
    await apply(cli, fileOf(cli, policy('hold:\n  - pays: any\n    approvals: 2\n')))
    for (const tty of [true, false])
      expect(await cli(['policy', 'test', ...paying(5)], { tty })).toMatchObject({
        code: 12,
        stdout: expect.stringContaining(' (2 approvals)'),
      })
  })

  test('that observes says what it would do', async ({ cli }) => {
    await cli(['policy', 'apply', fileOf(cli, policy('').replace('enforce', 'observe')), '--yes'])
    expect(await cli(['policy', 'test', ...paying(5)], { tty: true })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/ ALLOW \n {2}deny {2}ours default: no clause allows .* \(observed only\)\n/),
    })
    expect(await cli(['validate', ...paying(5)])).toMatchObject({ code: 0 })
  })
})

describe('the examples', () => {
  test('a payout desk: small payments pass, larger ones are held, others are denied, and a day has a limit', async ({
    cli,
  }) => {
    await apply(cli)
    const held = 'policy payout-desk: hold: 2500 of 2000 USD in one payment'
    const card = await cli(['validate', ...paying(2500)], { tty: true })
    expect(card).toMatchObject({ code: 12, stdout: expect.stringContaining(held) })
    expect(card.stdout).toContain('it needs approval: through txwarden proxy --hold')
    expect(await cli(['policy', 'test', ...paying(2500), '--json'])).toMatchObject({
      code: 12,
      stdout: expect.stringContaining('"result": "hold"'),
    })
    expect(await cli.json(['validate', ...paying(10, OTHER)])).toMatchObject({
      verdict: 'BLOCKED',
      error: `policy payout-desk: no clause allows a payment of USDC to ${OTHER}`,
    })
    for (let paid = 0; paid < 5; paid += 1) expect((await cli(['validate', ...paying(2000)])).code).toBe(0)
    const over = await cli(['validate', ...paying(1)], { tty: true })
    expect(over).toMatchObject({
      code: 12,
      stdout: expect.stringContaining('policy payout-desk: 10001 of 10000 USD in 24 h'),
    })
    expect(over.stdout).toContain('txwarden policy usage payout-desk')
    cli.clock.advance(24 * 3_600_000)
    expect((await cli(['validate', ...paying(1)])).code).toBe(0)
    await cli(['control-list', 'add', OTHER, '--type', 'allow'])
    expect((await cli(['validate', ...paying(10, OTHER)])).code).toBe(0)
  })

  test('a deployment bot: creates and hands over, pays nobody, has a budget for gas and sleeps at night', async ({
    cli,
  }) => {
    await apply(cli, BOT)
    cli.clock.advance(hoursUntil(cli, 'Wed', 10))
    const test = (tx: object) =>
      cli(['policy', 'test', '--file', '-', '--json'], {
        stdin: JSON.stringify({ chainId: '1', from: SENDER, ...tx }),
      })
    const creation = { data: '0x60806040', gas: '2000000', maxFeePerGas: '20000000000' }
    expect(await test(creation)).toMatchObject({ code: 0, stdout: expect.stringContaining('"result": "allow"') })
    expect(await test({ ...creation, gas: '20000000' })).toMatchObject({
      code: 12,
      stdout: expect.stringContaining('"text": "0.4 of 0.2 ETH in 24 h"'),
    })
    const fees = { gas: '100000', maxFeePerGas: '20000000000' }
    const handOver = (to: string) => {
      return { to: OTHER, data: `0xf2fde38b${to.slice(2).toLowerCase().padStart(64, '0')}`, ...fees }
    }
    expect((await test(handOver(PAYEE))).code).toBe(0)
    expect(await test({ ...handOver(PAYEE), gas: undefined })).toMatchObject({
      code: 12,
      stdout: expect.stringContaining('gas whose largest cost is not given (maxFee), of 0.2 ETH in 24 h'),
    })
    expect((await test(handOver(OTHER.replace('11', '22')))).code).toBe(12)
    expect((await test({ to: PAYEE, value: '1', ...fees })).code).toBe(12)
    cli.clock.advance(12 * 3_600_000)
    expect(await test(creation)).toMatchObject({
      code: 12,
      stdout: expect.stringContaining('"text": "it is outside of Mon-Fri 07:00-19:00 Europe/Berlin"'),
    })
  })

  test('a paying agent: a few dollars at once and an hour, and short-lived signatures of one type', async ({ cli }) => {
    await apply(cli, AGENT)
    expect((await cli(['validate', ...paying('1.50')])).code).toBe(0)
    expect(await cli.json(['validate', ...paying('2.01')])).toMatchObject({
      error: 'policy paying-agent: 2.01 of 2 USD in one transaction',
    })
    expect((await cli(['validate', ...paying(2)])).code).toBe(0)
    expect(await cli.json(['validate', ...paying(1)])).toMatchObject({
      error: 'policy paying-agent: 4.5 of 4 USD in 1 h',
    })
    cli.clock.advance(3_600_000)
    expect((await cli(['validate', ...paying(1)])).code).toBe(0)
    const permit = await cli(['validate', '--typed-data', 'examples/permit-to-drainer.json', '--json'])
    expect(permit.code).toBe(12)
    expect(JSON.parse(permit.stdout).explanation.policies).toMatchObject([
      { clause: 'deny[0]', result: 'deny' },
      { clause: 'allow[0]' },
      { clause: 'default' },
    ])
  })
})

/** From now to the next time of a day of the week, in UTC (ms). */
function hoursUntil(cli: Cli, day: string, hour: number): number {
  const now = cli.clock.now()
  for (let at = Math.ceil(now / 3_600_000) * 3_600_000; ; at += 3_600_000) {
    const date = new Date(at)
    if (date.getUTCHours() === hour && date.toUTCString().startsWith(day)) return at - now
  }
}
