import type { Context } from './context/context.ts'
import type { Arguments, Input, Options } from './options.ts'

export interface Example {
  /** A whole command line that works as it stands, once what is in angle brackets is filled in. */
  readonly command: string
  readonly note?: string
}

/** What a finished command says beside its output: the exit code, 0 when it says nothing. */
export type Outcome = number | undefined

export interface CommandDefinition<A extends Arguments, O extends Options> {
  /** "noun verb", or one word. */
  readonly name: string
  readonly aliases?: readonly string[]
  readonly summary: string
  /** Heading it stands under in the help of the whole program; of one-word commands only. */
  readonly group?: Group
  /** Paragraphs below the summary in `--help`. */
  readonly description?: string
  readonly arguments?: A
  readonly options?: O
  readonly examples: readonly [Example, ...Example[]]
  /** Asks for what is missing on a terminal, and so checks required flags itself. */
  readonly asks?: boolean
  run(context: Context, input: Input<A, O>): Promise<Outcome>
}

export interface Command extends Omit<CommandDefinition<Arguments, Options>, 'run'> {
  readonly arguments: Arguments
  readonly options: Options
  run(context: Context, input: Readonly<Record<string, unknown>>): Promise<Outcome>
}

/** Headings of the help, in their order. */
export const groups = ['Validate', 'Manage', 'Local service', 'Tool'] as const
export type Group = (typeof groups)[number]

/** A noun: what its verbs have in common. */
export interface Noun {
  readonly name: string
  readonly group: Group
  /** Its verbs. */
  load(): Promise<readonly Command[]>
  readonly aliases?: readonly string[]
  readonly summary: string
}

/** Checks the input's type at the definition and forgets it for the program tree. */
// biome-ignore lint/complexity/noBannedTypes: {} is the record without members, the default of both.
export function defineCommand<A extends Arguments = {}, O extends Options = {}>(
  definition: CommandDefinition<A, O>,
): Command {
  return {
    ...definition,
    arguments: definition.arguments ?? {},
    options: definition.options ?? {},
    run: (context, input) => definition.run(context, input as Input<A, O>),
  }
}
