import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { topicOf } from '../src/service/evm/words.ts'
import { exchangeForms } from '../src/service/risk/actions/forms.ts'
import type { Parameter } from '../src/service/risk/decode/layout.ts'
import { canonicalType, parametersOf } from '../src/service/risk/decode/layout.ts'
import { honestSignatures } from '../src/service/risk/decode/signatures.ts'
import { chainNumbers } from '../src/service/risk/effects/destinations.ts'
import { type TermsRow, termForms } from '../src/service/risk/summary/terms.ts'

const root = join(import.meta.dirname, '..')
const FILE = 'data/sentences.yaml'
export const TABLE = join(root, 'src/service/risk/summary/terms-table.ts')

const path = z.string().min(1)
const assets = z.array(z.strictObject({ token: path, amount: path.optional(), id: path.optional() })).min(1)
const row = z.strictObject({
  call: z.string(),
  form: z.enum([...exchangeForms, ...termForms]),
  gives: assets.optional(),
  receives: assets.optional(),
  of: path.optional(),
  on: z.tuple([z.enum(chainNumbers), path]).optional(),
  fee: path.optional(),
  each: path.optional(),
  what: path.optional(),
  support: path.optional(),
  text: z.string().min(1).optional(),
})
const file = z.strictObject({ functions: z.array(row) })

/** Reads and checks the file: each function is known by its selector, in the order of their signatures, and each path is an argument. */
export function readTerms(): {
  readonly rows: Readonly<Record<string, TermsRow>>
  readonly problems: readonly string[]
} {
  const problems: string[] = []
  const rows: Record<string, TermsRow> = {}
  let before = ''
  for (const { call, ...terms } of file.parse(parse(readFileSync(join(root, FILE), 'utf8'))).functions) {
    if (call < before) problems.push(`${FILE}: ${call} belongs before ${before}`)
    before = call
    const [, name = '', text = ''] = /^(\w+)\((.*)\)$/.exec(call) ?? []
    const selector = topicOf(`${name}(${parametersOf(text).map(canonicalType).join(',')})`).slice(0, 10)
    const known = honestSignatures(selector)?.find((each) => each.name === name)
    if (known === undefined) problems.push(`${FILE}: ${call} is not known`)
    if (selector in rows) problems.push(`${FILE}: ${call} has two rows`)
    for (const each of pathsOf(terms))
      if (known && !hasPath(known.layout.parameters, each))
        problems.push(`${FILE}: ${call}: ${each} leads to no argument`)
    rows[selector] = terms as TermsRow
  }
  return { rows, problems }
}

function pathsOf({
  gives = [],
  receives = [],
  of,
  on,
  fee,
  each,
  what,
  support,
}: Omit<z.infer<typeof row>, 'call'>): string[] {
  const places = [...gives, ...receives].flatMap(({ token, amount, id }) => [token, amount, id])
  return [...places, of, on?.[1], fee, each, what, support].filter((each) => each !== undefined).filter(isArgument)
}

function isArgument(written: string): boolean {
  return written !== 'native' && !written.startsWith('@') && !written.startsWith('0x')
}

function hasPath(parameters: readonly Parameter[], written: string): boolean {
  let members: readonly Parameter[] | undefined = parameters
  return written.split('.').every((name) => {
    if (name.startsWith('@')) return true
    const found: Parameter | undefined = members?.find((each) => each.name === name)
    members = found?.components
    return found !== undefined
  })
}

/** Source text of the table. */
export function termsTable(rows: Readonly<Record<string, TermsRow>>): string {
  const sorted = Object.entries(rows).sort(([a], [b]) => (a < b ? -1 : 1))
  return `// Written by scripts/sentences.ts from data/sentences.yaml; do not edit.

/** Terms by selector, as JSON. */
export const termsTable: string =
  '${JSON.stringify(Object.fromEntries(sorted))}'
`
}

if (import.meta.main) {
  const { rows, problems } = readTerms()
  if (problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\n`)
    process.exitCode = 1
  } else {
    writeFileSync(TABLE, termsTable(rows))
    process.stdout.write(`${Object.keys(rows).length} functions\n`)
  }
}
