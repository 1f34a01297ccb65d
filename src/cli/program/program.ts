/** Room: The tree of commands, the global flags, help and topics. */

import { Command as Commander, CommanderError, Option as CommanderOption } from 'commander'
import type { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { type Command, type HelpTopic, isNamed, type Named, type Noun } from '../define.ts'
import { usageError } from '../errors/usage.ts'
import { flagName, flagTerm, kebab, type Option } from '../options.ts'
import { type GlobalValues, globalOptions } from './globals.ts'
import { formatHelp, helpTail, rootTail, termOf, usageOf } from './help.ts'

/** A parsed command line: a command to run, or text to print. */
export type ParsedCommandLine =
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly input: Readonly<Record<string, unknown>>
      readonly globals: GlobalValues
    }
  | { readonly kind: 'print'; readonly text: string }

export interface Program {
  readonly version: string
  /** One-word commands; nouns load the others. */
  readonly commands: readonly Command[]
  readonly nouns: readonly Noun[]
  /** Width for help, in characters. */
  readonly columns: number
}

/** Parses a command line. Throws a usage error that refers to the help. */
export async function parseCommandLine(typed: readonly string[], program: Program): Promise<ParsedCommandLine> {
  if (typed[0] === 'help' && typed[1] !== undefined) {
    const { topicText } = await import('./topics.ts')
    const text = topicText(typed[1], program.commands, program.columns)
    if (text !== undefined) return { kind: 'print', text }
  }
  // commander's `help` supports one level only.
  const argv = knownHelp(typed[0] === 'help' ? [...typed.slice(1), '--help'] : typed, program)
  const printed: string[] = []
  let chosen: { command: Command; commander: Commander } | undefined
  const root = await buildTree(program, argv, printed, (command, commander) => {
    chosen = { command, commander }
  })
  try {
    await root.parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (error instanceof UnknownCommand) throw await unknownCommandError(error, typed, program)
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return { kind: 'print', text: printed.join('') }
    throw error
  }
  if (!chosen) return { kind: 'print', text: printed.join('') }
  const globals = readOptions(root, globalOptions) as GlobalValues
  return { kind: 'run', command: chosen.command, input: readInput(chosen.commander, chosen.command, argv), globals }
}

/** Removes the help flag after an unknown command, so that commander suggests a similar one. */
function knownHelp(argv: readonly string[], { commands, nouns }: Program): readonly string[] {
  const [first = '-'] = argv
  const names = [...nouns, ...commands].flatMap(({ name, aliases = [] }) => [name, ...aliases])
  if (first.startsWith('-') || names.includes(first)) return argv
  return argv.filter((word) => word !== '--help' && word !== '-h')
}

class UnknownCommand extends Error {
  readonly parent: Commander

  constructor(message: string, parent: Commander) {
    super(message)
    this.parent = parent
  }
}

/** Suggests the command that the words mean, and for `help <word>` also its topics. */
async function unknownCommandError(
  { message, parent }: UnknownCommand,
  typed: readonly string[],
  { commands, nouns }: Program,
): Promise<WardenError> {
  const [{ meantCommand, meantVerb }, { topicNames }] = await Promise.all([
    import('./synonyms.ts'),
    import('./topics.ts'),
  ])
  const noun = parent.parent ? pathOf(parent).replace(/^txwarden /, '') : undefined
  if (noun !== undefined && parent.args[0]?.startsWith('0x')) return valueWithoutVerb(parent, noun, nouns)
  const verb =
    noun &&
    meantVerb(
      parent.args[0] ?? '',
      parent.commands.map((command) => command.name()),
    )
  const meant = noun ? verb && `${noun} ${verb}` : meantCommand(parent.args, nouns)
  return usageError(meant === undefined ? message : `unknown command '${parent.args[0]}' (Did you mean ${meant}?)`, {
    ...(typed[0] === 'help' && { details: [`topics: ${topicNames(commands).join(', ')}`] }),
    try: meant === undefined ? `${pathOf(parent)} --help` : `txwarden ${meant.replace(/ (?:<|-).*/, '')} --help`,
  })
}

/** An address or a hash where a verb is expected: the example shows which flag or argument takes it. */
async function valueWithoutVerb(parent: Commander, path: string, nouns: readonly Noun[]): Promise<WardenError> {
  const verbs = verbsOf(parent)
  const commands = await nouns.find(({ name }) => name === path.split(' ')[0])?.load()
  const example = commands?.find(({ name }) => name === `${path} ${verbs[0]}`)?.examples[0].command
  return usageError(`${path} needs a verb before ${parent.args[0]}: ${verbs.join(', ')}`, {
    try: example ?? `${pathOf(parent)} --help`,
  })
}

function verbsOf(commander: Commander): string[] {
  return commander.commands.map((command) => command.name()).filter((name) => name !== 'help')
}

type Choose = (command: Command, commander: Commander) => void

/** Builds the part of the command tree that the line needs; other commands have only name and summary. */
async function buildTree(
  program: Program,
  argv: readonly string[],
  printed: string[],
  choose: Choose,
): Promise<Commander> {
  const root = prepare(new Commander('txwarden'), program, printed)
    .description('Check blockchain transactions before they are signed.')
    .version(program.version, '-V, --version', 'print the version; with --json also the version of Node')
    .usage('<command> [flags]')
    .helpCommand(false)
    .addHelpText('after', rootTail)
  addOptions(root, globalOptions)
  const isRelevant = relevantTo(argv, program)
  for (const command of program.commands.filter(isRelevant)) {
    const group = command.group ?? 'Tool'
    if (isNamed(command, argv)) addCommand(root, command, program, printed, choose).helpGroup(group)
    else list(root, command, group)
  }
  for (const noun of program.nouns.filter(isRelevant)) {
    const parent = list(root, noun, noun.group)
    if (!isNamed(noun, argv)) continue
    prepare(parent, program, printed).description(noun.summary).helpCommand(false).usage('<verb> [flags]')
    for (const command of await noun.load())
      addCommand(partOf(parent, noun, command, program, printed), command, program, printed, choose)
  }
  return root
}

function isVersionFlag(word: string | undefined): boolean {
  return word === '-V' || word === '--version'
}

/** Selects the commands and nouns for a line: the first word, or all if it is unknown; none for the version. */
function relevantTo(argv: readonly string[], { commands, nouns }: Program): (entry: Named) => boolean {
  const first = argv.slice(0, 1)
  if (isVersionFlag(first[0])) return () => false
  const isFirst = (entry: Named) => isNamed(entry, first)
  return [...commands, ...nouns].some(isFirst) ? isFirst : () => true
}

function list(
  root: Commander,
  { name, aliases = [], summary }: Named & Pick<Noun, 'summary'>,
  group: string,
): Commander {
  return root
    .command(name)
    .aliases([...aliases])
    .summary(summary)
    .helpGroup(group)
}

/** The parent of a command: its noun, or a group of verbs for three words (`intel graph import`). */
function partOf(parent: Commander, { parts }: Noun, command: Command, program: Program, printed: string[]): Commander {
  const [, part = '', verb] = command.name.split(' ')
  if (verb === undefined) return parent
  const made = parent.commands.find((each) => each.name() === part)
  if (made) return made
  const summary = parts?.[part] ?? command.summary
  return prepare(parent.command(part), program, printed)
    .summary(summary)
    .description(summary)
    .helpCommand(false)
    .usage('<verb> [flags]')
}

function addCommand(
  parent: Commander,
  command: Command,
  program: Program,
  printed: string[],
  choose: Choose,
): Commander {
  const verb = command.name.split(' ').at(-1) ?? command.name
  const commander = prepare(parent.command(verb), program, printed)
    .aliases([...(command.aliases ?? [])])
    .usage(usageOf(command))
    .summary(command.summary)
    .description([command.summary, command.description].filter(Boolean).join('\n\n'))
    .addHelpText('after', helpTail(command))
    .action(() => choose(command, commander))
  if (command.group) commander.helpGroup(command.group)
  for (const [name, argument] of Object.entries(command.arguments))
    commander.argument(`[${kebab(name)}${argument.variadic ? '...' : ''}]`, argument.help)
  addOptions(commander, command.options, command.topics)
  return commander
}

/** Makes commander neither write to the process nor end it: output is collected, errors are thrown. */
function prepare(commander: Commander, program: Program, printed: string[]): Commander {
  return commander
    .helpOption('-h, --help', 'show this help')
    .configureHelp({ formatHelp, subcommandTerm: termOf })
    .configureOutput({
      writeOut: (text) => printed.push(text),
      // Help for a command line without a command.
      writeErr: (text) => printed.push(text),
      getOutHelpWidth: () => program.columns,
      getErrHelpWidth: () => program.columns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride((error) => {
      if (error.exitCode === 0) throw error
      if (error.code === 'commander.help') return refuseIncomplete(commander, error)
      if (error.code === 'commander.unknownCommand') throw new UnknownCommand(readable(error.message), commander)
      throw usageError(withFlag(readable(error.message), commander), { try: nextStep(error, commander) })
    })
}

function nextStep({ code }: CommanderError, commander: Commander): string {
  const { parent, options, args } = commander
  // A flag of every command, whose page is not that of the program.
  if (!parent && code === 'commander.optionMissingArgument') return 'txwarden help flags'
  // A file is a flag here, and an argument in other programs.
  const isFile =
    code === 'commander.excessArguments' && args.length === 1 && options.some(({ long }) => long === '--file')
  return `${pathOf(commander)} ${isFile ? `--file ${quoteWord(args[0] ?? '')}` : '--help'}`
}

/** Suggests `--webhook-url` for `--url`, rather than a global flag that looks like it. */
function withFlag(message: string, { options }: Commander): string {
  const [, typed] = /^unknown option '--([a-z-]+)'/.exec(message) ?? []
  if (typed === undefined) return message
  const isMeant = ({ long = '' }: CommanderOption) => long.endsWith(`-${typed}`) || meantBy[long]?.includes(typed)
  const meant = options.find(isMeant)?.long
  return meant === undefined ? message : `unknown option '--${typed}' (Did you mean ${meant}?)`
}

/** Flags for those that people try. */
const meantBy: Readonly<Record<string, readonly string[]>> = {
  '--from-block': ['from', 'since', 'start'],
  '--kind': ['key', 'key-kind', 'type'],
  '--limit': ['max', 'count', 'first', 'size'],
  '--reason': ['note', 'comment', 'message', 'why'],
  '--state': ['active', 'inactive', 'enabled', 'disabled', 'enable', 'disable'],
}

/** `txwarden` alone prints the help; a noun alone is an error. */
function refuseIncomplete(commander: Commander, error: CommanderError): never {
  if (!commander.parent) throw new CommanderError(0, error.code, error.message)
  throw usageError(`${pathOf(commander).replace(/^txwarden /, '')} needs a verb: ${verbsOf(commander).join(', ')}`, {
    try: `${pathOf(commander)} --help`,
  })
}

/** @param topics their flags are on their pages */
function addOptions(
  commander: Commander,
  options: Readonly<Record<string, Option>>,
  topics: readonly HelpTopic[] = [],
): void {
  for (const [name, option] of Object.entries(options)) {
    const { placeholder } = option
    const made = new CommanderOption(
      flagTerm(name, option),
      option.required ? `${option.help} (required)` : option.help,
    )
    if (option.isValueOptional) made.preset('')
    if (placeholder) made.argParser((text: string, before: string[] | undefined) => [...(before ?? []), text])
    if (option.group) made.helpGroup(option.group).hideHelp(topics.some(({ title }) => title === option.group))
    // Help shows only the negated flag.
    if (option.negatable) commander.addOption(new CommanderOption(flagName(name), option.help).hideHelp())
    commander.addOption(made)
  }
}

function readInput(commander: Commander, command: Command, argv: readonly string[]): Record<string, unknown> {
  const input = readOptions(commander, command.options)
  const missing: string[] = []
  for (const [index, [name, argument]] of Object.entries(command.arguments).entries()) {
    const value: unknown = commander.processedArgs[index]
    const empty = value === undefined || (Array.isArray(value) && value.length === 0)
    if (empty && argument.required) missing.push(`<${kebab(name)}>`)
    // As in `-- $COMMAND` of a script, where the variable is empty.
    else if (empty && argument.variadic && argv.at(-1) === '--')
      throw usageError(`${command.name}: there is no ${kebab(name)} after --`)
    input[name] = value
  }
  for (const [name, option] of Object.entries(command.options))
    if (option.required && input[name] === undefined) missing.push(flagName(name))
  if (missing.length > 0 && !command.asks) throw missingError(command, missing)
  return input
}

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
