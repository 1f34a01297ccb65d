import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { Service } from '../../../../src/service/index.ts'
import type { PriceRecord } from '../../../../src/service/intel/formats/prices.ts'
import { prices } from '../../../../src/service/intel/formats/prices.ts'
import { type Verdict, validate } from '../../../support/requests.ts'
import { callData, MAX_UINT256 } from '../../risk/call-data.ts'
import { textOf } from '../feed.ts'
import { type LocalIntel, stream, test } from '../local-intel.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const PAYEE = '0x07e4b3c2d4F5061728394A5b6c7d8e9fa0b1c2D3'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const HEADER = 'chainId,token,decimals,usd,asOf'
const ETHER = String(10n ** 18n)
const DAY_MS = 24 * 60 * 60 * 1000

const rowsOf = async (text: string, chainIds?: readonly string[]) => {
  const rows = []
  for await (const batch of prices.read({ path: '', text: textOf(text), chainIds })) rows.push(...batch)
  return rows
}
const outcomes = async (...lines: readonly string[]) =>
  (await rowsOf([HEADER, ...lines].join('\n'))).map((row) => ('records' in row ? row.records[0] : row.rejected))

const importPrices = (intel: LocalIntel['intel'], source: string, ...lines: readonly string[]) =>
  intel.import({ format: 'prices', source, from: stream([HEADER, ...lines].join('\n')) })

const judge = (service: Service, transaction: object) => validate(service, { from: SENDER, ...transaction })

const lossLines = ({ explanation }: Verdict) => explanation.missing.filter((line) => /price/i.test(line))
const pricesIn = ({ store }: Service) =>
  store.read.selectFrom('prices').select(['chain_id', 'token', 'usd']).orderBy('chain_id').orderBy('token').execute()

describe('a price row', () => {
  test('has the price of one whole token; the native currency has several names', async () => {
    const native = { chainId: '1', token: '', decimals: 18, usd: '3000.5', asOf: undefined }
    expect(await outcomes('1,,,3000.5,', 'ethereum,Native,18,3000.50,', `1,0x${'e'.repeat(40)},18,3000.5,`)).toEqual([
      native,
      native,
      native,
    ])
    expect(await outcomes(`base,${USDC},6,0.9999,2026-01-02T00:00:00Z`)).toEqual([
      { chainId: '8453', token: USDC.toLowerCase(), decimals: 6, usd: '0.9999', asOf: Date.parse('2026-01-02') },
    ])
  })

  test('is rejected with a reason when malformed', async () => {
    expect(
      await outcomes(
        `777001,${USDC},6,1,`,
        `,${USDC},6,1,`,
        '1,0x12,6,1,',
        `1,${USDC},,1,`,
        `1,${USDC},78,1,`,
        `1,${USDC},6,-1,`,
        `1,${USDC},6,1e99,`,
        `1,${USDC},6,"1,000",`,
        `1,${USDC},6,1,yesterday`,
      ),
    ).toEqual([
      'unsupported chain 777001',
      'no chainId; name one with --chain',
      'not an address',
      'decimals must be an integer from 0 to 77',
      'decimals must be an integer from 0 to 77',
      'usd is not a decimal amount',
      'usd is not a decimal amount',
      'usd is not a decimal amount',
      'asOf is not a time such as 2026-09-27T12:00:00Z',
    ])
  })

  test('can be one JSON object a line, with the given chain', async () => {
    const lines = [
      { token: USDC, decimals: 6, usd: 1.5e-7 },
      { token: '', usd: 12 },
    ].map((row) => JSON.stringify(row))
    expect(await rowsOf(lines.join('\n'), ['10'])).toMatchObject([
      { records: [{ chainId: '10', usd: '0.00000015' }] },
      { records: [{ chainId: '10', token: '', usd: '12' }] },
    ])
  })

  test('keeps every digit in any notation', async () => {
    const part = fc.record({
      digits: fc.bigInt({ min: 0n, max: 10n ** 18n }),
      point: fc.integer({ min: 0, max: 18 }),
      exponent: fc.integer({ min: -15, max: 15 }),
    })
    await fc.assert(
      fc.asyncProperty(part, async ({ digits, point, exponent }) => {
        const text = String(digits).padStart(point + 1, '0')
        const split = text.length - point
        const written = `${text.slice(0, split)}${point > 0 ? `.${text.slice(split)}` : ''}e${exponent}`
        const [row] = await rowsOf(JSON.stringify({ chainId: 1, token: '', usd: written }))
        const { usd } = (row as { records: readonly [PriceRecord] }).records[0]
        // In units of 10^-40 both are whole numbers.
        const [whole = '', fraction = ''] = usd.split('.')
        expect(usd).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/)
        expect(BigInt(whole + fraction.padEnd(40, '0'))).toBe(digits * 10n ** BigInt(40 - point + exponent))
      }),
      { numRuns: 300, seed: 9 },
    )
  })
})

describe('prices', () => {
  test('are counted, replaced and removed like other sources', async ({ local: { intel, service } }) => {
    const first = await importPrices(intel, 'mine', '1,,18,3000,', `1,${USDC},6,1,`, '1,nonsense,6,1,')
    expect(first).toMatchObject({ format: 'prices', read: 3, kept: 2, rejected: 1, entries: 2, maxAgeMs: DAY_MS })
    await importPrices(intel, 'mine', '1,,18,3100,', `10,${USDC},6,1,`)
    expect(await pricesIn(service)).toEqual([
      { chain_id: '1', token: '', usd: '3100' },
      { chain_id: '10', token: USDC.toLowerCase(), usd: '1' },
    ])
    await expect(importPrices(intel, 'mine', '1,,18,3200,')).rejects.toMatchObject({ code: 'shrunk-feed' })
    await expect(importPrices(intel, 'mine')).rejects.toMatchObject({ code: 'empty-feed' })
    expect(await pricesIn(service)).toHaveLength(2)
    expect(await intel.sources()).toMatchObject([{ source: 'mine', format: 'prices', kept: 2 }])
    await intel.remove('mine')
    expect([await intel.sources(), await pricesIn(service)]).toEqual([[], []])
  })

  test('are written whole when they need several transactions', async ({ local: { intel, service } }) => {
    const many = Array.from({ length: 3000 }, (_, index) => `1,0xadd4e550${index.toString(16).padStart(32, '0')},18,1,`)
    expect(await importPrices(intel, 'mine', ...many)).toMatchObject({ entries: 3000 })
    await importPrices(intel, 'mine', ...many.slice(0, 2500))
    expect(await pricesIn(service)).toHaveLength(2500)
  })

  test('do not appear in verdicts when there are none', async ({ local: { service } }) => {
    const judged = await judge(service, { to: PAYEE, value: ETHER })
    expect(lossLines(judged)).toEqual([])
    expect(judged).not.toHaveProperty('totalLossUsd')
  })

  test('give the total loss, by the newest of several sources', async ({ local: { service, intel } }) => {
    await importPrices(intel, 'a', '1,,18,3000,2026-01-01T00:00:00Z', `1,${USDC},6,1,2026-01-02T00:00:00Z`)
    await importPrices(intel, 'b', '1,,18,2000,2026-01-02T00:00:00Z', `1,${USDC},6,2,2026-01-01T00:00:00Z`)
    const data = callData.transfer(PAYEE, 5_000_000n)
    expect((await judge(service, { to: PAYEE, value: ETHER })).totalLossUsd).toBe(2000)
    expect((await judge(service, { to: USDC, data })).totalLossUsd).toBe(5)
    expect((await judge(service, { to: USDC, data: callData.approve(PAYEE, MAX_UINT256) })).totalLossUsd).toBe(
      9_007_199_254_740_991,
    )
    // Prices of a source that is gone count no more.
    await intel.remove('b')
    expect((await judge(service, { to: PAYEE, value: ETHER })).totalLossUsd).toBe(3000)
  })

  test('that are missing leave the loss unknown, and the explanation names the token', async ({
    local: { service, intel },
  }) => {
    await importPrices(intel, 'mine', '10,,18,3000,')
    const data = callData.safeTransferFrom(SENDER, PAYEE, 5n)
    const judged = await judge(service, { to: USDC, data, value: ETHER })
    expect(judged.totalLossUsd).toBeNull()
    expect(lossLines(judged)).toEqual([`No loss in USD: no price for ETH, items of ${USDC}`])
  })

  test('that are stale still count and are reported as stale', async ({ local: { service, intel, clock } }) => {
    await importPrices(intel, 'mine', '1,,18,3000,')
    clock.advance(3 * DAY_MS)
    const judged = await judge(service, { to: PAYEE, value: ETHER })
    expect(judged.totalLossUsd).toBe(3000)
    expect(lossLines(judged)).toEqual(['Price of ETH is 3 days old (mine)'])
  })
})
