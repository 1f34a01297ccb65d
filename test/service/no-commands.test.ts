import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nouns, commands as oneWordCommands } from '../../src/commands/index.ts'

/** Data that others read: what PostgreSQL shows of a connection, and a line of the key file. */
const data = [
  "const SERVER = 'txwarden serve'",
  "const UNDER_WAY = '# The first key is taking the place of the others: txwarden local rekey finishes that.'",
]

const words = [
  ...nouns.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
  ...oneWordCommands.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
]
const command = new RegExp(`\\btxwarden (?:${words.join('|')})\\b`)

test('no text of the service names a command: it says what happened, and the command line knows its commands', () => {
  const naming = globSync('src/service/**/*.ts').flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line) && command.test(line) && !data.includes(line.trim()))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(naming).toEqual([])
})

test('the pattern finds a command', () => {
  expect(command.test("try: 'txwarden local status'")).toBe(true)
  expect(command.test('txwarden needs PostgreSQL')).toBe(false)
})
