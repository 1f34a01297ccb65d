import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { writePages } from '../scripts/reference.ts'
import { glossary, topicText } from '../src/cli/program/topics.ts'
import { nouns, commands as oneWordCommands } from '../src/commands/index.ts'
import { needs } from './support/needs.ts'

const pages = await writePages()

/** `npm run docs` writes them anew. */
test.each([
  ['docs/reference.md', pages.reference],
  ['man/txwarden.1', pages.man],
  ['docs/glossary.md', pages.glossary],
])('%s says what the commands say today', (path, text) => {
  if (process.env.UPDATE_DOCS) writeFileSync(path, text)
  expect(readFileSync(path, 'utf8')).toBe(text)
})

test('the glossary of the help has the terms of its page, in alphabetical order', () => {
  const terms = glossary.map(([term]) => term)
  expect(terms).toEqual(terms.toSorted((a, b) => a.localeCompare(b, 'en')))
  const shown = topicText('glossary', [], 80) ?? ''
  for (const term of terms) expect(shown).toContain(`\n  ${term} `)
})

test('both name every command, and show each of its examples', async () => {
  const commands = [...oneWordCommands, ...(await Promise.all(nouns.map((noun) => noun.load()))).flat()]
  for (const { name, examples } of commands) {
    expect(pages.reference).toMatch(new RegExp(`^##+ ${name}$`, 'm'))
    expect(pages.man).toContain(`.It Ic ${name.replaceAll('-', '\\-')} `)
    for (const { command } of examples) {
      expect(pages.reference).toContain(command)
      expect(pages.man).toContain(command.replaceAll('\\', '\\e').replaceAll('-', '\\-'))
    }
  }
})

needs('groff').test('the man page is one that man can set without a warning', () => {
  const { status, stdout, stderr } = spawnSync('groff', ['-man', '-mdoc', '-ww', '-Tutf8', 'man/txwarden.1'], {
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stripVTControlCharacters(stdout).replaceAll('\u2010', '-')).toContain('txwarden control-list add')
})
