import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { asTyped, type Cli, test } from '../support/cli.ts'

const PAYEE = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const SENDER = '0xde709f2102306220921060314715629080e2fb77'
const DAY_MS = 86_400_000

const json = async <T>(cli: Cli, argv: readonly string[], code = 0): Promise<T> => {
  const result = await cli([...argv, '--json'])
  expect({ argv, ...result }).toMatchObject({ code })
  return JSON.parse(result.stdout) as T
}

interface Change {
  readonly svcTxId: string
  readonly from: string
  readonly to: string
}
interface Report {
  readonly content: readonly Change[]
  readonly total: number
  readonly worse: number
  readonly counterparties: readonly { readonly owner: string; readonly address: string }[]
}

const pay = async (cli: Cli, to: string, ...more: readonly string[]): Promise<string> => {
  const argv = asTyped(`validate --chain ethereum --from ${SENDER} --to ${to} --value 1ether --fail-on never`)
  return (await json<{ svcTxId: string }>(cli, [...argv, ...more])).svcTxId
}

function listed(cli: Cli, addresses: readonly string[], kind = 'sanctioned'): string {
  const path = join(cli.home, 'listed.csv')
  writeFileSync(path, ['address,kind,label', ...addresses.map((address) => `${address},${kind},Listed`)].join('\n'))
  return path
}

const importList = ['intel', 'import', '--format', 'addresses', '--source', 'ours']

test('an address that was paid is found with its verdict then, and whether it was executed', async ({ cli }) => {
  const id = await pay(cli, PAYEE)
  await pay(cli, OTHER)
  const hash = `0x${'ab'.repeat(32)}`
  await json(cli, ['tx', 'update', id, '--transaction-id', hash, '--block-number', '7'])
  const found = await json<{ content: { svcTxId: string; verdict: string; executed: string; what: string }[] }>(cli, [
    'intel',
    'affected',
    PAYEE,
  ])
  expect(found.content).toMatchObject([
    { svcTxId: id, verdict: 'NO DATA', executed: 'reported', value: String(10n ** 18n) },
  ])
  expect(found.content[0]?.what).toContain('1 ETH')
  expect(found).toMatchObject({
    counterparties: [{ owner: expect.stringMatching(/^0xde70/i), paid: true }],
    listings: [],
  })
  const table = await cli(['intel', 'affected', PAYEE], { tty: true })
  expect(table.stderr).toContain('No feed or BLOCK entry lists the address.')
})

test('a rescreen stores once what got worse, and leaves the result as it was', async ({ cli }) => {
  const id = await pay(cli, PAYEE)
  await pay(cli, OTHER)
  await cli([...importList, listed(cli, [PAYEE])])

  const preview = await json<Report>(cli, ['tx', 'rescreen', '--dry-run'], 13)
  expect(preview.content).toMatchObject([{ svcTxId: id, from: 'NO DATA', to: 'BLOCKED', source: 'ours' }])
  expect((await json<{ content: [] }>(cli, ['tx', 'explain', id, '--history'])).content).toEqual([])

  const report = await json<Report>(cli, ['tx', 'rescreen'])
  expect(report).toMatchObject({ total: 1, content: [{ svcTxId: id, from: 'NO DATA', to: 'BLOCKED' }] })
  expect(await json<Report>(cli, ['tx', 'rescreen'])).toMatchObject({ total: 0, content: [], counterparties: [] })
  expect(await json<Report>(cli, ['tx', 'rescreen', '--dry-run'])).toMatchObject({ total: 0, content: [] })

  const history = await json<{ content: Change[] }>(cli, ['tx', 'explain', id, '--history'])
  expect(history.content).toMatchObject([{ from: 'NO DATA', to: 'BLOCKED', reason: 'is sanctioned: Listed' }])
  expect(await json(cli, ['tx', 'get', id])).toMatchObject({ verdict: 'NO DATA', result: { combinedScore: 0 } })
})

test('a BLOCK entry changes a verdict to BLOCKED, by its source or its address', async ({ cli }) => {
  const id = await pay(cli, PAYEE)
  await json(cli, ['control-list', 'add', PAYEE, '--type', 'block', '--product', 'SONAR', '--yes'])
  const expected = { total: 1, content: [{ svcTxId: id, from: 'NO DATA', to: 'BLOCKED', source: 'control list' }] }
  expect(await json(cli, ['tx', 'rescreen', '--address', PAYEE, '--dry-run'], 13)).toMatchObject(expected)
  expect(await json(cli, ['tx', 'rescreen', '--address', OTHER, '--dry-run'])).toMatchObject({ total: 0 })
  expect(await json(cli, ['tx', 'rescreen', '--source', 'control list'])).toMatchObject(expected)
  expect(await cli(['tx', 'rescreen', '--source', 'no such'])).toMatchObject({ code: 5 })
})

test('a window leaves out older transactions', async ({ cli }) => {
  await pay(cli, PAYEE)
  cli.clock.advance(10 * DAY_MS)
  const id = await pay(cli, PAYEE)
  await cli([...importList, listed(cli, [PAYEE])])
  const found = await json<Report>(cli, ['tx', 'rescreen', '--since', '5d', '--dry-run'], 13)
  expect(found.content.map(({ svcTxId }) => svcTxId)).toEqual([id])
})

test('an import compares what it adds, and not what was listed before', async ({ cli }) => {
  await pay(cli, PAYEE)
  await cli([...importList, listed(cli, [PAYEE])])
  const id = await pay(cli, OTHER)
  const result = await cli([...importList, listed(cli, [PAYEE, OTHER]), '--rescreen=90d'])
  expect(result.code).toBe(0)
  expect(result.stderr).toContain('1 stored verdict is worse by ours')
  expect(result.stderr).toContain(`txwarden tx show ${id} --history`)
  const again = await cli([...importList, listed(cli, [PAYEE, OTHER]), '--rescreen'])
  expect(again.stderr).not.toContain('worse')
})

test('all rules are compared, better and worse, without a change', async ({ cli }) => {
  const id = await pay(cli, PAYEE)
  await json(cli, ['control-list', 'add', PAYEE, '--type', 'allow', '--product', 'SONAR', '--yes'])
  const better = await json<Report>(cli, ['tx', 'rescreen', '--rules'])
  expect(better).toMatchObject({ total: 1, worse: 0, content: [{ svcTxId: id, from: 'NO DATA', to: 'SAFE' }] })
  expect(await json<Report>(cli, ['tx', 'rescreen', '--rules'])).toMatchObject({ total: 1 })
  expect(await cli(['tx', 'rescreen', '--rules', '--source', 'ours'])).toMatchObject({ code: 2 })
})

test('what was SAFE is found with what is unknown by the rules of now', async ({ cli }) => {
  await json(cli, ['control-list', 'add', PAYEE, '--type', 'allow', '--product', 'SONAR', '--yes'])
  const id = await pay(cli, PAYEE)
  const { content } = await json<{ content: { id: string }[] }>(cli, ['control-list', 'list'])
  await json(cli, ['control-list', 'remove', content[0]?.id ?? '', '--yes'])
  const worse = await json<Report>(cli, ['tx', 'rescreen', '--rules'], 13)
  expect(worse).toMatchObject({ total: 1, worse: 1 })
  expect(worse.content).toMatchObject([
    { svcTxId: id, from: 'SAFE', to: 'NO DATA', address: '', reason: 'No data about the recipient' },
  ])
  // Nothing is stored: a history would be empty.
  const shown = await cli(['tx', 'rescreen', '--rules'], { tty: true })
  expect(shown.stderr).toContain(`Next: txwarden validate --dry-run --recheck ${id}`)
  expect(await cli(['validate', '--dry-run', '--recheck', id], { tty: true })).toMatchObject({ code: 0 })
})

test('a counterparty that was paid is found where no stored transaction names it', async ({ cli }) => {
  const id = await pay(cli, PAYEE)
  await json(cli, ['tx', 'update', id, '--transaction-id', `0x${'ab'.repeat(32)}`, '--block-number', '7'])
  cli.clock.advance(40 * DAY_MS)
  expect(await cli(['local', 'prune', '--older-than', '30d', '--yes'])).toMatchObject({ code: 0 })
  await cli([...importList, listed(cli, [PAYEE])])
  const report = await json<Report>(cli, ['tx', 'rescreen'])
  expect(report).toMatchObject({ total: 0, counterparties: [{ address: PAYEE, verdict: 'BLOCKED' }] })
  expect(await json<Report>(cli, ['tx', 'rescreen'])).toMatchObject({ total: 0, counterparties: [] })
})
