import { describe, expect, test } from 'vitest'
import type { TransactionFilter } from '../../../src/api/schemas/alert.ts'
import { firesOnText } from '../../../src/commands/alert/fires-on.ts'

const words = (transactionFilter: TransactionFilter, alertType: 'SONAR' | 'MONITOR' = 'SONAR') =>
  firesOnText({ alertType, transactionFilter })

describe('what an alert fires on, in words', () => {
  const cases: [TransactionFilter, string][] = [
    [{}, 'every validation'],
    [{ categories: [], subCategories: [], chainIds: [] }, 'every validation'],
    [{ validationStatusConfiguration: { alertOnWarning: true, alertOnUnsafe: true } }, 'warning or unsafe'],
    [{ validationEnforcementConfiguration: { alertOnBlocked: true } }, 'blocked'],
    [
      {
        validationStatusConfiguration: { alertOnSafe: false, alertOnUnsafe: true },
        validationEnforcementConfiguration: { alertOnPassed: false, alertOnBlocked: true },
        fromScore: 70,
        chainIds: [1, 8453],
      },
      'unsafe, and blocked, score ≥ 70, on ethereum or base',
    ],
    [{ toScore: 30 }, 'score ≤ 30'],
    [{ fromScore: 0, toScore: 30 }, 'score 0–30'],
    [{ fromScore: 100, toScore: 100 }, 'score 100'],
    [{ fromTotalLoss: 1_000_000 }, 'loss ≥ $1,000,000'],
    [{ fromTotalLoss: 500, toTotalLoss: 2500 }, 'loss $500–$2,500'],
    [{ categories: ['fraud', 'cyber'] }, 'for fraud or cyber'],
    [{ subCategories: ['reentrancy'] }, 'for reentrancy'],
    [{ categories: ['fraud'], subCategories: ['addressPoisoning'] }, 'for fraud by addressPoisoning'],
    [{ chainIds: [59_144, 777_001] }, 'on linea or chain 777001'],
    [
      { kinds: ['sent', 'allowance-spent'], minUsd: 1000, confirmations: 3 },
      'sent or allowance-spent, value ≥ $1,000 or unknown, after 3 confirmations',
    ],
    [{ confirmations: 1 }, 'after 1 confirmation'],
    [{ confirmations: 'finalized' }, 'when final'],
  ]
  test.each(cases)('%j is "%s"', (filter, sentence) => {
    expect(words(filter)).toBe(sentence)
  })

  test('a status clause with nothing switched on never matches, and says so', () => {
    expect(words({ validationStatusConfiguration: { alertOnSafe: false } })).toBe(
      'never (neither safe nor no data nor warning nor unsafe)',
    )
  })

  test('an alert on monitored addresses without a filter speaks of them', () => {
    expect(words({}, 'MONITOR')).toBe('every transaction of a monitored address or of a Safe')
    expect(firesOnText({ alertType: 'MONITOR' })).toBe('every transaction of a monitored address or of a Safe')
  })
})
