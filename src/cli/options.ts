import { didYouMean } from '../shared/did-you-mean.ts'
import { usageError } from './usage.ts'

/** Nouns whose things a value can name; what there is of them is read from the service or from this machine. */
export type ThingKind =
  | 'control-list'
  | 'monitor'
  | 'alert'
  | 'destination'
  | 'delivery'
  | 'tx'
  | 'keys'
  | 'intel'
  | 'profile'
  | 'config'

/** What the shell offers for a value: words, files, chains, paths of the interface, or things of a noun. */
export type Completes = readonly string[] | 'file' | 'chain' | 'path' | ThingKind

/** A flag as data. The member's name in camelCase is the flag in kebab-case. */
export interface Option<T = unknown, Required extends boolean = boolean> {
  readonly help: string
  /** How the value is named in help; absent for a flag without a value. */
  readonly placeholder?: string
  readonly short?: string
  readonly repeatable: boolean
  /** Offers `--no-<flag>` as well, which gives false; the help shows that one. */
  readonly negatable?: boolean
  readonly required: Required
  readonly choices?: readonly string[]
  /** Default: its choices; files for a `<file>`, chains for a `<chain>`. */
  readonly completes?: Completes
  /** The value of everything typed for this flag, in order; throws a usage error that names the flag. */
  parse(flag: string, texts: readonly string[]): T
}

export interface Argument<T = unknown> {
  readonly help: string
  readonly variadic: boolean
  readonly required: boolean
  /** Default: for `id` the things of the command's noun, for `file` files. */
  readonly completes?: Completes
  readonly type?: T
}

export type Options = Readonly<Record<string, Option>>
export type Arguments = Readonly<Record<string, Argument>>

export type OptionValues<O extends Options> = {
  readonly [K in keyof O]: O[K] extends Option<infer T, infer R> ? (R extends true ? T : T | undefined) : never
}

export type ArgumentValues<A extends Arguments> = {
  readonly [K in keyof A]: A[K] extends Argument<infer T> ? T : never
}

export type Input<A extends Arguments, O extends Options> = ArgumentValues<A> & OptionValues<O>

type Completing = { readonly completes?: Completes }

export function one(help: string, extra: Completing = {}): Argument<string> {
  return { ...extra, help, variadic: false, required: true }
}

export function maybeOne(help: string, extra: Completing = {}): Argument<string | undefined> {
  return { ...extra, help, variadic: false, required: false }
}

export function many(help: string, extra: Completing = {}): Argument<readonly string[]> {
  return { ...extra, help, variadic: true, required: true }
}

type Extra = Completing & { readonly short?: string }

export function flag(help: string, extra: Extra & { readonly negatable?: boolean } = {}): Option<boolean, false> {
  return { ...extra, help, repeatable: false, required: false, parse: (_, texts) => texts.at(-1) !== 'false' }
}

export function text(placeholder: string, help: string, extra: Extra = {}): Option<string, false> {
  return { ...extra, placeholder, help, repeatable: false, required: false, parse: last }
}

/** Repeatable, and takes commas. */
export function list(placeholder: string, help: string, extra: Extra = {}): Option<readonly string[], false> {
  return { ...extra, placeholder, help, repeatable: true, required: false, parse: listed }
}

/** One of a set of words, in any case, as the contract writes it. */
export function choice<C extends string>(choices: readonly C[], help: string): Option<C, false> {
  return {
    placeholder: choices.length <= 3 ? choices.join('|') : 'name',
    help,
    choices,
    repeatable: false,
    required: false,
    parse: (flagName, texts) => oneOf(flagName, choices, last(flagName, texts)),
  }
}

/** Several of a set of words; repeatable, and takes commas. */
export function choices<C extends string>(words: readonly C[], help: string): Option<readonly C[], false> {
  return {
    placeholder: words.length <= 3 ? words.join(',') : 'names',
    help,
    choices: words,
    repeatable: true,
    required: false,
    parse: (flagName, texts) => splitList(texts).map((word) => oneOf(flagName, words, word)),
  }
}

export function integer(
  placeholder: string,
  help: string,
  range: { min?: number; max?: number } = {},
): Option<number, false> {
  return {
    placeholder,
    help,
    repeatable: false,
    required: false,
    parse: (flagName, texts) => {
      const given = last(flagName, texts)
      const value = Number(given)
      if (!/^-?\d+$/.test(given) || !Number.isSafeInteger(value))
        throw usageError(`${flagName}: ${JSON.stringify(given)} is not a whole number`)
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = range
      if (value < min || value > max)
        throw usageError(
          `${flagName}: ${value} is ${max === Number.POSITIVE_INFINITY ? `below ${min}` : `not between ${min} and ${max}`}`,
        )
      return value
    },
  }
}

/** Any other kind of value, by its own parser. */
export function parsed<T>(
  placeholder: string,
  help: string,
  parse: (flag: string, text: string) => T,
): Option<T, false> {
  return {
    placeholder,
    help,
    repeatable: false,
    required: false,
    parse: (flagName, texts) => parse(flagName, last(flagName, texts)),
  }
}

/** The same option, but it must be given (or asked for). */
export function required<T>(option: Option<T>): Option<T, true> {
  return { ...option, required: true }
}

export function flagName(member: string): string {
  return `--${member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function last(flagName: string, texts: readonly string[]): string {
  const given = texts.at(-1)
  if (given === undefined) throw usageError(`${flagName} needs a value`)
  return given
}

/** An empty list is refused: many lists mean everything when they are absent, and a script may pass an unset variable. */
function listed(flagName: string, texts: readonly string[]): string[] {
  const entries = splitList(texts)
  if (entries.length === 0) throw usageError(`${flagName} is empty`)
  return entries
}

export function splitList(texts: readonly string[]): string[] {
  return texts
    .flatMap((entry) => entry.split(','))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

function oneOf<C extends string>(flagName: string, words: readonly C[], given: string): C {
  const found = words.find((word) => word.toLowerCase() === given.toLowerCase())
  if (found === undefined)
    throw usageError(
      `${flagName}: ${JSON.stringify(given)} is not one of ${words.join(', ')}${didYouMean(given, words)}`,
    )
  return found
}
