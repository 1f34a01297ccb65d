import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importFormats } from '../src/api/vocabulary.ts'
import { exitCodes } from '../src/cli/errors/exit-codes.ts'
import { parseCommandLine } from '../src/cli/program/program.ts'
import { commands, nouns } from '../src/commands/index.ts'
import { startAnvil } from './support/chain/anvil.ts'
import { makeCli } from './support/cli.ts'
import { needs } from './support/needs.ts'

const pages = ['README.md', ...globSync('docs/*.md')]
/** Their sessions need programs beside them: test/chain/{monitoring,safe}-page.test.ts, test/proxy-clients/proxy-page.test.ts. */
const LIVE = ['docs/monitoring.md', 'docs/proxy.md', 'docs/safe.md']
/** Its sessions need a node of Linea: test/chain/linea-page.test.ts. */
const LIVE_SECTION = /^## A treasury on Linea\n[\s\S]*?^## /m
/** Sessions with real programs behind the proxy: test/proxy-clients/proxy-page.test.ts. */
const PROXY = ' proxy -- '
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

/** `npm run docs` writes what the commands print today. */
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

/** Where the node of docs/chain.md listens. */
const NODE = '127.0.0.1:8545'

const withNode = (page: string, session: string) => page === 'docs/chain.md' || session.includes(NODE)

interface Command {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly piped?: boolean
}

/** `NAME=value txwarden …`, or `echo text | txwarden …`. */
function commandOf(line: string): Command {
  const [piped, command = piped] = line.split(' | ') as [string, string?]
  const given = command === piped ? undefined : piped.replace(/^echo /, '')
  const before = command.split(/(?<![^ ])(?:npx )?txwarden /)[0] ?? ''
  const env = Object.fromEntries(before.split(' ').flatMap((each) => (each === '' ? [] : [each.split('=')])))
  const argv = words(command.slice(command.indexOf('txwarden ')))
  return given === undefined ? { argv, env } : { argv, env, stdin: `${given}\n`, piped: true }
}

/** Runs the sessions of a page, one after another on the same database. @param url of the node, when they need one */
async function expectShown(page: string, sessions: readonly string[], url?: string): Promise<void> {
  const host = url === undefined ? NODE : new URL(url).host
  const cli = makeCli()
  for (const session of sessions) {
    let shown = ''
    for (const line of session.split('\n').filter((each) => each.startsWith('$ '))) {
      const { argv, ...options } = commandOf(line.slice(2).replaceAll(NODE, host))
      const { stdout, stderr } = await cli(argv, { tty: true, columns: 80, ...options })
      shown += `${line}\n${stdout}${stderr}`.replaceAll(host, NODE)
    }
    if (process.env.UPDATE_DOCS) replaceIn(page, session, shown)
    else expect(withoutChance(session)).toBe(withoutChance(shown))
  }
}

describe.each(pages.filter((page) => !LIVE.includes(page) && blocks(page, 'console').length > 0))('%s', (page) => {
  const live = LIVE_SECTION.exec(readFileSync(page, 'utf8'))?.[0] ?? ''
  const sessions = blocks(page, 'console').filter((each) => !each.includes(PROXY) && !live.includes(each))
  const simulated = sessions.filter((each) => withNode(page, each))
  if (simulated.length < sessions.length)
    test('shows sessions as they are', () =>
      expectShown(
        page,
        sessions.filter((each) => !withNode(page, each)),
      ))
  if (simulated.length > 0)
    needs('anvil').test('shows sessions with a node as they are', async () => {
      await using node = await startAnvil({ state: 'examples/chain/genesis.json' })
      await expectShown(page, simulated, node.url)
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
          .replace(/\s(?:[>&]|<\s).*$/, ''),
      )
      .filter((part) => part.startsWith('txwarden '))
    for (const line of lines) {
      const argv = words(line.replace(/<[^\s>][^>]*>/g, 'filled-in'))
      expect(await parseCommandLine(argv, program), line).toBeDefined()
    }
  })
})

/** Data of other programs and repositories, which the page describes. */
const NOT_OURS = ['cryptoscamdb/urls.yaml']

test.each(pages.filter((page) => page !== 'docs/reference.md'))('%s reads only files that are there', (page) => {
  const text = blocks(page, 'sh').join('')
  const files = text.match(/(?<![\w./~$<>{}:-])[\w./-]*\w\.(?:csv|ndjson|jsonl|json|txt|ya?ml|mjs)(?![\w/])/g) ?? []
  const isWritten = (file: string) =>
    [`> ${file}`, `--report ${file}`, `--json ${file}`].some((words) => text.includes(words))
  expect(files.filter((file) => !existsSync(file) && !isWritten(file) && !NOT_OURS.includes(file))).toEqual([])
})

/** Anchors of the headings of a page, as GitHub makes them. */
function anchors(page: string): Set<string> {
  const headings = [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text)
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

test.each(['CONTRIBUTING.md', 'CHANGELOG.md', ...pages])('%s links to pages and headings that are there', (page) => {
  const prose = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```$/gm, '')
  const links = [...prose.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
  const broken = links.filter(([, path = '', anchor]) => {
    const file = path === '' ? page : join(dirname(page), path)
    return !existsSync(file) || (anchor !== undefined && !anchors(file).has(anchor))
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

test('the README can be read in one sitting, and names every page through its index', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(180)
  const index = readFileSync('docs/README.md', 'utf8')
  const missing = globSync('docs/*.md').filter(
    (page) => page !== 'docs/README.md' && !index.includes(`](${basename(page)})`),
  )
  expect(missing).toEqual([])
})

test('CONTRIBUTING can be read in one sitting', () => {
  expect(readFileSync('CONTRIBUTING.md', 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
})

/** Files and folders of the project, each with a slash before its name. */
const ours = globSync(['*.*', '{bench,bin,data,docs,examples,scripts,src,test}/**'], {
  exclude: (path) => path.endsWith('node_modules'),
}).map((path) => `/${path}`)

/** Also the end of a path, as it is written beside that of its folder: `schedule.ts`. */
test.each(['CONTRIBUTING.md', 'docs/architecture.md'])('%s names only files and folders that are there', (page) => {
  const named = /`((?:src|test|bin|scripts|docs|data|bench|examples)\/[\w./-]+|[\w./-]+\.(?:ts|js|json|yaml|txt|md))`/g
  const paths = Array.from(readFileSync(page, 'utf8').matchAll(named), ([, path = '']) => path.replace(/\/$/, ''))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !ours.some((each) => each.endsWith(`/${path}`)))).toEqual([])
})

/** The first cell of each row of a table. @param heading of its first column */
function firstCells(page: string, heading: string): string[] {
  const lines = readFileSync(page, 'utf8').split('\n')
  const [, , ...rows] = lines.slice(lines.findIndex((line) => line.startsWith(`| ${heading} `)))
  return rows.slice(0, rows.indexOf('')).map((row) => row.split('|')[1]?.trim() ?? '')
}

describe('tables name all that there is:', () => {
  test('a next step for each exit code of a failure', () => {
    const codes = firstCells('docs/troubleshooting.md', 'exit code').flatMap((cell) => {
      const [first = 0, last = first] = cell.split('–').map(Number)
      if (cell.includes(',')) return cell.split(',').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
    expect(codes).toEqual(Object.values(exitCodes).filter((code) => code !== exitCodes.ok))
  })

  test('each format of an import', () => {
    const formats = firstCells('docs/feeds.md', 'format').map((cell) => cell.replaceAll('`', ''))
    expect(formats.toSorted()).toEqual(importFormats.toSorted())
  })
})
