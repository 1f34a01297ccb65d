import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { readers } from '../src/service/risk/actions/read-actions.ts'
import { unwraps } from '../src/service/risk/decode/unwrap/index.ts'
import type { SourcedRow } from '../src/service/risk/effects/check-effects.ts'
import { openArguments } from '../src/service/risk/effects/open-arguments.ts'
import { parseEffects } from '../src/service/risk/effects/parse-effects.ts'
import { phishingFunctionOf } from '../src/service/risk/phishing-functions/look-up.ts'
import { readBaseline } from './baseline.ts'

const root = join(import.meta.dirname, '..')
const FOLDER = 'data/effects'
const COPIES = 'data/copies.yaml'
const copiesFile = z.record(z.string(), z.array(z.string()))
export const TABLE = join(root, 'data/tables/effects.txt')

/** Reads and checks all files of `data/effects`. Problems are such as `data/effects/aave.yaml:12: functions[3].call …`. */
export function readEffects(): { readonly rows: readonly SourcedRow[]; readonly problems: readonly string[] } {
  const problems: string[] = []
  const rows = new Map<string, SourcedRow>()
  const labels = readBaseline().contracts.map(({ name }) => name)
  const copies = copiesFile.parse(parse(readFileSync(join(root, COPIES), 'utf8')))
  for (const name of readdirSync(join(root, FOLDER)).sort()) {
    const file = `${FOLDER}/${name}`
    const text = readFileSync(join(root, file), 'utf8')
    const { rows: read, problems: found, lineOf } = parseEffects(text, undefined, true)
    problems.push(...found.map(({ line, path, message }) => `${file}:${line}: ${path} ${message}`))
    for (const [index, row] of read.entries()) {
      const place = `${file}:${lineOf(['functions', index])}: ${row.call}`
      if (rows.has(row.selector)) problems.push(`${place} is in another file, too`)
      if (row.effects.length === 0 && !row.hides && phishingFunctionOf(row.selector))
        problems.push(`${place} gives no address anything, but has a name that phishing contracts use`)
      if (row.code && !readers.has(row.selector) && !unwraps.has(row.selector))
        problems.push(`${place} is read by no code`)
      const open = row.standard ? [] : openArguments(row)
      if (open.length > 0)
        problems.push(
          `${place} is silent about ${open.join(', ')}: each argument that is an address or chooses a position stands in an effect, or in harmless`,
        )
      rows.set(row.selector, { ...row, ...(!row.standard && namesOf(row, labels, copies)) })
    }
    problems.push(...orderProblems(file, text))
  }
  return { rows: [...rows.values()], problems }
}

/** Of a row that hands nothing over: what the labels of the contracts have of which its protocol is known. */
function namesOf(
  row: SourcedRow,
  labels: readonly string[],
  copies: Readonly<Record<string, readonly string[]>>,
): Pick<SourcedRow, 'of'> {
  if (row.effects.some(({ kind }) => kind !== 'relies')) return {}
  const [protocol = ''] = row.source.split(/[ :,]/)
  if (!labels.some((label) => label.startsWith(`${protocol} `))) return {}
  return { of: [protocol, ...(copies[protocol] ?? [])] }
}

const ROW = /^ {2}- \{call: "([^"]+)", .*\}$/

/** Rows are in the order of their signatures, one a line. */
export function orderProblems(file: string, text: string, list = 'functions', row = ROW): string[] {
  const lines = text.split('\n')
  const start = lines.indexOf(`${list}:`) + 1
  const written = lines.slice(start).filter((line) => !/^\s*(?:#|$)/.test(line))
  const calls = written.map((line) => row.exec(line)?.[1])
  return calls.flatMap((call, index) => {
    if (call === undefined) return [`${file}: is no row in one line: ${written[index]?.trim()}`]
    const before = calls[index - 1]
    return before !== undefined && before > call ? [`${file}: ${call} belongs before ${before}`] : []
  })
}

/** The text of the table. */
export function effectTable(rows: readonly SourcedRow[]): string {
  const sorted = rows.toSorted((a, b) => (a.selector < b.selector ? -1 : 1))
  const lists = [...new Set(sorted.map(({ effects }) => JSON.stringify(effects)))].sort()
  const numbers = new Map(lists.map((list, index) => [list, sorted.length + index]))
  const functions = sorted.map(({ call, effects, selector: _, source: __, code: ___, ...more }) =>
    [call, numbers.get(JSON.stringify(effects)), ...(Object.keys(more).length > 0 ? [JSON.stringify(more)] : [])].join(
      '\t',
    ),
  )
  const lines = [...functions, ...lists].map((line) => `${line}\n`)
  const starts = [0]
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + Buffer.byteLength(line))
  const selectors = sorted.map(({ selector }) => Number(selector))
  return `${base64Of(selectors)} ${base64Of(starts)}\n${lines.join('')}`
}

function base64Of(numbers: readonly number[]): string {
  return Buffer.from(Uint32Array.from(numbers).buffer).toString('base64')
}

if (import.meta.main) {
  const { rows, problems } = readEffects()
  if (problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\n`)
    process.exitCode = 1
  } else {
    const text = effectTable(rows)
    writeFileSync(TABLE, text)
    process.stdout.write(`${rows.length} functions, ${Buffer.byteLength(text)} bytes\n`)
  }
}
