import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fillActions } from '../../../../src/service/risk/actions/fills.ts'
import { signedLimitActions } from '../../../../src/service/risk/actions/signed-limits.ts'
import { effectRows } from '../../../../src/service/risk/effects/look-up.ts'
import { pathsIn } from '../../../../src/service/risk/effects/open-arguments.ts'
import { typesByPath } from './effect-call.ts'

/**
 * Limits of swaps and bridges that no effect has: of gas, of a price beside a minimum, of rounds of a search, of what is given, and such
 * that the contract sets anew. `UPDATE_GOLDEN=1` writes the file; a person reads each new line.
 */
const FILE = new URL('../../../golden/unread-limits.txt', import.meta.url)

const LIMIT = /min(?!t|er)|least|toAmount|amountOut|slippage|multiplier|limit/i

test('each limit of a swap or a bridge stands in an effect, or is reviewed', () => {
  const unread = effectRows().flatMap(([selector, { call, effects }]) => {
    const isTraded = effects.some((effect) => effect.kind === 'exchange' && /^(?:swap|bridge)$/.test(effect.form))
    if (!isTraded || selector in fillActions || selector in signedLimitActions) return []
    const named = new Set(effects.flatMap(pathsIn))
    const limits = Array.from(typesByPath(call)).flatMap(([path, type]) => {
      const isLimit = /^u?int/.test(type) && LIMIT.test(path.split('.').at(-1) ?? '')
      return isLimit && !named.has(path) ? [path] : []
    })
    return limits.length > 0 ? [`${call.slice(0, call.indexOf('('))} ${selector}: ${limits.join(', ')}`] : []
  })
  const written = `${unread.toSorted().join('\n')}\n`
  if (process.env.UPDATE_GOLDEN) writeFileSync(FILE, written)
  expect(written).toBe(readFileSync(FILE, 'utf8'))
})
