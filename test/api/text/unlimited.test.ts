import { expect, test } from 'vitest'
import { checksummed } from '../../../src/api/address.ts'
import { approvalText } from '../../../src/commands/validate/asset-text.ts'
import { activityLines } from '../../../src/service/alerts/delivery/messages/activity-words.ts'
import type { AllowanceKind } from '../../../src/service/evm/allowance.ts'
import { analyze } from '../../../src/service/risk/analyze.ts'
import { toSimulationJson } from '../../../src/service/risk/chain/simulation-json.ts'
import { actionsInWords } from '../../../src/service/risk/summary/actions-in-words.ts'
import { simulationSentence } from '../../../src/service/risk/summary/simulation-sentence.ts'
import { wordsOf } from '../../../src/service/risk/summary/words.ts'
import { callData } from '../../service/risk/call-data.ts'
import { approval, measured, observation } from '../../service/risk/chain/observed.ts'
import { evidence, intel, stranger, transaction } from '../../service/risk/situation.ts'

const UNI = '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984'

/** An approval as the verdict, the card, an alert and the actions of a held request say it. */
function saidOf(amount: bigint, kind: AllowanceKind): string[] {
  const approvals = [approval(stranger, UNI, { amount, kind })]
  const given = {
    to: UNI,
    data: callData.approve(stranger, amount),
    intel: [intel(UNI, { kind: 'token', canonical: true, symbol: 'UNI', decimals: 18, source: 'list', label: 'UNI' })],
    chain: observation([], measured({ approvals })),
  }
  const [analysis, known] = [analyze(transaction(given)), evidence(given)]
  const words = wordsOf(analysis, known)
  const [shown] = toSimulationJson(analysis, known, words)?.approvals ?? []
  const allowance = { token: UNI, symbol: 'UNI', decimals: 18, verified: true as const, amount: String(amount) }
  const activity = { address: UNI, name: '', moves: [], other: checksummed(stranger), allowance }
  return [
    simulationSentence(analysis, known, words) ?? '',
    shown ? approvalText(shown) : '',
    ...activityLines({ ...activity, kind: 'allowance-granted' }, false),
    ...actionsInWords(analysis, words).actions,
  ]
}

test.each<[string, bigint, AllowanceKind]>([
  ['96 bits', 2n ** 96n - 1n, 'allowance'],
  ['160 bits, through Permit2', 2n ** 160n - 1n, 'permit2'],
  ['256 bits', 2n ** 256n - 1n, 'allowance'],
])('the largest allowance of %s is unlimited in verdict, card, alert and hold', (_bits, amount, kind) => {
  const said = saidOf(amount, kind)
  expect(said).toHaveLength(4)
  for (const text of said) expect(text).toContain('unlimited UNI')
})

test('an amount below the threshold is no unlimited one anywhere', () => {
  for (const text of saidOf(2n ** 95n - 1n, 'allowance'))
    expect(text).toContain('39,614,081,257.132168796771975167 UNI')
})
