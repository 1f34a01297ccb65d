import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { subCategoryNames } from '../../src/api/vocabulary.ts'
import { makeCli } from '../support/cli.ts'

/** What a newcomer sees of each example on a fresh installation: exit code, score, subCategory. */
const shown: Readonly<Record<string, readonly [code: number, score: number, subCategory: string]>> = {
  'approval-to-drainer': [12, 95, 'maliciousInteraction'],
  'approval-to-unknown': [0, 50, 'maliciousInteraction'],
  payment: [0, 0, ''],
  'payment-into-reentrancy': [12, 85, 'reentrancy'],
  'payment-to-impostor': [12, 88, 'impersonationScamInteraction'],
  'payment-to-mixer': [12, 80, 'mixerMaliciousContractInteraction'],
  'payment-to-poisoned-recipient': [12, 92, 'addressPoisoning'],
  'payment-to-rug-pull': [12, 85, 'rugPullInteraction'],
  'payment-to-sanctioned': [12, 100, 'sanctionedInteraction'],
  'payment-to-scam': [12, 90, 'financialScamInteraction'],
  'permit-to-drainer': [12, 95, 'maliciousInteraction'],
  'transfer-to-blocked': [12, 95, 'maliciousInteraction'],
  'transfer-to-known': [0, 0, ''],
  'upgrade-to-malicious-implementation': [12, 90, 'maliciousProtocolUpgrade'],
}

test('there is an example of every subCategory but the one that needs a list of your own', () => {
  const seen = new Set(Object.values(shown).map(([, , subCategory]) => subCategory))
  expect(subCategoryNames.filter((name) => !seen.has(name))).toEqual(['blockedAddress'])
})

test.each(globSync('examples/*.json'))('%s', async (file) => {
  const [code, score, subCategory] = shown[basename(file, '.json')] ?? []
  const flag = 'types' in JSON.parse(readFileSync(file, 'utf8')) ? '--typed-data' : '--file'
  const judged = await makeCli()(['validate', flag, file, '--json'])
  expect(judged.code).toBe(code)
  expect(JSON.parse(judged.stdout)).toMatchObject({ combinedScore: score, combinedScoreDetails: { subCategory } })
})

test.each([
  [['validate', '--batch', 'examples/payouts.csv'], 12, '4 rows: 2 SAFE, 1 NO DATA, 1 BLOCKED'],
  [['control-list', 'import', 'examples/blocklist.csv', '--type', 'block'], 0, '2 rows: 2 added'],
  [['monitor', 'import', 'examples/wallets.csv'], 0, '3 monitors: 3 added'],
  [['intel', 'import', '--format', 'ofac', 'examples/ofac-sample.txt'], 0, ''],
] as const)('the template of %j is read as a whole', async (argv, code, summary) => {
  const { stderr, ...result } = await makeCli()(argv)
  expect(result.code, stderr).toBe(code)
  expect(stderr).toContain(summary)
})
