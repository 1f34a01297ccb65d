import { describe, expect, test } from 'vitest'
import { composeAlert } from '../../../../../src/service/alerts/delivery/messages/alert-message.ts'
import { readExplorers } from '../../../../../src/service/alerts/delivery/messages/explorers.ts'
import { AT, contentOf, SCAM, SENDER } from '../../channels/given.ts'

const EVENT = { id: '01890000-0000-7000-8000-0000000000ee', createdAt: AT }
const { transaction, result } = contentOf()

const compose = (given: Parameters<typeof contentOf>[0] = {}, now = AT) =>
  composeAlert(EVENT, contentOf(given), { now })
const factsOf = (message: ReturnType<typeof compose>) =>
  Object.fromEntries(message.facts.map(({ label, value }) => [label, value]))

test('a message has the verdict, the facts to check, the reasons and a command', () => {
  const message = compose()
  expect(message).toMatchObject({
    id: EVENT.id,
    type: 'alert.triggered',
    at: AT,
    tone: 'bad',
    headline: 'BLOCKED 90/100 · pays 0.5 ETH to 0x7E57…C313 (listed as a threat) · on ethereum',
    actions: [`pays 0.5 ETH to ${SCAM} (listed as a threat)`],
    summary: `Score 90 reaches the block threshold of 70: The recipient ${SCAM} is listed as test financial scam.`,
    reasons: ['Recipient 0x7E57…C313 is listed as test financial scam (90 points, txwarden baseline)'],
    command: `txwarden tx show ${transaction.svcTxId}`,
  })
  expect(message.facts).toEqual([
    { label: 'Chain', value: 'ethereum (1)' },
    { label: 'From', value: SENDER, short: '0x7E57…007A', href: `https://etherscan.io/address/${SENDER}` },
    { label: 'To', value: SCAM, short: '0x7E57…C313', href: `https://etherscan.io/address/${SCAM}` },
    { label: 'Value', value: '0.5 ETH' },
    { label: 'Total loss', value: '$2,000' },
    { label: 'Category', value: 'fraud: Interaction with a financial scam' },
    { label: 'Time', value: '2026-03-04 05:06:07 UTC' },
    { label: 'Alert', value: 'big losses (SONAR)' },
    { label: 'Validation', value: transaction.svcTxId },
  ])
})

test('enforced policies that refuse or hold it are named', () => {
  const policies = [{ policy: 'payouts', result: 'deny', text: '620 of 500 USD in 24 h' }] as const
  expect(factsOf(compose({ result: { ...result, policies } })).Policy).toBe('payouts: deny: 620 of 500 USD in 24 h')
})

test('a beneficiary other than sender and recipient is listed, each address once', () => {
  const spender = '0x00000000000000000000000000000000000000bb'
  const reasonOf = (given: object) => ({ ...result.reasons[0], ...given }) as (typeof result.reasons)[number]
  const reasons = [
    reasonOf({ subject: spender, role: 'spender', text: 'is listed as a drainer' }),
    reasonOf({ subject: spender, role: 'spender', text: 'is a stranger' }),
    reasonOf({ subject: '', role: '', text: 'The call data does not decode.' }),
    reasonOf({ subject: '0x1', text: 'one too many' }),
  ]
  const message = compose({ transaction: { ...transaction, selector: '0x095ea7b3' }, result: { ...result, reasons } })
  expect(message.facts.map(({ label }) => label).slice(0, 7)).toEqual([
    'Chain',
    'From',
    'Contract',
    'Value',
    'Total loss',
    'Spender',
    'Category',
  ])
  expect(message.facts).toContainEqual({
    label: 'Spender',
    value: spender,
    short: '0x0000…00bb',
    href: `https://etherscan.io/address/${spender}`,
  })
  const upgrade = [reasonOf({ subject: spender, role: 'implementation' }), reasonOf({ subject: '0x2', role: '' })]
  expect(factsOf(compose({ result: { ...result, reasons: upgrade } }))).toMatchObject({
    'New implementation': spender,
    Address: '0x2',
  })
  const { actions: _, ...unread } = result
  const called = { ...transaction, selector: '0x095ea7b3', value: '0' }
  expect(factsOf(compose({ transaction: called, result: unread }))).toMatchObject({ Function: '0x095ea7b3' })
  expect(factsOf(compose({ transaction: called, result: unread }))).not.toHaveProperty('Value')
  expect(message.reasons).toEqual([
    'Spender 0x0000…00bb is listed as a drainer (90 points, txwarden baseline)',
    'Spender 0x0000…00bb is a stranger (90 points, txwarden baseline)',
    'The call data does not decode. (90 points, txwarden baseline)',
  ])
})

test('three actions are reported and the rest is counted', () => {
  const actionsOf = (actions: string[], moreActions?: number) =>
    compose({ result: { ...result, actions, ...(moreActions !== undefined && { moreActions }) } }).actions
  expect(actionsOf(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
  expect(actionsOf(['a', 'b', 'c', 'd', 'e', 'and 7 more'], 7)).toEqual(['a', 'b', 'c', 'and 9 more'])
  expect(actionsOf(['a', 'and 2 more'], 2)).toEqual(['a', 'and 2 more'])
  // The member says that the last one counts, not its words.
  expect(actionsOf(['a', 'b', 'c', 'and 7 more'])).toEqual(['a', 'b', 'c', 'and 1 more'])
})

test('the data for machines is the stored event', () => {
  expect(compose().data).toEqual(contentOf())
  expect(JSON.stringify(compose({}, AT + 3_600_000).data)).toBe(JSON.stringify(compose().data))
})

describe('the time shows the delay of a message', () => {
  test.each([
    [0, '2026-03-04 05:06:07 UTC'],
    [60_000, '2026-03-04 05:06:07 UTC'],
    [60_001, '2026-03-04 05:06:07 UTC, delayed by 1 min'],
    [12 * 60_000, '2026-03-04 05:06:07 UTC, delayed by 12 min'],
    [119 * 60_000, '2026-03-04 05:06:07 UTC, delayed by 119 min'],
    [5 * 3_600_000, '2026-03-04 05:06:07 UTC, delayed by 5 h'],
    [75 * 3_600_000, '2026-03-04 05:06:07 UTC, delayed by 3 days'],
    [-5000, '2026-03-04 05:06:07 UTC'],
  ])('after %i ms: %s', (ms, time) => {
    expect(factsOf(compose({}, AT + ms)).Time).toBe(time)
  })
})

test.each([
  ['1', '1', '1 wei'],
  ['56', '10', '10 wei'],
  ['137', '123456789012345678901234567890', '123,456,789,012.34567890123456789 POL'],
  ['43114', '2000000000000000000', '2 AVAX'],
])('on chain %s a value of %s wei is %s', (chainId, value, shown) => {
  expect(factsOf(compose({ transaction: { ...transaction, chainId, value } })).Value).toBe(shown)
})

test('an indirect match shows its hops', () => {
  expect(factsOf(compose({ result: { ...result, hops: 1 } })).Category).toMatch(/, 1 transfer away$/)
  expect(factsOf(compose({ result: { ...result, hops: 2 } })).Category).toMatch(/, 2 transfers away$/)
})

test('a contract creation has no recipient', () => {
  const { to: _to, ...creation } = transaction
  expect(factsOf(compose({ transaction: creation }))).toMatchObject({ To: 'contract creation' })
  expect(factsOf(compose({ transaction: creation }))).not.toHaveProperty('Function')
})

test('an unknown loss is not shown as zero', () => {
  expect(factsOf(compose({ result: { ...result, totalLossUsd: null } }))).not.toHaveProperty('Total loss')
  expect(factsOf(compose({ result: { ...result, totalLossUsd: 0 } }))).toMatchObject({ 'Total loss': '$0' })
  expect(factsOf(compose({ result: { ...result, totalLossUsd: 1_234_567 } }))).toMatchObject({
    'Total loss': '$1,234,567',
  })
})

describe('the verdict', () => {
  const { error: _error, ...passed } = { ...result, valid: true, enforcement: 'PASSED' as const }
  const nothing = { category: '', subCategory: '', subCategoryDescription: '', reasons: [], hops: 0 }

  test.each([
    [
      { ...passed, status: 'UNSAFE' as const, combinedScore: 80 },
      'UNSAFE 80/100 · pays 0.5 ETH to 0x7E57…C313 (listed as a threat) · on ethereum',
      'bad',
    ],
    [
      { ...passed, status: 'WARNING' as const, combinedScore: 40 },
      'WARNING 40/100 · pays 0.5 ETH to 0x7E57…C313 (listed as a threat) · on ethereum',
      'warn',
    ],
    [
      { ...passed, status: 'SAFE' as const, combinedScore: 12 },
      'SAFE 12/100 · pays 0.5 ETH to 0x7E57…C313 (listed as a threat) · on ethereum',
      'good',
    ],
    [
      { ...passed, ...nothing, status: 'SAFE' as const, combinedScore: 0, coverage: 'none' as const },
      'NO DATA 0/100 · pays 0.5 ETH to 0x7E57…C313 (listed as a threat) · on ethereum',
      'plain',
    ],
    [
      { ...passed, ...nothing, status: 'SAFE' as const, combinedScore: 0, coverage: 'full' as const },
      'SAFE 0/100 · pays 0.5 ETH to 0x7E57…C313 (listed as a threat) · on ethereum',
      'good',
    ],
  ])('%#: %s', (of, headline, tone) => {
    expect(compose({ result: of })).toMatchObject({ headline, tone })
  })

  test('without an error is summarised by its category, by no risk or by no data', () => {
    expect(compose({ result: passed }).summary).toBe('Interaction with a financial scam.')
    const none = { ...passed, ...nothing, status: 'SAFE' as const, combinedScore: 0 }
    expect(compose({ result: none }).summary).toBe('No risk found.')
    expect(compose({ result: { ...none, coverage: 'none' } }).summary).toContain('No data does not mean safe')
  })
})

test('a MONITOR alert shows the monitored address and the on-chain transaction', () => {
  const transactionId = `0x${'ab'.repeat(32)}`
  const message = compose({
    alert: { id: '1', name: 'treasury moves', type: 'MONITOR' },
    transaction: { ...transaction, transactionId, blockNumber: '19000000' },
    monitored: [
      { address: transaction.from, name: 'treasury' },
      { address: '0x00000000000000000000000000000000000000bb', name: '' },
    ],
  })
  expect(message.headline).toBe(
    'MONITOR · treasury (0x7E57…007A) · BLOCKED 90/100 · pays 0.5 ETH to 0x7E57…C313 (listed as a threat) · on ethereum',
  )
  expect(message.facts).toEqual(
    expect.arrayContaining([
      {
        label: 'Transaction',
        value: transactionId,
        short: '0xabab…abab',
        href: `https://etherscan.io/tx/${transactionId}`,
      },
      { label: 'Block', value: '19000000' },
      { label: 'Monitored', value: `${transaction.from} treasury` },
      { label: 'Monitored', value: '0x00000000000000000000000000000000000000bb' },
    ]),
  )
})

test('links lead to the configured explorer; without one there are none', () => {
  const explorer = readExplorers('ethereum=https://explorer.internal/eth')
  const linksOf = (chainId: string) =>
    composeAlert(EVENT, contentOf({ transaction: { ...transaction, chainId } }), { now: AT, explorer }).facts.flatMap(
      ({ href }) => (href === undefined ? [] : [href]),
    )
  expect(linksOf('1')[0]).toBe(`https://explorer.internal/eth/address/${transaction.from}`)
  expect(linksOf('31337')).toEqual([])
})
