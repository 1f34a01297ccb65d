import { describe, expect } from 'vitest'
import { testAddresses } from '../../src/service/intel/baseline-records.ts'
import { json, serveHttp } from '../client/support/http-server.ts'
import { asTyped, makeCli, test } from '../support/cli.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const STRANGER = '0x52908400098527886E0F7030069857D2E4169EE7'
const NOT_SAID = 'v1 does not say whether the beneficiary is known'

const v1 = (to: string, ...more: readonly string[]) => [
  ...asTyped(`validate --chain ethereum --from ${SENDER} --to ${to} --api-version v1`),
  ...more,
]

describe('with the local service', () => {
  test.each([
    ['known', testAddresses.benign, 0, 'SAFE'],
    ['unknown', STRANGER, 10, 'NO DATA'],
  ])('--fail-on no-data decides by the stored coverage: %s', async (_, to, code, verdict) => {
    const cli = makeCli()
    for (const more of [[], ['--dry-run']]) {
      const ran = await cli(v1(to, '--fail-on', 'no-data', '--json', ...more))
      expect(ran.code).toBe(code)
      const body = JSON.parse(ran.stdout)
      expect(body).toMatchObject({ verdict, combinedScore: 0 })
      // The body stays that of v1.
      expect(body).not.toHaveProperty('coverage')
    }
    const raw = JSON.parse((await cli(v1(to, '--raw'))).stdout)
    expect(Object.keys(raw).sort()).toEqual(['combinedScore', 'combinedScoreDetails', 'svcTxId', 'valid'])
  })

  test('an ALLOW entry of a contract says nothing of who is paid by a call of it', async ({ cli }) => {
    await cli(['control-list', 'add', testAddresses.drainer, '--type', 'allow'])
    const data = `0xa9059cbb${STRANGER.slice(2).toLowerCase().padStart(64, '0')}${'1'.padStart(64, '0')}`
    const ran = await cli(v1(testAddresses.drainer, '--value', '0', '--data', data, '--fail-on', 'no-data', '--json'))
    expect(ran.code).toBe(10)
    expect(JSON.parse(ran.stdout)).toMatchObject({ verdict: 'NO DATA', combinedScore: 30 })
  })

  test('the card has the coverage, and says that v1 does not have it', async ({ cli }) => {
    const known = (await cli(v1(testAddresses.benign), { tty: true, columns: 120 })).stdout
    expect(known).toContain(`known     in part (${NOT_SAID})`)
    expect(known).toContain('No risk found.')
    const unknown = (await cli(v1(STRANGER), { tty: true, columns: 120 })).stdout
    expect(unknown).toContain(`known     nothing (${NOT_SAID})`)
    expect(unknown).toMatch(/next {6}txwarden tx show [-0-9a-f]{36} {3}what is known about it/)
    // It may not be the recipient that gains.
    expect(unknown).not.toContain('control-list add')
  })

  test('the rows of a batch, too', async () => {
    const stdin = [testAddresses.benign, STRANGER]
      .map((to) => JSON.stringify({ chain: 'ethereum', from: SENDER, to, value: '1' }))
      .join('\n')
    const argv = ['validate', '--batch', '-', '--api-version', 'v1', '--fail-on', 'no-data', '-o', 'ndjson']
    const ran = await makeCli()(argv, { stdin })
    expect(ran.code).toBe(10)
    const rows = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['SAFE', 'No risk found.'],
      ['NO DATA', 'No data about the beneficiary.'],
    ])
    expect(rows[0].result).not.toHaveProperty('coverage')
  })
})

describe('with another service, answers are read like those of v2 without coverage', () => {
  const detail = { value: 0, category: '', subCategory: '', subCategoryDescription: '' }
  async function remote(score: number, subCategory: string, ...flags: readonly string[]) {
    const answer = {
      valid: true,
      combinedScore: score,
      svcTxId: 'id-1',
      combinedScoreDetails: { ...detail, value: score, subCategory },
    }
    await using service = await serveHttp((response) => json(response, answer))
    const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
    const [ran, requests] = [await makeCli()(v1(STRANGER, ...flags), { env, tty: true, columns: 120 }), service.seen]
    expect(requests).toHaveLength(1)
    return ran
  }

  test('a score of 0 without a finding fails the gate', async () => {
    const ran = await remote(0, '', '--fail-on', 'no-data')
    expect(ran.code).toBe(10)
    expect(ran.stdout).toContain(`known     ${NOT_SAID}`)
    expect(ran.stdout).toContain(`  The score is 0, and ${NOT_SAID}. No data does not mean safe: verify it\n`)
    expect(ran.stdout).toContain('next      validate it with --api-version v2, which says what is known\n')
    expect(ran.stdout).not.toContain('No data about')
  })

  test('SAFE says what is not known', async () => {
    const ran = await remote(12, 'maliciousInteraction')
    expect(ran.stdout).toContain(`  No risk found, but ${NOT_SAID}.\n`)
  })
})
