import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Cli, test } from '../support/cli.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const PAYEE = '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5'

function pay(cli: Cli, dollars: number) {
  const words = ['--chain', 'ethereum', '--from', SENDER, '--to', PAYEE, '--token', 'USDC', '--amount', String(dollars)]
  return cli(['validate', ...words, '--json'])
}

function fileOf(cli: Cli, mode: string, limit: string, payee = PAYEE): string {
  const file = join(cli.home, 'policy.yaml')
  const pays = `{assets: [USDC], to: ['${payee}'], per: {24h: ${limit}}}`
  writeFileSync(file, `kind: policy\nname: payouts\nmode: ${mode}\ndefault: deny\nallow:\n  - pays: ${pays}\n`)
  return file
}

test('policy replay says what a file would have blocked, and each budget at its worst', async ({ cli }) => {
  for (const dollars of [300, 150, 100]) await pay(cli, dollars)
  const file = fileOf(cli, 'enforce', '500 USD')
  const shown = await cli(['policy', 'replay', '--file', file], { tty: true })
  expect(shown).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/deny .*payouts +allow\[0\] +550 of 500 USD in 24 h +passed/),
  })
  const notes = shown.stderr.replace(/\s+/g, ' ')
  expect(notes).toContain('2 allowed, 0 held, 1 denied, 0 without a policy; 1 that passed would be blocked.')
  expect(notes).toContain('payouts allow[0] in 24h: at most 450 USD of 500 USD, until ')
  expect(notes).toContain(`Next: txwarden policy apply ${file}`)
  expect(await cli.json(['policy', 'replay', '--since', '30d', '--file', file])).toMatchObject({
    content: [{ policy: 'payouts', clause: 'allow[0]', result: 'deny', wasValid: true }],
    summary: { validations: 3, allowed: 2, denied: 1, budgets: [{ window: '24h', most: '450 USD' }] },
  })
  expect((await cli.json(['policy', 'list'])).content).toEqual([])
  const none = await cli(['policy', 'replay'], { tty: true })
  expect(none.stderr.replace(/\s+/g, ' ')).toContain('3 without a policy')
})

test('policy replay says what the stored policies blocked and others would let pass', async ({ cli }) => {
  await cli(['policy', 'apply', fileOf(cli, 'enforce', '200 USD'), '--yes'])
  expect(JSON.parse((await pay(cli, 300)).stdout)).toMatchObject({ valid: false })
  const file = fileOf(cli, 'enforce', '300 USD')
  expect(await cli.json(['policy', 'replay', '--file', file])).toMatchObject({
    content: [{ result: 'allow', text: 'it was blocked: 300 of 200 USD in 24 h', wasValid: false }],
    summary: { passed: 1, blocked: 0, budgets: [{ most: '300 USD' }] },
  })
})

test('policy replay says of a budget that nothing used it', async ({ cli }) => {
  const words = ['policy', 'replay', '--file', fileOf(cli, 'enforce', '200 USD')]
  const shown = await cli(words, { tty: true })
  expect(shown.code).toBe(0)
  expect(shown.stderr.replace(/\s+/g, ' ')).toMatch(/payouts allow\[0\] in 24h: at most 0 USD of 200 USD Next/)
  const { summary } = await cli.json(words)
  expect(summary.budgets).toEqual([
    { policy: 'payouts', clause: 'allow[0]', window: '24h', limit: '200 USD', most: '0 USD' },
  ])
})

test('policy replay knows the names in a file, also where no stored policy has one', async ({ cli }) => {
  await cli(['name', 'add', PAYEE, 'supplier'])
  await pay(cli, 100)
  const file = fileOf(cli, 'enforce', '200 USD', '@supplier')
  expect(await cli.json(['policy', 'replay', '--file', file])).toMatchObject({
    content: [],
    summary: { allowed: 1, denied: 0, budgets: [{ most: '100 USD' }] },
  })
})

test('policy replay stores nothing, and says with file and line what is wrong', async ({ cli }) => {
  const file = join(cli.home, 'policy.yaml')
  writeFileSync(file, 'kind: policy\nname: payouts\nmode: enforce\ndefault: ask\n')
  expect(await cli(['policy', 'replay', '--file', file])).toMatchObject({
    code: 8,
    stdout: '',
    stderr: expect.stringContaining(`${file}:4:10`),
  })
})

test('a card and a page have a line of each policy that refuses, also where it observes', async ({ cli }) => {
  await cli(['policy', 'apply', fileOf(cli, 'observe', '200 USD'), '--yes'])
  const { svcTxId } = JSON.parse((await pay(cli, 300)).stdout)
  const line = /deny +payouts: 300 of 200 USD in 24 h/
  const card = await cli(['tx', 'explain', svcTxId], { tty: true })
  expect(card.stdout).toMatch(line)
  expect(card.stdout).toContain('observed only')
  const page = await cli(['tx', 'report', svcTxId, '--md', '-'])
  expect(page.stdout).toContain('payouts: 300 of 200 USD in 24 h')
  const passing = JSON.parse((await pay(cli, 200)).stdout)
  expect((await cli(['tx', 'explain', passing.svcTxId], { tty: true })).stdout).not.toContain('Policies')
})

test('doctor names a policy that cannot do what it says', async ({ cli }) => {
  const finding = async () =>
    JSON.parse((await cli(['doctor', '--json'])).stdout).content.filter(
      ({ check }: { check: string }) => check === 'policies',
    )
  expect(await finding()).toEqual([])
  await cli(['policy', 'apply', fileOf(cli, 'enforce', '200 USD'), '--yes'])
  expect(await finding()).toEqual([{ check: 'policies', level: 'pass', text: '1, no problems found' }])
  const file = join(cli.home, 'other.yaml')
  const text = 'applies: {keys: [agent]}\nallow:\n  - pays: {assets: [ETH], per: {24h: 5 USD}}\n'
  writeFileSync(file, `kind: policy\nname: other\nmode: enforce\ndefault: deny\n${text}`)
  await cli(['policy', 'apply', file, '--yes'])
  expect(await finding()).toMatchObject([
    { level: 'warn', text: 'other applies: never applies: agent is no key that can be used' },
    {
      level: 'warn',
      text: 'other allow[0]: no price of ETH is known, so that any amount is above a limit in USD',
      try: 'txwarden policy show other',
    },
  ])
})
