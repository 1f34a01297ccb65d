import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isAtLeast, type Verdict } from '../src/api/verdict.ts'
import { honestGroups, idOfCase } from './honest/index.ts'
import { verdictOfCase } from './honest/verdict-of-case.ts'
import { worse } from './honest/worse.ts'

/**
 * Verdicts of honest transactions and messages, frozen before a rule changes. `FREEZE_HONEST=1` adds the cases that the
 * file does not have yet and never changes one that it has: run it before the rule is touched.
 */
const FILE = new URL('honest/frozen.json', import.meta.url)
const frozen: Record<string, Record<string, Verdict>> = JSON.parse(readFileSync(FILE, 'utf8'))
const frozenOf = (group: string, id: string) => frozen[group]?.[id.slice(group.length + 1)]

const cases = honestGroups.flatMap((group) =>
  group.cases.map((honest) => ({ id: idOfCase(group, honest), group: group.name, ...verdictOfCase(honest) })),
)

if (process.env.FREEZE_HONEST) {
  const groups = honestGroups.map((group) => {
    const added = group.cases.map((honest) => [honest.id, verdictOfCase(honest).verdict])
    return [group.name, { ...Object.fromEntries(added), ...frozen[group.name] }]
  })
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(groups), undefined, 2)}\n`)
  Object.assign(frozen, Object.fromEntries(groups))
}

const isStricter = (verdict: Verdict, than: Verdict) => verdict !== than && isAtLeast(verdict, than)

describe('the honest set', () => {
  test('has unique ids, and each is frozen', () => {
    const ids = cases.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const known = Object.entries(frozen).flatMap(([group, verdicts]) =>
      Object.keys(verdicts).map((id) => `${group}/${id}`),
    )
    expect(ids.toSorted()).toEqual(known.toSorted())
  })

  test('has 40 cases for each rule, and 300 in all', () => {
    const small = honestGroups.filter(({ name, cases: own }) => !name.startsWith('adversarial') && own.length < 40)
    expect(small.map(({ name }) => name)).toEqual([])
    expect(cases.length).toBeGreaterThanOrEqual(300)
  })

  test('has no UNSAFE case, and at most 5 % at WARNING', () => {
    expect(cases.filter(({ verdict }) => isAtLeast(verdict, 'UNSAFE'))).toEqual([])
    const warned = cases.filter(({ verdict }) => verdict === 'WARNING')
    expect(warned.length / cases.length, warned.map(({ id }) => id).join('\n')).toBeLessThanOrEqual(0.05)
  })

  test('has no case that is stricter than when it was frozen, except with a reason', () => {
    const stricter = cases.filter(({ id, group, verdict }) => isStricter(verdict, frozenOf(group, id) ?? 'SAFE'))
    const unexplained = stricter.filter(({ id }) => !(id in worse))
    expect(
      unexplained.map(({ id, group, verdict, score }) => `${id}: ${frozenOf(group, id)} → ${verdict} ${score}`),
    ).toEqual([])
    const ids = new Set(stricter.map(({ id }) => id))
    expect(Object.keys(worse).filter((id) => !ids.has(id))).toEqual([])
  })
})
