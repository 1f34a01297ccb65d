import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { EffectRow } from '../../../../src/service/risk/effects/effect.ts'
import { effectRows } from '../../../../src/service/risk/effects/look-up.ts'
import { openArguments } from '../../../../src/service/risk/effects/open-arguments.ts'
import { intel, judged, stranger } from '../situation.ts'
import { type Arguments, encodeCall, typesByPath } from './effect-call.ts'

/** Words that rows call harmless, with how many rows do. `UPDATE_GOLDEN=1` writes the file; a person reads each new word. */
const FILE = new URL('../../../golden/harmless-arguments.txt', import.meta.url)

const rows = effectRows().flatMap(([, row]) => (row.standard ? [] : [row]))
const contract = '0xc0de5b6c7d8e9fa0b1c2d3e4f5061728394a5bcd'
const known = '0x0ca9a1b2c3d4e5f60718293a4b5c6d7e8f9012ab'

test('the words of harmless arguments are reviewed', () => {
  const words = rows.flatMap(({ harmless = [] }) => harmless.map((path) => path.split('.').at(-1) as string))
  const counts = Map.groupBy(words.toSorted(), (word) => word)
  const written = `${Array.from(counts, ([word, { length }]) => `${word} ${length}`).join('\n')}\n`
  if (process.env.UPDATE_GOLDEN) writeFileSync(FILE, written)
  expect(written).toBe(readFileSync(FILE, 'utf8'))
})

test('no row is silent about an address or a position', () => {
  expect(rows.filter((row) => openArguments(row).length > 0).map(({ call }) => call)).toEqual([])
})

describe('a function that hands nothing over, of a known contract', () => {
  const empty = rows.filter(
    (row) => row.effects.every(({ kind }) => kind === 'relies') && !row.hides && !row.call.startsWith('packed'),
  )
  const addresses = ({ call }: EffectRow) =>
    Array.from(typesByPath(call)).flatMap(([path, type]) => (type.startsWith('address') ? [path] : []))
  const verdictOf = (row: EffectRow, given: Arguments, filler: string) => {
    const label = `${row.of?.[0] ?? 'A protocol'} contract`
    const as = [
      'token',
      'market',
      'router',
      'callee',
      'spender',
      'oracle',
      'module',
      'factory',
      'bridge',
      'handler',
    ] as const
    const records = [contract, known].map((address) =>
      intel(address, { kind: 'protocol', canonical: true, label, as: [...as, 'payee', 'executor'] }),
    )
    const { coverage, status } = judged({ to: contract, data: encodeCall(row, given, filler), intel: records })
    return status === 'SAFE' && coverage !== 'none' ? 'SAFE' : 'not SAFE'
  }

  test('is not SAFE with an unknown address in any argument that is not harmless', () => {
    const wrong = empty.flatMap((row) => {
      const paths = addresses(row)
      if (paths.length === 0) return []
      const isHarmless = (path: string) =>
        (row.harmless ?? []).some((each) => path === each || path.startsWith(`${each}.`))
      const named = paths.filter((path) => !isHarmless(path))
      return named
        .filter((path) => verdictOf(row, { [path]: stranger }, known) === 'SAFE')
        .map((path) => `${row.call}: ${path}`)
    })
    expect(wrong).toEqual([])
  })

  test('is only a name on a known contract of another protocol', () => {
    const bound = empty.filter(({ of, destroys }) => of && !destroys)
    expect(bound.length).toBeGreaterThan(150)
    const wrong = bound.filter((row) => verdictOf({ ...row, of: ['Another'] }, {}, known) === 'SAFE')
    expect(wrong.map(({ call }) => call)).toEqual([])
  })
})
