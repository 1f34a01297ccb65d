/**
 * Room: How a command is defined, parsed, run, printed and asked.
 *
 * It knows no single command.
 */

import type { Context } from './context/context.ts'
import type { CommandArguments, CommandInput, Options, ResourceKind } from './options.ts'
import type { AnyResource } from './resource/resource.ts'

export interface Example {
  /** A complete command line; placeholders are in angle brackets. */
  readonly command: string
  readonly note?: string
}

/** A part of the help of a command with a page of its own: `txwarden help <name>`. */
export interface HelpTopic {
  readonly name: string
  /** Also the group of its flags, which only this page lists. */
  readonly title: string
  readonly description: string
  readonly examples: readonly Example[]
}

/** The exit code of a finished command; undefined: 0. */
export type ExitCode = number | undefined

export interface CommandDefinition<A extends CommandArguments, O extends Options> {
  /** "noun verb", or one word. */
  readonly name: string
  readonly aliases?: readonly string[]
  readonly summary: string
  /** Heading in the root help for one-word commands, otherwise in the help of the noun. */
  readonly group?: CommandGroup | 'Operate'
  /** Paragraphs below the summary in `--help`. */
  readonly description?: string
  readonly arguments?: A
  readonly options?: O
  readonly examples: readonly [Example, ...Example[]]
  /** What it does beside its usual work. */
  readonly topics?: readonly HelpTopic[]
  /** Prompts for missing values, so it checks required flags itself. */
  readonly asks?: boolean
  /** False: it sends no request to the service, so `--curl` is refused and `-v` has nothing to trace. */
  readonly requests?: false
  /** It says itself which variables nothing reads, and goes on with all of them. */
  readonly reportsVariables?: true
  /** `-v` traces what passes through it. */
  readonly isTraced?: true
  run(context: Context, input: CommandInput<A, O>): Promise<ExitCode>
}

export interface Command extends Omit<CommandDefinition<CommandArguments, Options>, 'run'> {
  readonly arguments: CommandArguments
  readonly options: Options
  run(context: Context, input: Readonly<Record<string, unknown>>): Promise<ExitCode>
}

/** Headings of the root help, in order. */
export const groups = ['Validate', 'Manage', 'Local service', 'Tool'] as const
export type CommandGroup = (typeof groups)[number]

export interface Noun {
  readonly name: string
  readonly group: CommandGroup
  load(): Promise<readonly Command[]>
  /** What completion calls its objects; default: as the noun. */
  readonly objects?: ResourceKind
  /** Its objects, where completion offers them. */
  resource?(): Promise<AnyResource>
  readonly aliases?: readonly string[]
  readonly summary: string
  /** Summaries of groups of verbs, such as `graph` in `intel graph import`. */
  readonly parts?: Readonly<Record<string, string>>
}

export type Named = Pick<Noun, 'name' | 'aliases'>

/** Whether one of the words is a name of a command or noun. */
export function isNamed({ name, aliases = [] }: Named, words: readonly string[]): boolean {
  return [name, ...aliases].some((each) => words.includes(each))
}

/** Checks the input type of a definition, and erases it for the command tree. */
// biome-ignore lint/complexity/noBannedTypes: {} is the record without members.
export function defineCommand<A extends CommandArguments = {}, O extends Options = {}>(
  definition: CommandDefinition<A, O>,
): Command {
  return {
    ...definition,
    arguments: definition.arguments ?? {},
    options: definition.options ?? {},
    run: (context, input) => definition.run(context, input as CommandInput<A, O>),
  }
}
