import type { Chain } from '../../api/chains.ts'
import type { Command } from '../define.ts'
import {
  type Argument,
  type Completes,
  flagName,
  isAddressArgument,
  isAddressOption,
  type Option,
  offeredFlag,
  type ResourceKind,
} from '../options.ts'
import { safeText } from '../output/terminal-text.ts'
import { globalOptions } from '../program/globals.ts'
import type { CommandTree, ParsedLine } from './parse-line.ts'

export interface CompletionCandidate {
  readonly value: string
  readonly description: string
  /** Id of a thing that is offered by its name: it is offered instead where the typed word begins it, and does not begin the name. */
  readonly id?: string
}

/** Candidates that are not in the command definitions, loaded on demand. */
export interface Sources {
  resources(kind: ResourceKind, line: ParsedLine): Promise<readonly CompletionCandidate[]>
  paths(line: ParsedLine, typed: string): Promise<readonly CompletionCandidate[]>
  /** Names that stand for addresses: `@payroll`. */
  addressNames(line: ParsedLine): Promise<readonly CompletionCandidate[]>
}

export interface Completion {
  readonly candidates: readonly CompletionCandidate[]
  /** The shell completes file names. */
  readonly files: boolean
}

const NOTHING: Completion = { candidates: [], files: false }

export async function candidatesFor(
  line: ParsedLine,
  typed: string,
  tree: CommandTree,
  sources: Sources,
): Promise<Completion> {
  if (line.open) return valuesOf(line.open, line, typed, sources)
  const [flag, ...value] = typed.split('=')
  if (typed.startsWith('--') && value.length > 0 && !line.flagsEnded) {
    const entry = Object.entries(line.options).find(([member]) => flagName(member) === flag)
    return entry ? valuesOf(entry, line, value.join('='), sources, `${flag}=`) : NOTHING
  }
  if (typed.startsWith('-') && !line.flagsEnded) return matching(flagsOf(line, true), typed)
  if (!line.command) return matching(wordsNext(line, typed, tree), typed)
  const argument = argumentNext(line.command, line.positionals.length)
  if (!argument) return matching(flagsOf(line, false), typed)
  const isName = isAddressArgument(argument[0]) && typed.startsWith('@')
  const completes = isName ? '@' : completesArgument(argument, line.command)
  // Arguments are not offered twice.
  const completion = await complete(completes, line, typed, sources)
  return {
    ...completion,
    candidates: completion.candidates.filter(({ value: each }) => !line.positionals.includes(each)),
  }
}

/** What completes an argument: as defined, or by its name. */
export function completesArgument(
  [name, { completes }]: readonly [string, Argument],
  command: Pick<Command, 'name'>,
): Completes | undefined {
  if (completes) return completes
  if (name === 'file') return 'file'
  return name === 'id' ? (command.name.split(' ')[0] as ResourceKind) : undefined
}

export function completesOption({ completes, choices, placeholder }: Option): Completes | undefined {
  if (completes ?? choices) return completes ?? choices
  return placeholder === 'file' || placeholder === 'chain' ? placeholder : undefined
}

/** Completes a value, or the last one of a comma-separated list; candidates are whole words. */
async function valuesOf(
  [member, option]: readonly [string, Option],
  line: ParsedLine,
  typed: string,
  sources: Sources,
  before = '',
): Promise<Completion> {
  const cut = option.repeatable && member !== 'header' ? typed.lastIndexOf(',') + 1 : 0
  const chosen = typed.slice(0, cut).split(',')
  const isName = isAddressOption([member, option]) && typed.startsWith('@', cut)
  const completes = isName ? '@' : completesOption(option)
  const { candidates, files } = await complete(completes, line, typed.slice(cut), sources)
  return {
    files,
    candidates: candidates
      .filter(({ value }) => !chosen.includes(value))
      .map(({ value, description }) => ({ value: before + typed.slice(0, cut) + value, description })),
  }
}

async function complete(
  completes: Completes | '@' | undefined,
  line: ParsedLine,
  typed: string,
  sources: Sources,
): Promise<Completion> {
  if (completes === undefined) return NOTHING
  if (completes === 'file') return { candidates: [], files: true }
  if (completes === 'path') return matching(await sources.paths(line, typed), typed)
  if (completes === '@') return matching(await sources.addressNames(line), typed)
  if (completes === 'chain') {
    const { chains, listedChains } = await import('../../api/chains.ts')
    const byId = /^\d/.test(typed)
    const matchingOf = (offered: readonly Chain[]) =>
      matching(
        offered.map(({ id, name }) => (byId ? { value: id, description: name } : { value: name, description: id })),
        typed,
      )
    const usual = matchingOf(chains)
    // Those of the list would hide the ones that are meant most.
    return usual.candidates.length > 0 ? usual : matchingOf(listedChains())
  }
  if (typeof completes === 'string') {
    const resources = await sources.resources(completes, line)
    // A value that looks like a flag, or like our marker for files, cannot be typed.
    return matching(
      resources.map((each) => byTypedId(each, typed)).filter(({ value }) => !/^[-:]/.test(value)),
      typed,
    )
  }
  // Words of the contract are offered in lower case, unless the typed word starts with a capital.
  const isUpperCase = /^[A-Z]/.test(typed)
  return matching(
    completes.map((word) => ({
      value: word === word.toUpperCase() && !isUpperCase ? word.toLowerCase() : word,
      description: '',
    })),
    typed,
  )
}

/** The id in place of the name, when the id is what is typed. */
function byTypedId({ value, description, id }: CompletionCandidate, typed: string): CompletionCandidate {
  const isId = typeof id === 'string' && typed !== '' && id.startsWith(typed) && !value.startsWith(typed)
  return isId ? { value: id, description: value } : { value, description }
}

function wordsNext(
  { noun, verbs, path }: ParsedLine,
  typed: string,
  { nouns, commands }: CommandTree,
): CompletionCandidate[] {
  if (!noun) return path === '' ? [...nouns, ...commands].flatMap((each) => namesOf(each, each.name, typed)) : []
  const depth = path.split(' ').length
  const seen = new Set<string>()
  return verbs.flatMap((command) => {
    const words = command.name.split(' ')
    const next = words[depth] ?? ''
    if (seen.has(next)) return []
    seen.add(next)
    return words.length === depth + 1 ? namesOf(command, next, typed) : [{ value: next, description: command.summary }]
  })
}

/** Aliases are offered only once the typed word no longer matches the name. */
function namesOf(
  { aliases = [], summary }: { readonly aliases?: readonly string[]; readonly summary: string },
  name: string,
  typed: string,
): CompletionCandidate[] {
  const others = typed === '' || name.startsWith(typed) ? [] : aliases
  return [name, ...others].map((value) => ({ value, description: summary }))
}

function flagsOf({ command, options, given }: ParsedLine, all: boolean): CompletionCandidate[] {
  const shown = all ? { ...options, help: HELP } : (command?.options ?? {})
  return Object.entries(shown)
    .filter(([member, { repeatable }]) => repeatable || !given.has(member))
    .map(([member, option]) => ({ value: offeredFlag(member, option), description: option.help }))
}

const HELP: Option = { help: 'show this help', repeatable: false, required: false, parse: () => undefined }

function argumentNext(command: Command, taken: number): readonly [string, Argument] | undefined {
  const all = Object.entries(command.arguments)
  const last = all.at(-1)
  return all[taken] ?? (last?.[1].variadic ? last : undefined)
}

/** Candidates that start with the typed word. Values that a shell would not read as one word are never offered. */
function matching(candidates: readonly CompletionCandidate[], typed: string): Completion {
  const prefix = typed.toLowerCase()
  return {
    files: false,
    candidates: candidates
      .filter(({ value }) => value.toLowerCase().startsWith(prefix) && /^[\w@%+:,./-]+$/.test(value))
      .map(({ value, description }) => ({ value, description: safeText(description.replace(/[\t\r\n]+/g, ' ')) })),
  }
}

/** Values of the global flags. */
export function globalsOf({ given }: ParsedLine): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys(globalOptions).map((member) => [member, given.get(member)?.at(-1)]))
}
