import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chainTable, listedChains, TABLE } from '../../scripts/chains.ts'
import { chains, findKnownChain, type ListedRow } from '../../src/api/chains.ts'
import { needs } from '../support/needs.ts'

const text = readFileSync(TABLE, 'utf8')
const rows = JSON.parse(text) as readonly ListedRow[]

needs('viem').test('the table is what the package has: npm run chains writes it', () => {
  expect(chainTable(listedChains())).toBe(text)
})

test('each id and each name is that of one chain, and none of a chain that is built in', () => {
  expect(text.length).toBeLessThanOrEqual(120_000)
  const ids = [...chains.map(({ id }) => id), ...rows.map(([id]) => id)]
  const names = [
    ...chains.flatMap(({ name, aliases }) => [name, ...aliases]),
    ...rows.flatMap(([, name, aliases]) => [name, ...aliases.split(' ').filter((each) => each !== '')]),
  ]
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^[a-z0-9][a-z0-9-]*$/.test(name))).toEqual([])
})

test.each(['linea', 'gnosis', 'unichain', 'scroll', 'world', 'zksync'])('%s is known', (name) => {
  expect(findKnownChain(name)).toMatchObject({ source: 'list' })
})
