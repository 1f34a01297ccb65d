import { expect, test } from 'vitest'
import { Knowledge } from '../../../../bench/detection/knowledge.ts'
import { evidenceOf, judged, verdictOfRisk } from '../../../../bench/detection/run-engine.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import { actionsInWords } from '../../../../src/service/risk/summary/actions-in-words.ts'
import { wordsOf } from '../../../../src/service/risk/summary/words.ts'
import type { Transaction } from '../../../../src/service/risk/types.ts'

/** Transactions that people reported, with the verdict that they should have had. */

const from = '0x7e57e185f01f2900f3b969962d790bd76275007a'
const nothing = new Knowledge()

function shown(transaction: Transaction) {
  const risk = judged(transaction, nothing)
  const analysis = analyze(transaction)
  const [first] = actionsInWords(analysis, wordsOf(analysis, evidenceOf(analysis, nothing)), risk.account).actions
  return { verdict: verdictOfRisk(risk), rules: risk.findings.map(({ rule }) => rule), first }
}

/** ethereum/clear-signing-erc7730-registry#2900. */
test('1 ETH beside an approval of USDC is a WARNING, and the first line has the value', () => {
  const found = shown({
    chainId: '1',
    from,
    to: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
    value: 10n ** 18n,
    data: '0x095ea7b3000000000000000000000000000000000022d473030f116ddee9f6b43ac78ba30000000000000000000000000000000000000000000000000000000005f5e100',
  })
  expect(found).toMatchObject({ verdict: 'WARNING', rules: ['unaccepted-value'] })
  expect(found.first).toMatch(/100 USDC.*, with 1 ETH$/)
})

/** TalismanSociety/talisman#2534. */
test('5 ETH beside a swap of USDC by a router that takes ether is a WARNING: the router keeps it', () => {
  const found = shown({
    chainId: '1',
    from,
    to: '0xe592427a0aece92de3edee1f18e0157c05861564',
    value: 5n * 10n ** 18n,
    data: '0x414bf389000000000000000000000000a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48000000000000000000000000c02aaa39b223fe8d0a0e5c4f27ead9083c756cc200000000000000000000000000000000000000000000000000000000000001f40000000000000000000000007e57e185f01f2900f3b969962d790bd76275007a00000000000000000000000000000000000000000000000000000000713fb30000000000000000000000000000000000000000000000000000000006fc23ac000000000000000000000000000000000000000000000000007ce66c50e28400000000000000000000000000000000000000000000000000000000000000000000',
  })
  expect(found.verdict).toBe('WARNING')
  expect(found.rules).toContain('unaccepted-value')
  expect(found.first).toContain('5 ETH')
})
