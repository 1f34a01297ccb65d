import { Command as Commander, CommanderError, Option as CommanderOption } from 'commander'
import type { WardenError } from '../shared/errors.ts'
import type { Command, Noun } from './define.ts'
import { exitCodesHelp } from './exit-codes.ts'
import { type GlobalValues, globalOptions } from './globals.ts'
import { formatHelp, helpTail, rootTail, termOf, usageOf } from './help.ts'
import { flagName, type Option } from './options.ts'
import { usageError } from './usage.ts'

/** What a command line asks for. */
export type Parsed =
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly input: Readonly<Record<string, unknown>>
      readonly globals: GlobalValues
    }
  | { readonly kind: 'say'; readonly text: string }

export interface Program {
  readonly version: string
  /** Of one word; the others are their nouns'. */
  readonly commands: readonly Command[]
  readonly nouns: readonly Noun[]
  /** Width for help, in characters. */
  readonly columns: number
}

/** Reads a command line. Throws a usage error that says what is wrong and which help to read. */
export async function parseCommandLine(typed: readonly string[], program: Program): Promise<Parsed> {
  if (typed[0] === 'help' && typed[1] === 'exit-codes') return { kind: 'say', text: exitCodesHelp() }
  // commander's own `help` knows one level only.
  const argv = knownHelp(typed[0] === 'help' ? [...typed.slice(1), '--help'] : typed, program)
  const said: string[] = []
  let chosen: { command: Command; commander: Commander } | undefined
  const root = await buildTree(program, argv, said, (command, commander) => {
    chosen = { command, commander }
  })
  try {
    await root.parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Help and version were asked for: they are the answer.
    if (error.exitCode === 0) return { kind: 'say', text: said.join('') }
    throw error
  }
  if (!chosen) return { kind: 'say', text: said.join('') }
  const globals = readOptions(root, globalOptions) as GlobalValues
  return { kind: 'run', command: chosen.command, input: readInput(chosen.commander, chosen.command), globals }
}

/** Help for a command that is not there is no help: without the flag, commander says what it might have been. */
function knownHelp(argv: readonly string[], { commands, nouns }: Program): readonly string[] {
  const [first = '-'] = argv
  const names = [...nouns, ...commands].flatMap(({ name, aliases = [] }) => [name, ...aliases])
  if (first.startsWith('-') || names.includes(first)) return argv
  return argv.filter((word) => word !== '--help' && word !== '-h')
}

type Choose = (command: Command, commander: Commander) => void

/** As much of the tree as the line needs: of what it does not name, no more than help says and spelling is compared with. */
async function buildTree(
  program: Program,
  argv: readonly string[],
  said: string[],
  choose: Choose,
): Promise<Commander> {
  const root = prepare(new Commander('txwarden'), program, said)
    .description(
      'Check blockchain transactions before they are signed, and manage the lists, monitors and alerts around them.',
    )
    .version(program.version, '-V, --version', 'print the version')
    .usage('<command> [flags]')
    .helpCommand(false)
    .addHelpText('after', rootTail)
  addOptions(root, globalOptions)
  const isMeant = meantBy(argv, program)
  for (const command of program.commands.filter(isMeant)) {
    const group = command.group ?? 'Tool'
    if (isNamed(command, argv)) addCommand(root, command, program, said, choose).helpGroup(group)
    else list(root, command, group)
  }
  for (const noun of program.nouns.filter(isMeant)) {
    const parent = list(root, noun, noun.group)
    if (!isNamed(noun, argv)) continue
    prepare(parent, program, said).description(noun.summary).helpCommand(false).usage('<verb> [flags]')
    for (const command of await noun.load())
      addCommand(partOf(parent, command, program, said), command, program, said, choose)
  }
  return root
}

type Named = Pick<Noun, 'name' | 'aliases' | 'summary'>

/** Which commands and nouns a line may mean: the one it begins with, or any; none when all it asks for is the version. */
function meantBy(argv: readonly string[], { commands, nouns }: Program): (entry: Named) => boolean {
  const first = argv.slice(0, 1)
  if (first[0] === '-V' || first[0] === '--version') return () => false
  const isFirst = (entry: Named) => isNamed(entry, first)
  return [...commands, ...nouns].some(isFirst) ? isFirst : () => true
}

function isNamed({ name, aliases = [] }: Named, words: readonly string[]): boolean {
  return [name, ...aliases].some((each) => words.includes(each))
}

function list(root: Commander, { name, aliases = [], summary }: Named, group: string): Commander {
  return root
    .command(name)
    .aliases([...aliases])
    .summary(summary)
    .helpGroup(group)
}

/** Where a command stands: under its noun, or, with three words, under a part of it (`intel graph import`). */
function partOf(noun: Commander, { name, summary }: Command, program: Program, said: string[]): Commander {
  const [, part = '', verb] = name.split(' ')
  if (verb === undefined) return noun
  const made = noun.commands.find((each) => each.name() === part)
  if (made) return made
  return prepare(noun.command(part), program, said)
    .summary(summary)
    .description(summary)
    .helpCommand(false)
    .usage('<verb> [flags]')
}

function addCommand(parent: Commander, command: Command, program: Program, said: string[], choose: Choose): Commander {
  const verb = command.name.split(' ').at(-1) ?? command.name
  const commander = prepare(parent.command(verb), program, said)
    .aliases([...(command.aliases ?? [])])
    .usage(usageOf(command))
    .summary(command.summary)
    .description(command.description ? `${command.summary}\n\n${command.description}` : command.summary)
    .addHelpText('after', helpTail(command))
    .action(() => choose(command, commander))
  for (const [name, argument] of Object.entries(command.arguments))
    commander.argument(`[${kebab(name)}${argument.variadic ? '...' : ''}]`, argument.help)
  addOptions(commander, command.options)
  return commander
}

/** Nothing here may write to the process or end it: what commander says is collected, what it refuses is thrown. */
function prepare(commander: Commander, program: Program, said: string[]): Commander {
  return commander
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ formatHelp, subcommandTerm: termOf })
    .configureOutput({
      writeOut: (text) => said.push(text),
      // Only help that nobody asked for: a command line without a command.
      writeErr: (text) => said.push(text),
      getOutHelpWidth: () => program.columns,
      getErrHelpWidth: () => program.columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride((error) => {
      if (error.exitCode === 0) throw error
      if (error.code === 'commander.help') return refuseNothing(commander, error)
      throw usageError(readable(error.message), { try: `${pathOf(commander)} --help` })
    })
}

/** A bare `txwarden` is shown the help; a noun alone needs a verb. */
function refuseNothing(commander: Commander, error: CommanderError): never {
  if (!commander.parent) throw new CommanderError(0, error.code, error.message)
  const verbs = commander.commands.map((command) => command.name()).filter((name) => name !== 'help')
  throw usageError(`${pathOf(commander).replace(/^txwarden /, '')} needs a verb: ${verbs.join(', ')}`, {
    try: `${pathOf(commander)} --help`,
  })
}

function addOptions(commander: Commander, options: Readonly<Record<string, Option>>): void {
  for (const [name, option] of Object.entries(options)) {
    const flags = `${option.short ? `-${option.short}, ` : ''}${flagName(name)}`
    const value = option.placeholder ? ` <${option.placeholder}>` : ''
    const made = new CommanderOption(flags + value, option.required ? `${option.help} (required)` : option.help)
    if (option.placeholder) made.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text])
    if (option.negatable) {
      // Listed once, as the flag that changes something.
      commander.addOption(new CommanderOption(flags, option.help).hideHelp())
      commander.addOption(new CommanderOption(flagName(`no-${name}`), option.help))
    } else commander.addOption(made)
  }
}

function readInput(commander: Commander, command: Command): Record<string, unknown> {
  const input = readOptions(commander, command.options)
  const missing: string[] = []
  for (const [index, [name, argument]] of Object.entries(command.arguments).entries()) {
    const value: unknown = commander.processedArgs[index]
    const empty = value === undefined || (Array.isArray(value) && value.length === 0)
    if (empty && argument.required) missing.push(`<${kebab(name)}>`)
    input[name] = value
  }
  for (const [name, option] of Object.entries(command.options))
    if (option.required && input[name] === undefined) missing.push(flagName(name))
  if (missing.length > 0 && !command.asks) throw missingError(command, missing)
  return input
}

/** Everything that is missing, at once. */
export function missingError(command: Pick<Command, 'name' | 'examples'>, missing: readonly string[]): WardenError {
  return usageError(`${command.name} needs ${missing.join(', ')}`, { try: command.examples[0].command })
}

function readOptions(commander: Commander, options: Readonly<Record<string, Option>>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, option] of Object.entries(options)) {
    const given: unknown = commander.getOptionValue(name)
    if (given === undefined) continue
    values[name] = option.parse(flagName(name), Array.isArray(given) ? (given as string[]) : [String(given)])
  }
  return values
}

function kebab(name: string): string {
  return flagName(name).slice(2)
}

function pathOf(commander: Commander): string {
  const parent = commander.parent
  return parent ? `${pathOf(parent)} ${commander.name()}` : commander.name()
}

function readable(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/\n/g, ' ')
    .trim()
}
