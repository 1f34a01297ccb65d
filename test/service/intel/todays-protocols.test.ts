import { describe, expect, test } from 'vitest'
import { isAtLeast } from '../../../src/api/verdict.ts'
import { calledOnly, twins } from '../../honest/groups/todays-protocols.ts'
import { verdictOfCase } from '../../honest/verdict-of-case.ts'

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
