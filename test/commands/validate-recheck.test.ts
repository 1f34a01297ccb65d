import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { Simulation } from '../../src/api/schemas/simulation.ts'
import type { ValidationResult } from '../../src/api/schemas/transaction.ts'
import { changesBetween, type SinceChange } from '../../src/commands/validate/since.ts'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { json, serveHttp } from '../client/support/http-server.ts'
import { type Cli, makeCli, test } from '../support/cli.ts'
import { storedRecord } from './stored-record.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const STRANGER = '0x00000000000000000000000000000000000a11ce'

async function validated(cli: Cli, to: string, ...argv: string[]): Promise<string> {
  const { stdout } = await cli(['validate', '--chain', '1', '--from', SENDER, '--to', to, '--json', ...argv])
  return (JSON.parse(stdout) as { svcTxId: string }).svcTxId
}

const changesOf = ({ stdout }: { stdout: string }) =>
  (JSON.parse(stdout) as { since: { changes: SinceChange[] } }).since.changes

describe('of the local service', () => {
  test('nothing changed', async ({ cli }) => {
    const id = await validated(cli, testAddresses.benign)
    const again = await cli(['validate', '--recheck', id], { tty: true })
    expect(again.code).toBe(0)
    expect(again.stdout).toContain('\n  Since 2026-01-02 03:04 UTC (SAFE 0/100)\n  no change\n')
    const { since, svcTxId } = await cli.json(['validate', '--recheck', id])
    expect(since).toEqual({
      svcTxId: id,
      validatedAt: '2026-01-02T03:04:05.000Z',
      verdict: 'SAFE',
      combinedScore: 0,
      changes: [],
    })
    expect(svcTxId).not.toBe(id)
  })

  test('the exit code is that of the new verdict, and the card says what came and what went', async ({ cli }) => {
    const id = await validated(cli, STRANGER)
    expect((await cli(['control-list', 'add', STRANGER, '--type', 'block'])).code).toBe(0)
    const blocked = await cli(['validate', '--recheck', id, '--json'])
    expect(blocked.code).toBe(12)
    expect(changesOf(blocked)).toMatchObject([
      { what: 'verdict', before: 'NO DATA', after: 'BLOCKED' },
      { what: 'score', before: 0, after: 100 },
      { what: 'coverage', before: 'none' },
      { what: 'reason', before: null, after: { rule: 'blocked-address', points: 100 } },
    ])
    const card = await cli(['validate', '--recheck', id], { tty: true, columns: 80 })
    expect(card.stdout).toMatch(/^ {2}verdict {3}NO DATA → BLOCKED$/m)
    expect(card.stdout).toMatch(/^ {2}reason {4}new: recipient 0x00000000000000000000000000000000000A11cE/im)
    const second = (JSON.parse(blocked.stdout) as { svcTxId: string }).svcTxId
    const [entry] = (await cli.json(['control-list', 'list'])).content as { id: string }[]
    await cli(['control-list', 'remove', entry?.id ?? '', '-y'])
    const open = await cli(['validate', '--recheck', second], { tty: true })
    expect([open.code, open.stdout.includes('removed: recipient')]).toEqual([0, true])
  })

  test('into a pipe, the verdict that was and the number of changes stand behind the columns', async ({ cli }) => {
    const id = await validated(cli, testAddresses.benign)
    const { stdout } = await cli(['validate', '--recheck', id])
    expect(stdout).toMatch(/^SAFE\t0\t\t\t[0-9a-f-]{36}\t\tSAFE\t0\t\n$/)
  })

  test('keeps product and client data, and asks for no other payload', async ({ cli }) => {
    const more = ['--data', '0x12345678', '--sign', '--product', 'RASP', '--ip', '192.0.2.1']
    const id = await validated(cli, testAddresses.benign, ...more)
    const again = await cli.json(['validate', '--recheck', id])
    expect(again).not.toHaveProperty('payload')
    const { product, request } = await cli.json(['tx', 'get', again.svcTxId])
    expect([product, request.clientData, request.transaction.data]).toEqual(['RASP', { ip: '192.0.2.1' }, '0x12345678'])
    expect(await cli.json(['validate', '--recheck', id, '--sign'])).toHaveProperty('payload')
  })

  test('a dry run compares without storing', async ({ cli }) => {
    const id = await validated(cli, testAddresses.benign)
    const dry = await cli.json(['validate', '--recheck', id, '--dry-run'])
    expect([dry.since.changes, dry.svcTxId]).toEqual([[], undefined])
    expect((await cli.json(['tx', 'list'])).content).toHaveLength(1)
  })

  test('an unknown id is not found', async () => {
    const refused = await makeCli()(['validate', '--recheck', '01890000-0000-7000-8000-000000000001'])
    expect(refused).toMatchObject({ code: 5, stdout: '' })
  })

  test.each([
    ['--file', 'x.json'],
    ['--chain', '1'],
    ['--from', SENDER],
    ['--to', SENDER],
    ['--value', '1'],
    ['--nonce', '1'],
    ['--data', '0x'],
    ['--typed-data', 'x'],
    ['--batch', 'x'],
    ['--api-version', 'v1'],
    ['--ip', '::1'],
    ['--resume'],
    ['--payload-slot', 'no'],
  ])('%s is refused with it', async (...flags) => {
    const refused = await makeCli()(['validate', '--recheck', 'id', ...flags])
    expect(refused).toMatchObject({ code: 2, stdout: '' })
  })
})

const detail = { value: 0, category: '', subCategory: '', subCategoryDescription: '', hops: 0 }
const change = {
  owner: SENDER,
  standard: 'erc20' as const,
  token: USDC,
  symbol: 'USDC',
  decimals: 6,
  verified: true as const,
  amount: '-5000000',
}
const approval = { ...change, spender: STRANGER, amount: 'unlimited' }
const simulation: Simulation = {
  status: 'ok',
  method: 'simulate',
  blockNumber: 25_310_112,
  assetChanges: [change],
  approvals: [],
}
const result: ValidationResult = {
  valid: true,
  combinedScore: 0,
  combinedScoreDetails: detail,
  coverage: 'full',
  controlLists: [],
  scoreDetails: { fraud: detail, cyber: detail, compliance: detail },
  internalAddressesWithMaxScore: [],
  explanation: { reasons: [], missing: [] },
  simulation,
}
const withSimulation = (changed: Partial<Simulation>) => ({ ...result, simulation: { ...simulation, ...changed } })

describe('of simulations', () => {
  test('the card shows how amounts and allowances changed, and between which blocks', async () => {
    const request = { transaction: { chainId: '1', from: SENDER, to: USDC }, trackNonce: false }
    const stored = storedRecord('id-1', request, result)
    const now = withSimulation({
      blockNumber: 25_310_140,
      assetChanges: [
        { ...change, amount: '-250000000000' },
        { ...change, owner: STRANGER, amount: '1' },
      ],
      approvals: [approval],
    })
    await using service = await serveHttp((response, { method }) => json(response, method === 'GET' ? stored : now))
    const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
    const argv = ['validate', '--recheck', 'id-1', '--simulate', 'yes']
    const { stdout } = await makeCli()(argv, { tty: true, columns: 100, env })
    expect(stdout).toContain(`
  Since 2026-01-02 03:04 UTC (SAFE 0/100, block 25,310,112)
  asset     −5 USDC → −250,000 USDC
  asset     new: +0.000001 USDC of ${STRANGER}
  allowance new: unlimited USDC to ${STRANGER}
`)
    expect(stdout).toContain('Simulated on ethereum block 25,310,140')
    const last = service.seen.at(-1)
    expect([JSON.parse(last?.body ?? ''), last?.headers['x-txwarden-simulate']]).toEqual([request, 'yes'])
  })

  const offline = { ...result, simulation: undefined }
  const reverted = withSimulation({ status: 'reverted', assetChanges: [] })
  test.each([
    ['it ran for the first time', offline, result, [{ what: 'simulation', before: null, after: 'ok' }]],
    ['it reverts now', result, reverted, [{ what: 'simulation', before: 'ok', after: 'reverted' }]],
    ['no node answers any more', result, offline, [{ what: 'simulation', before: 'ok', after: null }]],
  ] as const)('where %s, assets have neither come nor gone', (_, before, after, changes) => {
    expect(changesBetween(before, after)).toEqual(changes)
  })

  const row = fc.record({ owner: fc.constantFrom(SENDER, STRANGER), amount: fc.constantFrom('1', '-1', '2') })
  const rows = fc.uniqueArray(
    row.map((each) => ({ ...change, ...each })),
    { selector: ({ owner }) => owner },
  )
  test('equal ones have no changes, in any order; others have one for each that differs', () => {
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const [was, is] = [withSimulation({ assetChanges: before }), withSimulation({ assetChanges: after })]
        expect(changesBetween(was, withSimulation({ assetChanges: before.toReversed() }))).toEqual([])
        const amountOf = (list: typeof before, owner: string) => list.find((each) => each.owner === owner)?.amount
        const differing = [SENDER, STRANGER].filter((owner) => amountOf(before, owner) !== amountOf(after, owner))
        const found = changesBetween(was, is).map(({ before: b, after: a }) => ((a ?? b) as typeof change).owner)
        expect(found.toSorted()).toEqual(differing.toSorted())
      }),
    )
  })
})
