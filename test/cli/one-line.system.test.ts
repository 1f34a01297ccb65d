import fc from 'fast-check'
import { expect } from 'vitest'
import { HOSTILE } from '../support/any-answer.ts'
import { anyCharacter } from '../support/any-character.ts'
import { test } from '../support/cli.ts'

const SEPARATORS = [
  '\n',
  '\r',
  '\t',
  '\u0085',
  '\u2028',
  '\u2029',
  '\u000b',
  '\u202e',
  '\u200b',
  '\u00ad',
  '\u{e0041}',
  '\ufeff',
]

// biome-ignore lint/suspicious/noControlCharactersInRegex: some programs break lines at these.
const LINE_BREAK = /\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/

/** Names as another user of the service may give them. */
const names = fc
  .sample(fc.array(fc.oneof(anyCharacter, fc.constantFrom(...SEPARATORS)), { minLength: 1, maxLength: 8 }), {
    seed: 5,
    numRuns: 25,
  })
  .map((characters, index) => `a${characters.join('').replaceAll('\0', '')}✓ forged${index}`)

test('a name is one line: in sentences, tables, cards, TSV and CSV, prompts and errors', async ({ cli }) => {
  const url = 'https://hooks.slack.com/services/T1/B1/abcdefghijklmnopqrstuvwx'
  const ids: string[] = []
  for (const name of names) {
    const created = await cli(['destination', 'create', '--name', name, '--channel', 'slack', '--webhook-url', url], {
      tty: true,
      columns: 1000,
    })
    expect(created).toMatchObject({ code: 0 })
    expect(
      created.stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(0, 10)),
    ).toEqual(['✓ Created ', '  id', '  test it:'].map((start) => expect.stringContaining(start)))
    expect(created.stdout).not.toMatch(HOSTILE)
    const again = await cli(['destination', 'create', '--name', name, '--channel', 'slack', '--webhook-url', url], {
      tty: true,
      columns: 1000,
    })
    expect(again.code).not.toBe(0)
    expect(again.stderr).not.toMatch(/^\s*✓/m)
    expect(again.stderr).not.toMatch(HOSTILE)
  }
  for (const { id, name } of (await cli.json(['destination', 'list'])).content as { id: string; name: string }[]) {
    expect(names).toContain(name)
    ids.push(id)
  }
  expect(ids).toHaveLength(names.length)
  const lists = [
    [[], { tty: false }, 0],
    [['-o', 'tsv'], { tty: true }, 0],
    [['-o', 'csv'], { tty: false }, 1],
    [['-o', 'csv'], { tty: true }, 1],
    [['-o', 'table'], { tty: true, columns: 400 }, 1],
    [['-o', 'ndjson'], { tty: true }, 0],
  ] as const
  for (const [flags, options, heads] of lists) {
    const { stdout } = await cli(['destination', 'list', ...flags], options)
    expect(stdout).not.toMatch(flags.length === 0 || options.tty ? HOSTILE : /(?!)/)
    const lines = stdout.trimEnd().split(LINE_BREAK)
    expect(lines, flags.join(' ')).toHaveLength(names.length + heads)
  }
  const { stdout: cells } = await cli(['destination', 'list', '--fields', 'name,channel'])
  for (const line of cells.trimEnd().split('\n')) expect(line.split('\t')).toEqual([expect.any(String), 'SLACK'])
  const { stdout: yaml } = await cli(['destination', 'list', '-o', 'yaml'], { tty: true })
  expect(yaml).not.toMatch(/^\s*✓/m)
  const removed = await cli(['destination', 'delete', ...ids, '--yes'], { tty: true, columns: 1000 })
  expect(removed.stdout.trimEnd().split('\n')).toHaveLength(ids.length)
  expect(removed.stdout + removed.stderr).not.toMatch(HOSTILE)
})
