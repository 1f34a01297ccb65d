import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { effectTable, readEffects, TABLE } from '../../../../scripts/effects.ts'
import { TABLE as MESSAGES, messageTable, readMessages } from '../../../../scripts/messages.ts'

describe('the files of data/effects', () => {
  const { rows, problems } = readEffects()

  test('have no problems', () => {
    expect(problems).toEqual([])
    expect(rows.length).toBeGreaterThan(2400)
  })

  test('are what the table was written from: otherwise run `npm run effects`', () => {
    const written = readFileSync(TABLE, 'utf8')
    // A comparison of half a megabyte would print all of it.
    expect(written === effectTable(rows)).toBe(true)
    expect(Buffer.byteLength(written)).toBeLessThan(700_000)
  })
})

describe('the files of data/messages', () => {
  const { table, problems } = readMessages()

  test('have no problems', () => {
    expect(problems).toEqual([])
    expect(table.messages.length).toBeGreaterThan(120)
  })

  test('are what the table was written from: otherwise run `npm run effects`', () => {
    expect(readFileSync(MESSAGES, 'utf8') === messageTable(table)).toBe(true)
  })
})
