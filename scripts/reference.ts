import manifest from '../package.json' with { type: 'json' }
import { type Command, groups, type Noun } from '../src/cli/define.ts'
import { exitCodesHelp } from '../src/cli/errors/exit-codes.ts'
import { flagTerm, kebab, type Option } from '../src/cli/options.ts'
import { globalOptions } from '../src/cli/program/globals.ts'
import { usageOf } from '../src/cli/program/help.ts'
import { glossary } from '../src/cli/program/topics.ts'
import { nouns, commands as oneWordCommands } from '../src/commands/index.ts'
import { settings } from '../src/config/settings.ts'
import { ownVariables } from '../src/config/variables.ts'
import columns from './columns.json' with { type: 'json' }

/** Generates the reference pages from the command definitions. */
export interface Pages {
  /** docs/reference.md. */
  readonly reference: string
  /** man/txwarden.1, in the mdoc language. */
  readonly man: string
  /** docs/glossary.md. */
  readonly glossary: string
}

/** Date of the man page in mdoc format. */
const MAN_DATE = 'November 21, 2026'

interface Chapter {
  readonly noun: Pick<Noun, 'name' | 'summary' | 'aliases'> | undefined
  readonly commands: readonly Command[]
}

export async function writePages(): Promise<Pages> {
  const chapters: Chapter[] = []
  for (const group of groups) {
    const ofOneWord = oneWordCommands.filter((command) => (command.group ?? 'Tool') === group)
    for (const command of ofOneWord) chapters.push({ noun: undefined, commands: [command] })
    for (const noun of nouns.filter((each) => each.group === group))
      chapters.push({ noun, commands: await noun.load() })
  }
  return { reference: referencePage(chapters), man: manPage(chapters), glossary: glossaryPage() }
}

function glossaryPage(): string {
  const rows = glossary.map(([term, meaning]) => [term, inTable(meaning)])
  return `${['# Glossary', '', '`txwarden help glossary` shows the same terms.', '', ...table(['term', 'meaning'], rows)].join('\n')}\n`
}

function flagHelp({ help, required }: Option): string {
  return required ? `${help} (required)` : help
}

function referencePage(chapters: readonly Chapter[]): string {
  const lines = [
    '# Reference',
    '',
    'Every command. This page and the man page are written from what `--help` shows: `npm run docs`.',
    '',
    ...chapters.map(({ noun, commands: [first] }) => {
      const { name, summary } = noun ?? first ?? { name: '', summary: '' }
      return `- [${name}](#${name}): ${inMarkdown(summary)}`
    }),
    '- [Flags of every command](#flags-of-every-command)',
    '- [Settings](#settings)',
    '- [Environment variables](#environment-variables)',
    '- [Exit codes](#exit-codes)',
    '- [JSON](#json)',
    '- [Columns](#columns)',
    '- [Times](#times)',
  ]
  for (const { noun, commands } of chapters) {
    if (noun) {
      lines.push('', `## ${noun.name}`, '', inMarkdown(noun.summary))
      if (noun.aliases) lines.push('', `Also: ${noun.aliases.map((alias) => `\`${alias}\``).join(', ')}.`)
    }
    for (const command of commands) lines.push('', ...commandSection(command, noun ? '###' : '##'))
  }
  lines.push('', '## Flags of every command', '', ...optionTable(globalOptions))
  lines.push(
    '',
    '## Settings',
    '',
    'Of a profile, by `config set`. A flag wins over a variable, a variable over the profile.',
    '',
  )
  const rows = settings.map(({ name, env, flag, description }) => [
    code(name),
    code(env),
    code(flag),
    inTable(description),
  ])
  lines.push(...table(['setting', 'variable', 'flag', 'what it is'], rows))
  const variables = ownVariables().map(({ name, description }) => [code(name), inTable(description)])
  lines.push('', '## Environment variables', '', ...table(['variable', 'what it is'], variables))
  lines.push(
    '',
    'Lists that are longer than the terminal are shown in `TXWARDEN_PAGER`, or `PAGER`, or `less`; empty or `cat`: in none. `NO_COLOR`, `FORCE_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE`, `COLUMNS` and `TERM=dumb` have their usual meaning.',
  )
  lines.push('', '## Exit codes', '', '```text', exitCodesHelp().trimEnd(), '```')
  lines.push('', '## JSON', '', ...jsonSection)
  lines.push('', '## Columns', '', ...columnsSection(chapters.flatMap(({ commands }) => commands)))
  lines.push('', '## Times', '', ...timesSection)
  return `${lines.join('\n')}\n`
}

const jsonSection = [
  '`--json` prints one document on stdout, `-o yaml` the same as YAML, and `-o ndjson` one line for each row of a list.',
  '',
  '- Verdict: what has a verdict has `verdict` as its first member: `SAFE`, `NO DATA`, `WARNING`, `UNSAFE` or `BLOCKED`, as in the exit',
  '  code. A body of the interface has no such member; this program adds it.',
  '- Lists: `{"content": [...]}`, with the members of the page (`size`, `number`, `totalElements`) where the list has pages.',
  '- Errors: one line on stderr, `{"error": {"code", "message", "status", "details", "try"}}`. `code` is stable, `status` is that of the',
  '  response or null, `details` are lines, and `try` is a command or null.',
  '- `--raw` prints the body as the service sent it, without `verdict` and `content` of this program. `--fields` and `--jq` choose from',
  '  what is printed: `--fields verdict`, `--jq .verdict`, `--jq .content[].id`.',
]

const timesSection = [
  'On a terminal, times are in your zone, with its name: `2026-11-27 08:12 CET`. The zone is that of `TZ`, or of the system. Pipes, files,',
  'JSON and messages of alerts have UTC; `--utc` does the same on a terminal.',
  '',
  '`--since` and `--until` take an age (`7d`), a time with an offset (`2026-11-27T08:12:00Z`, exact everywhere), or a date or time without',
  'one (`2026-11-27`, `"2026-11-27 08:12"`): that is in the zone in which the command shows times, your zone on a terminal and UTC in a pipe.',
  'Scripts write `Z` or an offset.',
]

/** The table that `test/json-shapes.system.test.ts` reads from the commands. */
function columnsSection(commands: readonly Command[]): string[] {
  const all: Readonly<Record<string, readonly string[]>> = columns
  const rows = commands.flatMap(({ name }) => (all[name] ? [[code(name), all[name].map(code).join(', ')]] : []))
  return [
    'In a pipe the output is tab-separated and has no header; `-o csv` prints the names of the columns as its first line. Their order is',
    'fixed: new columns are added at the end. `--fields` chooses columns and their order. Flags that ask for more, such as `--sign`, add',
    'columns at the end.',
    '',
    ...table(['command', 'columns'], rows),
  ]
}

function commandSection(command: Command, heading: string): string[] {
  const lines = [`${heading} ${command.name}`, '', inMarkdown(command.summary)]
  if (command.description) {
    // Indented lines are examples and stay unchanged.
    const isLaidOut = /^ {2}/m.test(command.description)
    lines.push('', ...(isLaidOut ? ['```text', command.description, '```'] : [inMarkdown(command.description)]))
  }
  if (command.aliases) lines.push('', `Also: ${command.aliases.map((alias) => `\`${alias}\``).join(', ')}.`)
  lines.push('', '```text', `txwarden ${command.name} ${usageOf(command)}`, '```')
  const args = Object.entries(command.arguments)
  if (args.length > 0) {
    const rows = args.map(([name, { help }]) => [code(kebab(name)), inTable(help)])
    lines.push('', ...table(['argument', ''], rows))
  }
  if (Object.keys(command.options).length > 0) lines.push('', ...optionTable(command.options))
  const topics = (command.topics ?? []).flatMap(({ title, description }) => [
    '',
    `**${title}.** ${inMarkdown(description)}`,
  ])
  const all = [...command.examples, ...(command.topics ?? []).flatMap(({ examples }) => examples)]
  const examples = all.map(({ command: line, note }) => (note ? `# ${note}\n${line}` : line))
  return [...lines, ...topics, '', '```shell', ...examples, '```']
}

/** A table for each group of help, those without a group first. */
function optionTable(options: Readonly<Record<string, Option>>): string[] {
  const groups = Map.groupBy(Object.entries(options), ([, { group }]) => group)
  const ungrouped = groups.get(undefined) ?? []
  groups.delete(undefined)
  return [[undefined, ungrouped] as const, ...groups].flatMap(([group, entries], index) => {
    const rows = entries.map((entry) => [code(flagTerm(...entry)).replaceAll('|', '\\|'), inTable(flagHelp(entry[1]))])
    if (rows.length === 0) return []
    return [...(index === 0 ? [] : ['']), ...table([group === undefined ? 'flag' : `flag: ${group}`, ''], rows)]
  })
}

/** Pads table columns as the project's formatter does. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) => Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[], fill = ' ') =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, fill)).join(' | ')} |`
  return [line(head), line([], '-'), ...rows.map((row) => line(row))]
}

function code(text: string | undefined): string {
  return text === undefined ? '' : `\`${text}\``
}

/** Escapes angle brackets, which Markdown reads as HTML. */
function inMarkdown(text: string): string {
  return text.replace(/(`[^`]*`)|<([^<>]+)>/g, (_, quoted: string | undefined, inner) => quoted ?? `\\<${inner}>`)
}

function inTable(text: string): string {
  return inMarkdown(text).replaceAll('|', '\\|')
}

function manPage(chapters: readonly Chapter[]): string {
  const commands = chapters.flatMap((chapter) => chapter.commands)
  return `${[
    `.Dd ${MAN_DATE}`,
    '.Dt TXWARDEN 1',
    '.Os',
    '.Sh NAME',
    '.Nm txwarden',
    `.Nd ${roff(manifest.description.split(':')[0]?.toLowerCase() ?? '')}`,
    '.Sh SYNOPSIS',
    '.Nm',
    '.Ar command',
    '.Op Ar flags',
    '.Sh DESCRIPTION',
    ...paragraph(manifest.description),
    '.Sh COMMANDS',
    '.Bl -tag -width Ds',
    ...commands.flatMap(manCommand),
    '.El',
    '.Sh FLAGS OF EVERY COMMAND',
    '.Bl -tag -width Ds',
    ...Object.entries(globalOptions).flatMap(manFlag),
    '.El',
    '.Sh ENVIRONMENT',
    '.Bl -tag -width Ds',
    ...ownVariables().flatMap(({ name, description }) => [`.It Ev ${name}`, roff(description)]),
    '.It Ev PAGER',
    'Where TXWARDEN_PAGER is not set.',
    '.It Ev TZ',
    'Zone of times on a terminal; default: that of the system.',
    '.It Ev NO_COLOR , FORCE_COLOR , CLICOLOR , CLICOLOR_FORCE',
    'Whether to print in colour.',
    '.El',
    '.Sh EXIT STATUS',
    '.Bd -literal',
    ...exitCodesHelp().trimEnd().split('\n').map(roff),
    '.Ed',
  ].join('\n')}\n`
}

function manCommand(command: Command): string[] {
  const { topics = [] } = command
  return [
    `.It Ic ${roff(`${command.name} ${usageOf(command)}`)}`,
    ...paragraph(command.summary),
    ...(command.description ? laidOut(command.description) : []),
    ...(Object.keys(command.options).length > 0
      ? ['.Bl -tag -width Ds', ...Object.entries(command.options).flatMap(manFlag), '.El']
      : []),
    ...topics.flatMap(({ title, description }) => ['.Pp', ...paragraph(`${title}:`), ...laidOut(description)]),
    '.Bd -literal -offset indent',
    ...[...command.examples, ...topics.flatMap(({ examples }) => examples)].map(({ command: line, note }) =>
      roff(note ? `${line}  # ${note}` : line),
    ),
    '.Ed',
  ]
}

function manFlag(entry: readonly [string, Option]): string[] {
  return [`.It ${roff(flagTerm(...entry))}`, ...paragraph(flagHelp(entry[1]))]
}

/** Paragraphs stay apart, and indented lines unchanged. */
function laidOut(description: string): string[] {
  const laidOutLine = (line: string) =>
    line.startsWith('  ') ? ['.Bd -literal -compact', roff(line), '.Ed'] : paragraph(line)
  return description
    .split(/\n{2,}/)
    .flatMap((part, index) => [...(index > 0 ? ['.Pp'] : []), ...part.split('\n').flatMap(laidOutLine)])
}

/** One sentence per line, as mdoc requires. */
function paragraph(text: string): string[] {
  return text
    .trim()
    .split(/(?<=[.:;!?]) +/)
    .map(roff)
}

/** Escapes literal text: backslashes, macros at the start of a line, and dashes, so that they can be copied. */
function roff(text: string): string {
  return text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/^([.'])/, '\\&$1')
    .replace(/’/g, "'")
}
