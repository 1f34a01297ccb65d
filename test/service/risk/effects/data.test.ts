import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { TABLE as COMMANDS, commandTable, readCommands } from '../../../../scripts/commands.ts'
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

test('the files of data/commands have no problems, and are what the table was written from', () => {
  const { commands, problems } = readCommands()
  expect(problems).toEqual([])
  expect(readFileSync(COMMANDS, 'utf8') === commandTable(commands)).toBe(true)
})
