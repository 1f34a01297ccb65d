import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readers } from '../src/service/risk/actions/read-actions.ts'
import { unwraps } from '../src/service/risk/decode/unwrap/index.ts'
import type { EffectRow } from '../src/service/risk/effects/effect.ts'
import { parseEffects } from '../src/service/risk/effects/parse-effects.ts'
import { orderProblems } from './effects.ts'

const root = join(import.meta.dirname, '..')
const FOLDER = 'data/commands'
export const TABLE = join(root, 'data/tables/commands.json')

type Commands = readonly (readonly [command: string, row: EffectRow])[]

/** Reads and checks all files of `data/commands`. */
export function readCommands(): { readonly commands: Commands; readonly problems: readonly string[] } {
  const files = readdirSync(join(root, FOLDER))
    .sort()
    .map((name) => {
      const place = `${FOLDER}/${name}`
      const text = readFileSync(join(root, place), 'utf8')
      return { set: name.replace('.yaml', ''), place, text, ...parseEffects(text, undefined, true) }
    })
  return {
    commands: files.flatMap(({ set, rows }) =>
      rows.map(({ id, selector: _, source: __, code: ___, ...row }) => [`${set} ${id}`, row] as const),
    ),
    problems: files.flatMap(({ place, text, rows, problems }) => [
      ...problems.map(({ line, path, message }) => `${place}:${line}: ${path} ${message}`),
      ...rows.flatMap(({ id, call, code }) => {
        const [name = ''] = call.replace('packed ', '').split('(')
        if (id === undefined) return `${place}: ${call} has no id`
        return code && !readers.has(name) && !unwraps.has(name) ? `${place}: ${call} is read by no code` : []
      }),
      ...orderProblems(place, text, 'functions', ROW),
    ]),
  }
}

const ROW = /^ {2}- \{id: "([^"]+)", .*\}$/

/** The text of the table: a command a line. */
export function commandTable(commands: Commands): string {
  return `[\n${commands.map((command) => JSON.stringify(command)).join(',\n')}\n]\n`
}

if (import.meta.main) {
  const { commands, problems } = readCommands()
  if (problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\n`)
    process.exitCode = 1
  } else {
    writeFileSync(TABLE, commandTable(commands))
    process.stdout.write(`${commands.length} commands\n`)
  }
}
