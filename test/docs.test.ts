import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseCommandLine } from '../src/cli/program.ts'
import { commands, nouns } from '../src/commands/index.ts'
import { makeCli } from './support/cli.ts'

const pages = ['README.md', ...globSync('docs/*.md')]
const program = { version: '0.0.0', commands, nouns, columns: 80 }

/** Fenced blocks of one language, in their order. */
function blocks(page: string, language: string): string[] {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    (match) => match[1] ?? '',
  )
}

/** Ids and times differ from run to run. */
function withoutChance(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '<time>')
    .replace(/[ \t]+$/gm, '')
    .trim()
}

/** `UPDATE_DOCS=1 npx vitest run test/docs.test.ts` writes what the commands print today. */
function replaceIn(page: string, session: string, shown: string): void {
  const block = (text: string) => `\`\`\`console\n${text}\`\`\``
  const text = shown.replace(/[ \t]+$/gm, '').replace(/\n+$/, '\n')
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(block(session), () => block(text)),
  )
}

function words(line: string): string[] {
  return line.split(/\s+/).slice(1)
}

describe.each(pages.filter((page) => blocks(page, 'console').length > 0))('%s', (page) => {
  test('shows sessions as they are', async () => {
    const cli = makeCli()
    for (const session of blocks(page, 'console')) {
      let shown = ''
      for (const line of session.split('\n').filter((each) => each.startsWith('$ '))) {
        const { stdout, stderr } = await cli(words(line.slice(2)), { tty: true, columns: 80 })
        shown += `${line}\n${stdout}${stderr}`
      }
      if (process.env.UPDATE_DOCS) replaceIn(page, session, shown)
      else expect(withoutChance(session)).toBe(withoutChance(shown))
    }
  })
})

describe.each(pages)('%s', (page) => {
  test('names only commands and flags that are there', async () => {
    const lines = blocks(page, 'sh')
      .flatMap((block) => block.split('\n'))
      .flatMap((line) => line.split(/&&|\|\||\|/))
      .map((part) =>
        part
          .trim()
          .replace(/^npx /, '')
          .replace(/\s[<>&].*$/, ''),
      )
      .filter((part) => part.startsWith('txwarden '))
    for (const line of lines) {
      const argv = words(line.replace(/<[^\s>][^>]*>/g, 'filled-in'))
      expect(await parseCommandLine(argv, program), line).toBeDefined()
    }
  })
})

test('CONTRIBUTING names only files and folders that are there', () => {
  const named = [...readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/`((?:src|test|bin|scripts|docs)\/[\w./-]+)`/g)]
  const paths = named.map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !existsSync(path))).toEqual([])
})
