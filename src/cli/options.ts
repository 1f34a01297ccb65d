import { didYouMean } from '../shared/text/did-you-mean.ts'
import { durationOf } from '../shared/time/duration.ts'
import { usageError } from './errors/usage.ts'

/** Resources that a value can name. Completion reads them from the service or from this machine. */
export type ResourceKind =
  | 'control-list'
  | 'monitor'
  | 'alert'
  | 'destination'
  | 'delivery'
  | 'hold'
  | 'tx'
  | 'keys'
  | 'intel'
  | 'node'
  | 'safe'
  | 'name'
  | 'policy'
  | 'profile'
  | 'config'

/** What shell completion offers for a value: words, files, chains, API paths or resources. */
export type Completes = readonly string[] | 'file' | 'chain' | 'path' | ResourceKind

/** A flag as data. Its member name in camelCase is the flag in kebab-case. */
export interface Option<T = unknown, Required extends boolean = boolean> {
  readonly help: string
  /** Name of the value in help; absent for a flag without a value. */
  readonly placeholder?: string
  /** The value can be left out, and is then `''`; one that is given follows `=`. */
  readonly isValueOptional?: true
  readonly short?: string
  readonly repeatable: boolean
  /** Also accepts `--no-<flag>`, which gives false and is the one in help. */
  readonly negatable?: boolean
  readonly required: Required
  /** Heading in help; absent: Flags. */
  readonly group?: string
  readonly choices?: readonly string[]
  /** Default: `choices`; files for `<file>`, chains for `<chain>`. */
  readonly completes?: Completes
  /** Parses all values given for this flag, in order. Throws a usage error that names the flag. */
  parse(flag: string, texts: readonly string[]): T
}

export interface Argument<T = unknown> {
  readonly help: string
  readonly variadic: boolean
  readonly required: boolean
  /** Default: the resources of the command's noun for `id`, files for `file`. */
  readonly completes?: Completes
  readonly type?: T
}

/** Arguments that are addresses, by their names. */
const addressArguments = ['address', 'safe']
/** Options with an address of a machine. */
const machines = ['host', 'ip']

/** Whether `@payroll` stands for the value. */
export function isAddressArgument(name: string): boolean {
  return addressArguments.includes(name)
}

export function isAddressOption([member, { placeholder }]: readonly [member: string, option: Option]): boolean {
  return placeholder === 'address' && !machines.includes(member)
}

export type Options = Readonly<Record<string, Option>>
export type CommandArguments = Readonly<Record<string, Argument>>

export type OptionValues<O extends Options> = {
  readonly [K in keyof O]: O[K] extends Option<infer T, infer R> ? (R extends true ? T : T | undefined) : never
}

export type ArgumentValues<A extends CommandArguments> = {
  readonly [K in keyof A]: A[K] extends Argument<infer T> ? T : never
}

export type CommandInput<A extends CommandArguments, O extends Options> = ArgumentValues<A> & OptionValues<O>

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

export function maybeMany(help: string, extra: Completing = {}): Argument<readonly string[] | undefined> {
  return { ...extra, help, variadic: true, required: false }
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

/** One of a set of words, in any case; the value is written as in the contract. */
export function choice<C extends string>(choices: readonly C[], help: string): Option<C, false> {
  const placeholder = choices.length <= 3 ? choices.join('|') : 'name'
  return { ...parsed(placeholder, help, (flagName, given) => oneOf(flagName, choices, given)), choices }
}

/** Several of a set of words; repeatable, and takes commas. */
export function choices<C extends string>(words: readonly C[], help: string): Option<readonly C[], false> {
  return {
    ...list(words.length <= 3 ? words.join(',') : 'names', help),
    choices: words,
    parse: (flagName, texts) => listed(flagName, texts).map((word) => oneOf(flagName, words, word)),
  }
}

/**
 * One of a set of words that the service may extend. Known words match case-insensitively and become the contract's spelling;
 * others stay as typed, and `checkWords` checks them.
 */
export function openChoice<C extends string>(words: readonly C[], help: string): Option<C, false> {
  return {
    ...choice(words, helpWithWords(words, help)),
    parse: (flagName, texts) => {
      const given = texts.at(-1)?.trim()
      if (!given) throw usageError(`${flagName} needs a value`)
      return asWritten(words, given)
    },
  }
}

/** Several of them; repeatable, and takes commas. */
export function openChoices<C extends string>(words: readonly C[], help: string): Option<readonly C[], false> {
  return {
    ...choices(words, helpWithWords(words, help)),
    parse: (flagName, texts) => [...new Set(listed(flagName, texts).map((word) => asWritten(words, word)))],
  }
}

export function integer(
  placeholder: string,
  help: string,
  { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: { min?: number; max?: number } = {},
): Option<number, false> {
  return parsed(placeholder, help, (flagName, given) => {
    const value = Number(given)
    if (!/^-?\d+$/.test(given) || !Number.isSafeInteger(value))
      throw usageError(`${flagName}: ${JSON.stringify(given)} is not a whole number`)
    if (value < min || value > max)
      throw usageError(
        `${flagName}: ${value} is ${max === Number.POSITIVE_INFINITY ? `below ${min}` : `not between ${min} and ${max}`}`,
      )
    return value
  })
}

/** A value with its own parser. */
export function parsed<T>(
  placeholder: string,
  help: string,
  parse: (flag: string, text: string) => T,
): Option<T, false> {
  return { ...text(placeholder, help), parse: (flagName, texts) => parse(flagName, last(flagName, texts)) }
}

/** The most characters that the contract allows for the name of an alert, a destination or a monitored address. */
const MAX_NAME = 200

/** A name that is stored. */
export function nameText(placeholder: string, help: string): Option<string, false> {
  return parsed(placeholder, help, (flagName, given) => {
    if (given.trim().length <= MAX_NAME) return given
    throw usageError(`${flagName}: the name is longer than ${MAX_NAME} characters`)
  })
}

/** A URL. It can hold a secret, so an error does not quote it. */
export function url(help: string): Option<string, false> {
  return parsed('url', help, (flagName, given) => {
    if (URL.canParse(given)) return given
    throw usageError(`${flagName} is not a URL, such as https://hooks.example.org/in`)
  })
}

/** "--type <ALLOW|BLOCK>", "-p, --profile <name>", "--no-color": an option as help and the reference name it. */
export function flagTerm(name: string, option: Option): string {
  const { short, placeholder, isValueOptional } = option
  const value = placeholder ? (isValueOptional ? ` [=${placeholder}]` : ` <${placeholder}>`) : ''
  return `${short ? `-${short}, ` : ''}${offeredFlag(name, option)}${value}`
}

/** The flag that help and completion name: of one that can be negated, the negated one. */
export function offeredFlag(member: string, { negatable }: Pick<Option, 'negatable'>): string {
  return negatable ? `--no-${kebab(member)}` : flagName(member)
}

/** The same options, below a heading of their own in help. */
export function underHeading<O extends Options>(group: string, options: O): O {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, { ...option, group }])) as O
}

/** The same option, required. */
export function required<T>(option: Option<T>): Option<T, true> {
  return { ...option, required: true }
}

/** The stored value is cleared: what `none` gives. */
export type Cleared = null

/** The same option for an update: `none` clears the stored value. */
export function clearable<T>(option: Option<T>): Option<T | Cleared, false> {
  const isNone = (texts: readonly string[]) => texts.length === 1 && texts[0]?.trim().toLowerCase() === 'none'
  return {
    ...option,
    help: `${option.help}; none clears`,
    required: false,
    parse: (flagName, texts) => (isNone(texts) ? null : option.parse(flagName, texts)),
  }
}

type Clearable<O extends Options> = {
  readonly [K in keyof O]: O[K] extends Option<infer T> ? Option<T | Cleared, false> : never
}

export function allClearable<O extends Options>(options: O): Clearable<O> {
  return Object.fromEntries(Object.entries(options).map(([name, option]) => [name, clearable(option)])) as Clearable<O>
}

export function flagName(member: string): string {
  return `--${kebab(member)}`
}

/** "block-threshold": a member as the command line names it. */
export function kebab(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function last(flagName: string, texts: readonly string[]): string {
  const given = texts.at(-1)
  if (given === undefined) throw usageError(`${flagName} needs a value`)
  return given
}

/** Refuses an empty list: absent lists often mean everything, and a script may pass an unset variable. */
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
  // "NO DATA", as JSON has it, is no-data.
  const typed = given.toLowerCase().replaceAll(' ', '-')
  const found = words.find((word) => word.toLowerCase() === typed)
  if (found === undefined)
    throw usageError(
      `${flagName}: ${JSON.stringify(given)} is not one of ${words.join(', ')}${didYouMean(given, words)}`,
    )
  return found
}

/** Few words are shown in the placeholder, many in the help text. */
function helpWithWords(words: readonly string[], help: string): string {
  return words.length <= 3 ? help : `${help}: ${words.join(', ')}`
}

/** A word outside the set keeps its type: callers pass it to `checkWords` first. */
function asWritten<C extends string>(words: readonly C[], given: string): C {
  return words.find((word) => word.toLowerCase() === given.toLowerCase()) ?? (given as C)
}

/** Milliseconds of "30s", "1500ms", "7d" or plain seconds. */
export function parseDuration(flagName: string, text: string): number {
  const ms = durationOf(text.trim())
  if (ms !== undefined) return Math.round(ms)
  throw usageError(`${flagName}: ${JSON.stringify(text)} is not a duration, such as 30s or 5m`)
}
