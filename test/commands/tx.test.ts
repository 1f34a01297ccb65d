import { describe, expect } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { json, serveHttp } from '../client/support/http-server.ts'
import { type Cli, makeCli, says, test } from '../support/cli.ts'
import { serveForTest } from '../support/served.ts'
import { storedRecord } from './stored-record.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const { benign: BENIGN, drainer: DRAINER } = testAddresses
const UNKNOWN = '0x52908400098527886E0F7030069857D2E4169EE7'
const HASH = `0x${'ab'.repeat(32)}`

async function judge(cli: Cli, to: string, ...argv: string[]): Promise<string> {
  const all = ['validate', '--chain', 'ethereum', '--from', SENDER, '--to', to, '--value', '7', '--json', ...argv]
  const judged = await cli(all)
  return (JSON.parse(judged.stdout) as { svcTxId: string }).svcTxId
}

const parsed = (stdout: string) => JSON.parse(stdout) as Record<string, unknown>

test('tx show shows the simulation of the validation', async () => {
  const detail = { value: 0, category: '', subCategory: '', subCategoryDescription: '', hops: 0 }
  const change = { owner: SENDER, standard: 'native', amount: '-1500000000000000000' }
  const simulation = {
    status: 'ok',
    method: 'simulate',
    blockNumber: 25_310_112,
    assetChanges: [change],
    approvals: [],
  }
  const result = {
    valid: true,
    combinedScore: 0,
    combinedScoreDetails: detail,
    scoreDetails: { fraud: detail, cyber: detail, compliance: detail },
    coverage: 'full',
    simulation: { ...simulation, summary: 'You send 1.5 ETH' },
    chainCoverage: { status: 'full', missing: [] },
  }
  const request = { transaction: { chainId: '1', from: SENDER, to: BENIGN }, trackNonce: false }
  const record = storedRecord('id', request, result)
  await using service = await serveHttp((response) => json(response, record))
  const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
  const { stdout } = await makeCli()(['tx', 'show', 'id'], { tty: true, env })
  expect(stdout).toMatch(/^\n {2}You send 1\.5 ETH\n/)
  expect(stdout).toContain('  Simulated on ethereum block 25,310,112\n  out       −1.5 ETH\n  in        nothing\n')
})

describe('tx show', () => {
  test('has request, result and reports', async ({ cli }) => {
    const id = await judge(cli, BENIGN)
    cli.clock.advance(60_000)
    await cli(['tx', 'update', id, '--transaction-id', HASH, '--block-number', '7'])
    const { result, ...record } = parsed((await cli(['tx', 'show', id, '--json'])).stdout)
    expect(record).toEqual({
      verdict: 'SAFE',
      svcTxId: id,
      product: 'SONAR',
      chainId: '1',
      from: SENDER,
      to: BENIGN,
      value: '7',
      valid: true,
      combinedScore: 0,
      subCategory: '',
      coverage: 'partial',
      transactionId: HASH,
      blockNumber: '7',
      reported: 'unconfirmed',
      createdAt: '2026-01-02T03:04:05.000Z',
      updatedAt: '2026-01-02T03:05:05.000Z',
      request: { transaction: { chainId: '1', from: SENDER, to: BENIGN, value: '7' }, trackNonce: false },
      reports: [{ transactionId: HASH, blockNumber: '7', reportedAt: '2026-01-02T03:05:05.000Z' }],
    })
    expect(result).toMatchObject({ svcTxId: id, valid: true, coverage: 'partial', explanation: { reasons: [{}] } })
  })

  test('shows the card on a terminal, with what was reported', async ({ cli }) => {
    const id = await judge(cli, DRAINER)
    const shown = (await cli(['tx', 'show', id], { tty: true })).stdout
    for (const text of [id, 'BLOCKED', SENDER, DRAINER, 'ethereum']) expect(shown).toContain(text)
    await cli(['tx', 'update', id, '--transaction-id', HASH, '--block-number', '7'])
    const reported = (await cli(['tx', 'show', id], { tty: true, columns: 200 })).stdout
    expect(reported).toContain(`sent as   ${HASH}, as reported`)
    expect(reported).toContain('block     7')
    expect((await cli(['tx', 'list'], { tty: true })).stdout).toMatch(/\bethereum\b/)
  })

  test('of an unknown id is not found, locally and over HTTP', async ({ cli }) => {
    const here = await cli(['tx', 'show', 'nothing', '--json'])
    expect(here).toMatchObject({ code: 5, stdout: '' })
    expect(here.stderr).toContain('There is no transaction')
    const served = await serveForTest()
    const env = { TXWARDEN_BASE_URL: served.url, TXWARDEN_VALIDATION_KEY: served.keys.validation }
    const there = await cli(['tx', 'show', 'nothing', '--json'], { env })
    expect(there).toMatchObject({ code: 5, stdout: '' })
    expect(there.stderr).toContain('There is no transaction')
  })

  test('of a hosted service says that it has no records', async () => {
    await using hosted = await serveHttp((response) => json(response, { status: 404, error: 'Not Found' }, 404))
    const env = { TXWARDEN_BASE_URL: hosted.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
    for (const argv of [
      ['tx', 'show', 'an-id'],
      ['tx', 'list'],
      ['tx', 'explain', 'an-id'],
    ]) {
      const answer = await makeCli()([...argv, '--json'], { env })
      expect(answer).toMatchObject({ code: 5, stdout: '' })
      expect(JSON.parse(answer.stderr)).toMatchObject({ error: { code: 'not-offered', status: 404 } })
    }
  })
})

describe('tx update', () => {
  test('without a block number says on stderr that it is no history yet', async ({ cli }) => {
    const id = await judge(cli, BENIGN)
    const report = async (...argv: string[]) => (await cli(['tx', 'update', id, ...argv])).stderr
    expect(await report('--transaction-id', HASH)).toBe(
      `! Without a block number it is not history yet: report the block once it is known. Try: txwarden tx update ${id} --block-number <n>\n`,
    )
    const counterparty = async () =>
      parsed((await cli(['validate', '--chain', '1', '--from', SENDER, '--to', BENIGN, '--json', '--explain'])).stdout)
    expect(JSON.stringify((await counterparty()).explanation)).toContain('No history for this sender')
    expect(await report('--block-number', '7')).toBe('')
    expect(await report('--block-number', '7', '--block-time', '2099-01-01T00:00:00Z')).toBe(
      '! 2099-01-01T00:00:00.000Z is in the future: no block has this time.\n',
    )
    expect(await report('--block-number', '8')).toBe(`! Block 7 was reported before: tx show ${id} has both reports.\n`)
    expect(JSON.stringify((await counterparty()).explanation)).not.toContain('No history for this sender')
  })
})

test('a repeated payment shows on the card what vouches for it', async ({ cli }) => {
  const payee = '0x00000000000000000000000000000000000a11ce'
  await cli(['tx', 'update', await judge(cli, payee), '--transaction-id', HASH, '--block-number', '7'])
  const again = ['validate', '--chain', '1', '--from', SENDER, '--to', payee, '--value', '7']
  const { stdout } = await cli(again, { tty: true, columns: 200 })
  expect(stdout).toContain('No risk found.')
  expect(stdout).toContain('was paid before, 7 wei on 2026-01-02, in a reported transaction; reported, not confirmed')
  expect(stdout).toContain('known-payee · history')
})

describe('tx list', () => {
  test('shows the newest first, with filters', async ({ cli }) => {
    const first = await judge(cli, BENIGN)
    cli.clock.advance(60_000)
    const second = await judge(cli, DRAINER)
    cli.clock.advance(60_000)
    const third = await judge(cli, BENIGN, '--chain', 'base')
    const ids = async (...argv: string[]) => {
      const listed = await cli(['tx', 'list', '--fields', 'svcTxId', ...argv])
      return listed.stdout.split('\n').filter((line) => line !== '')
    }
    expect(await ids()).toEqual([third, second, first])
    expect(await ids('--chain', 'ethereum')).toEqual([second, first])
    expect(await ids('--verdict', 'blocked')).toEqual([second])
    expect(await ids('--verdict', 'safe', '--chain', '1')).toEqual([first])
    expect(await ids('--sort', 'createdAt,asc', '--size', '2')).toEqual([first, second])
    expect(await ids('--sort', 'combinedScore,desc', '--all', '--limit', '1')).toEqual([second])
    expect((await cli(['tx', 'list', '--chain', 'bsc'], { tty: true })).stdout).toBe('No transaction matches.\n')
    expect((await cli(['tx', 'list'])).stdout).toContain(
      `${second}\tBLOCKED\t95\tmaliciousInteraction\t1\t${DRAINER}\t`,
    )
  })

  test('finds those with a verdict in a time, and says what each does', async ({ cli }) => {
    const first = await judge(cli, BENIGN)
    cli.clock.advance(60_000)
    const second = await judge(cli, DRAINER)
    cli.clock.advance(60_000)
    const third = await judge(cli, UNKNOWN)
    const ids = async (...argv: string[]) => {
      const listed = await cli(['tx', 'list', '--fields', 'svcTxId', ...argv])
      return listed.stdout.split('\n').filter((line) => line !== '')
    }
    expect(await ids('--verdict', 'blocked')).toEqual([second])
    expect(await ids('--verdict', 'safe')).toEqual([first])
    expect(await ids('--verdict', 'no-data,blocked')).toEqual([third, second])
    expect(await ids('--verdict', 'warning', '--verdict', 'unsafe')).toEqual([])
    expect(await ids('--since', '90s')).toEqual([third, second])
    expect(await ids('--until', '90s', '--verdict', 'safe,no-data')).toEqual([first])
    expect(await ids('--address', SENDER, '--since', '90s', '--until', '30s')).toEqual([second])
    expect(await ids('--address', SENDER, '--verdict', 'no-data')).toEqual([third])
    expect((await cli(['tx', 'list', '--verdict', 'dangerous'])).code).toBe(2)
    const { content } = parsed((await cli(['tx', 'list', '--json'])).stdout) as { content: { what: string }[] }
    expect(content[0]?.what).toBe(`pays 7 wei to ${UNKNOWN} (unknown)`)
    const { stdout } = await cli(['tx', 'list'], { tty: true, columns: 120 })
    expect(stdout).toContain('WHAT')
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(120)
  })

  test('finds those that name an address, and notes that older ones are not indexed yet', async ({ cli }) => {
    const first = await judge(cli, BENIGN)
    await judge(cli, DRAINER)
    const listed = await cli(['tx', 'list', '--address', BENIGN, '--fields', 'svcTxId'])
    expect(listed).toMatchObject({ code: 0, stdout: `${first}\n`, stderr: '' })
    expect((await cli(['tx', 'list', '--address', 'nowhere'])).code).toBe(2)
    const page = { content: [], size: 25, number: 0, totalElements: 0, partial: true }
    await using service = await serveHttp((response) => json(response, page))
    const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
    const partial = await makeCli()(['tx', 'list', '--address', BENIGN], { env })
    expect(partial).toMatchObject(says(0, 'not indexed by address yet'))
  })

  test('shows NO DATA by the stored coverage', async ({ cli }) => {
    const verdicts = async (id: string) => {
      const lines = async (...argv: string[]) => (await cli(['tx', ...argv, '-o', 'tsv'])).stdout.split('\n')
      const [shown] = await lines('show', id)
      const listed = (await lines('list')).find((line) => line.startsWith(id))
      return [shown?.split('\t')[1], listed?.split('\t')[1]]
    }
    const known = await judge(cli, BENIGN)
    const unknown = await judge(cli, `0x${'5'.repeat(40)}`)
    expect(await verdicts(known)).toEqual(['SAFE', 'SAFE'])
    expect(await verdicts(unknown)).toEqual(['NO DATA', 'NO DATA'])
    const { content } = parsed((await cli(['tx', 'list', '--json'])).stdout) as { content: object[] }
    expect(content).toMatchObject([{ coverage: 'none' }, { coverage: 'partial' }])
  })

  test('--limit caps the rows, and excludes --page', async ({ cli }) => {
    for (const digit of '123') await judge(cli, `0x${digit.repeat(40)}`)
    const limited = async (...argv: string[]) => await cli(['tx', 'list', '--limit', '2', ...argv])
    expect(await limited()).toMatchObject({ code: 0, stderr: '' })
    expect((await limited()).stdout.trim().split('\n')).toHaveLength(2)
    expect((await cli(['tx', 'list', '--limit', '9'])).stdout.trim().split('\n')).toHaveLength(3)
    expect(await limited('--page', '1')).toMatchObject({ code: 2, stdout: '' })
  })

  test('is empty at first', async () => {
    expect((await makeCli()(['tx', 'list'], { tty: true })).stdout).toContain('No transactions yet.')
  })
})

describe('the card of tx show', () => {
  test('shows the card of validate --explain, and exits 0', async ({ cli }) => {
    const argv = ['validate', '--chain', '1', '--from', SENDER, '--to', DRAINER, '--value', '7', '--explain']
    const shown = (await cli(argv, { tty: true })).stdout
    const id = parsed((await cli(['tx', 'list', '--json'])).stdout) as { content: { svcTxId: string }[] }
    const explained = await cli(['tx', 'explain', id.content[0]?.svcTxId ?? ''], { tty: true })
    expect(explained.code).toBe(0)
    const card = (text: string) => text.replace(/^\s+next .*$/gm, '').trim()
    const stored = /^ {2}(?:validated|product) .*\n/gm
    expect(card(explained.stdout.replace(stored, ''))).toBe(card(shown))
    expect(explained.stdout).toContain('Missing data')
  })

  test('shows the evidence of that time', async ({ cli }) => {
    const id = await judge(cli, BENIGN)
    await cli(['control-list', 'add', BENIGN, '--type', 'block'])
    expect(parsed((await cli(['tx', 'explain', id, '--json'])).stdout)).toMatchObject({
      result: { svcTxId: id, valid: true },
    })
  })
})
