import { describe, expect, test } from 'vitest'
import { chainIds } from '../../../src/api/chains.ts'
import { isAtLeast } from '../../../src/api/verdict.ts'
import { baselineFor } from '../../../src/service/intel/baseline.ts'
import { baselineEntries } from '../../../src/service/intel/baseline-records.ts'
import { analyze } from '../../../src/service/risk/analyze.ts'
import { withFlagged } from '../../../src/service/risk/assess.ts'
import { evidenceSet } from '../../../src/service/risk/evidence.ts'
import { actionsInWords } from '../../../src/service/risk/summary/actions-in-words.ts'
import { wordsOf } from '../../../src/service/risk/summary/words.ts'
import { calledOnly, twins } from '../../honest/groups/todays-protocols.ts'
import { verdictOfCase } from '../../honest/verdict-of-case.ts'
import { callData } from '../risk/call-data.ts'
import { other, transaction } from '../risk/situation.ts'

describe('contracts of protocols that are in the baseline', () => {
  test.each(twins.map((each) => [each.honest.id, each] as const))(
    '%s is no warning; with another address it is',
    (_, { honest, hostile }) => {
      expect(isAtLeast(verdictOfCase(honest).verdict, 'WARNING')).toBe(false)
      expect(isAtLeast(verdictOfCase(hostile).verdict, 'WARNING')).toBe(true)
    },
  )

  test.each(calledOnly.map((row) => [row.id, row] as const))(
    '%s: an allowance for what is called or paid only',
    (_, row) => {
      expect(verdictOfCase(row).verdict).toBe('WARNING')
    },
  )
})

describe('tokens of public lists', () => {
  const tokens = baselineEntries()
    .map((entry) => entry.record())
    .filter(({ kind }) => kind === 'token')

  test.each(chainIds)('chain %s: an amount of one is no number of units', (chainId) => {
    const known = tokens.filter((token) => token.chainIds.includes(chainId))
    expect(known.length).toBeGreaterThan(0)
    const said = known.map(({ address, symbol = '', decimals = 0 }) => {
      const token = address.toLowerCase()
      const data = callData.transfer(other, 25n * 10n ** BigInt(decimals))
      const analysis = analyze({ ...transaction({ to: token, data }), chainId })
      const evidence = evidenceSet({ intel: baselineFor(token, chainId) })
      const [text] = actionsInWords(withFlagged(analysis, evidence), wordsOf(analysis, evidence)).actions
      return text?.includes(` 25 ${symbol} `) ? '' : `${address}: ${text}`
    })
    expect(said.filter((each) => each !== '')).toEqual([])
  })
})
