import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chainById } from '../../../../src/api/chains.ts'
import { feedFormats } from '../../../../src/api/vocabulary.ts'
import type { FeedTableRow } from '../../../../src/service/intel/formats/format.ts'
import { formats } from '../../../../src/service/intel/formats/index.ts'
import { readOtherAddress } from '../../../../src/shared/addresses/other-chains.ts'
import { readFeedFile } from '../feed.ts'

const fixtures = join(import.meta.dirname, '..', 'fixtures')

type Expected = Readonly<Record<string, readonly unknown[]>>

describe.each(feedFormats)('%s', (name) => {
  const expected = JSON.parse(readFileSync(join(fixtures, 'expected', `${name}.json`), 'utf8')) as Expected

  test.each(Object.keys(expected))('%s comes to these records', async (path) => {
    const rows = await readFeedFile(name, { path: `/feeds/${path}`, bytes: readFileSync(join(fixtures, path)) })
    expect(rows.map(outcomeOf)).toEqual(expected[path])
  })

  test('selects every sample file, and each has expected records', () => {
    const files = globSync(`${name}/**/*`, { cwd: fixtures, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(fixtures.length + 1)
          .replaceAll('\\', '/'),
      )
    expect(files.sort()).toEqual(Object.keys(expected).sort())
    expect(files.filter((path) => !formats[name].isPart(`/feeds/${path}`))).toEqual([])
  })

  test('reads the same records from chunks of any length', async () => {
    for (const path of Object.keys(expected)) {
      const bytes = readFileSync(join(fixtures, path))
      for (const length of [1, 2, 7, 64]) {
        const rows = await readFeedFile(name, { path: `/feeds/${path}`, bytes, pieces: length })
        expect(rows.map(outcomeOf), `${path} in pieces of ${length}`).toEqual(expected[path])
      }
    }
  })

  test('yields lower-case keys or addresses of other chains, supported chains, and severities from 0 to 100', () => {
    const records = Object.values(expected).flat().filter(Array.isArray).flat() as Readonly<Record<string, unknown>>[]
    expect(records.length).toBeGreaterThan(0)
    for (const { key, chainIds: on, severity = 0, label } of records) {
      const other = readOtherAddress(String(key), String(on))
      if (other) expect(on).toEqual([other.chain])
      else expect(key).toMatch(/^0x[0-9a-f]{40}$|^0x[0-9a-f]{8}$/)
      expect((on as string[]).filter((id) => !other && !chainById(id))).toEqual([])
      expect(severity).toSatisfy((points: number) => points >= 0 && points <= 100)
      expect(label).not.toBe('')
    }
  })
})

test('formats are pure: no files, no network, no clock, no store', () => {
  const sources = globSync('src/service/intel/formats/**/*.ts')
  expect(sources.length).toBeGreaterThan(feedFormats.length)
  const impure = /from 'node:|undici|Date\.now|new Date\(|Math\.random|fetch\(|\/store\//
  expect(sources.filter((path) => impure.test(readFileSync(path, 'utf8')))).toEqual([])
})

function outcomeOf(row: FeedTableRow): unknown {
  return 'records' in row ? row.records : { rejected: row.rejected, isMalformed: row.isMalformed }
}
