import { expect, test } from 'vitest'
import type { TransactionRecord } from '../../src/api/schemas/extensions.ts'
import type { UnaccountedItem, ValidationResult } from '../../src/api/schemas/transaction.ts'
import { reportOf } from '../../src/commands/tx/report-of.ts'
import { json, serveHttp } from '../client/support/http-server.ts'
import { makeCli } from '../support/cli.ts'

const SENDER = '0x7E57E185F01f2900F3b969962D790bD76275007A'
const ROUTER = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const POOL = '0x52908400098527886E0F7030069857D2E4169EE7'
const validate = ['validate', '--chain', 'ethereum', '--from', SENDER, '--to', ROUTER]

const pool: UnaccountedItem = {
  kind: 'address',
  address: POOL,
  path: 'swapExactIn.pools',
  text: `${POOL} (unknown), the pool of swapExactIn`,
}
const position = (id: number): UnaccountedItem => ({
  kind: 'position',
  value: String(id),
  path: `multicall[${id}].tokenId`,
  text: `position ${id}, whose owner is unknown`,
})

function answer(unaccounted: readonly UnaccountedItem[], more: Partial<ValidationResult> = {}): ValidationResult {
  const detail = { value: 0, category: '', subCategory: '', subCategoryDescription: '', hops: 0 }
  const reason = { ...detail, rule: 'known-address', subject: ROUTER, role: 'target', points: 0, source: 'list' }
  return {
    valid: true,
    combinedScore: 0,
    combinedScoreDetails: detail,
    coverage: 'none',
    svcTxId: 'id-1',
    scoreDetails: { fraud: detail, cyber: detail, compliance: detail },
    controlLists: [],
    internalAddressesWithMaxScore: [],
    explanation: {
      actions: ['swaps 1 ETH'],
      reasons: [{ ...reason, text: 'is known as the protocol A router' }],
      missing: ['No known transfers between addresses'],
      unaccounted: [...unaccounted],
    },
    ...more,
  }
}

async function against(result: ValidationResult, ...flags: readonly string[]) {
  await using service = await serveHttp((response) => json(response, result))
  const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
  const isJson = flags.includes('--json')
  return await makeCli()([...validate, ...flags], { env, ...(!isJson && { tty: true, columns: 100 }) })
}

test('the card names what is not accounted for in its answer, after the reasons, and as the address to verify', async () => {
  const { stdout, stderr } = await against(answer([pool]))
  expect(stderr).toBe('')
  expect(stdout).toMatchInlineSnapshot(`
    "
      swaps 1 ETH

     NO DATA   ░░░░░░░░░░░░░░░░░░░░  0/100

      Not accounted for: 0x52908400098527886E0F7030069857D2E4169EE7 (unknown), the pool of swapExactIn.
      No data does not mean safe: verify it independently.

      chain     ethereum (1)
      from      0x7E57E185F01f2900F3b969962D790bD76275007A
      to        0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
      value     0 ETH
      known     nothing about the beneficiary

      Why
        ·  target 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48
           is known as the protocol A router
           known-address · list

      Not accounted for
      0x52908400098527886E0F7030069857D2E4169EE7 (unknown), the pool of swapExactIn
        swapExactIn.pools

      id        id-1
      next      verify the address with its owner over another channel, or look it up in a block
                explorer
                txwarden control-list add 0x52908400098527886E0F7030069857D2E4169EE7 --type allow
                  once the owner has confirmed it
                txwarden control-list add 0x52908400098527886E0F7030069857D2E4169EE7 --type block
                  if it is not the address that is meant

    "
  `)
})

test('the card shows eight, and all with --explain', async () => {
  const many = Array.from({ length: 11 }, (_, index) => position(index))
  const short = (await against(answer(many))).stdout
  expect(short.match(/^ {4}multicall/gm)).toHaveLength(8)
  expect(short).toContain('  and 3 more: --explain\n')
  expect(short).toContain('whose owner is unknown; and 8 more. No data does not mean safe')
  // An ALLOW entry is for an address.
  expect(short).not.toContain('--type allow')
  const whole = (await against(answer(many), '--explain')).stdout
  expect(whole.match(/^ {4}multicall/gm)).toHaveLength(11)
  expect(whole.indexOf('Not accounted for\n')).toBeLessThan(whole.indexOf('Missing data'))
})

test('an address is shown whole, also where the text shortens it', async () => {
  const { stdout } = await against(answer([{ ...pool, text: '0x5290…9EE7 (unknown), the pool of swapExactIn' }]))
  expect(stdout).toContain(`    ${POOL} · swapExactIn.pools\n`)
})

test('a call that was not read names the addresses beside its contract', async () => {
  const result = answer([pool])
  const unread = { code: 'effects-unknown', selector: '0x12345678' } as never
  const { stdout } = await against({
    ...result,
    explanation: { ...result.explanation, missingData: [unread] } as NonNullable<ValidationResult['explanation']>,
  })
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    `could not be read, so who gains is unknown. Not accounted for: ${POOL} (unknown), the pool of swapExactIn.`,
  )
})

test('nothing is shown where everything is accounted for', async () => {
  expect((await against(answer([]))).stdout).not.toContain('Not accounted for')
})

test('no text of a service moves the cursor or adds a line', async () => {
  const { stdout } = await against(answer([{ ...pool, text: 'a\u001b[2Jb\n BLOCKED', path: 'c\u202ed' }]))
  for (const hostile of ['\u001b[2J', '\u202e', '\n BLOCKED']) expect(stdout).not.toContain(hostile)
})

test('JSON has the items as they come', async () => {
  const { stdout } = await against(answer([pool, position(1)]), '--json')
  expect(JSON.parse(stdout).explanation.unaccounted).toEqual([pool, position(1)])
})

test('the reason of a row of a batch names the first ones', async () => {
  await using service = await serveHttp((response) => json(response, answer([pool])))
  const env = { TXWARDEN_BASE_URL: service.url.origin, TXWARDEN_VALIDATION_KEY: 'a-key' }
  const stdin = JSON.stringify({ chain: 'ethereum', from: SENDER, to: ROUTER, value: '1' })
  const { stdout } = await makeCli()(['validate', '--batch', '-', '-o', 'ndjson'], { env, stdin })
  expect(JSON.parse(stdout)).toMatchObject({
    verdict: 'NO DATA',
    reason: `Not accounted for: ${POOL} (unknown), the pool of swapExactIn.`,
  })
})

test('the page of a validation has a section of them', () => {
  const record = {
    svcTxId: 'id-1',
    chainId: '1',
    createdAt: '2026-09-27T12:00:00.000Z',
    product: 'SONAR',
    request: { transaction: { chainId: '1', from: SENDER, to: ROUTER }, trackNonce: false },
    result: answer([pool]),
  } as unknown as TransactionRecord
  const source = { record, deliveries: [], madeAt: '', version: '', command: '' }
  const { sections } = reportOf({ ...source, decoded: { lines: [] } as never })
  expect(sections.find(({ heading }) => heading === 'Not accounted for')?.blocks).toMatchObject([
    { kind: 'list', items: [{ text: pool.text, note: 'swapExactIn.pools' }] },
  ])
})
