import type { Command } from '../define.ts'
import { globalOptions } from '../globals.ts'
import { type Argument, type Completes, flagName, type Option, type ResourceKind } from '../options.ts'
import { safeText } from '../output/terminal-text.ts'
import type { CommandTree, Line } from './read-words.ts'

export interface Candidate {
  readonly value: string
  readonly description: string
}

/** What is not in the definitions: asked for only where a line wants it. */
export interface Sources {
  things(kind: ResourceKind, line: Line): Promise<readonly Candidate[]>
  paths(line: Line): Promise<readonly Candidate[]>
}

export interface Answer {
  readonly candidates: readonly Candidate[]
  /** The shell knows its files best. */
  readonly files: boolean
}

const NOTHING: Answer = { candidates: [], files: false }

/** What may stand where `typed` is being typed. */
export async function candidatesFor(line: Line, typed: string, tree: CommandTree, sources: Sources): Promise<Answer> {
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
  const completes = completesArgument(argument, line.command)
  // What was named already needs no second mention.
  const answer = await complete(completes, line, typed, sources)
  return { ...answer, candidates: answer.candidates.filter(({ value: each }) => !line.positionals.includes(each)) }
}

/** What completes an argument, where its definition does not say. */
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

/** Values, the last one of a list with commas; each comes back as the whole word that stands then. */
async function valuesOf(
  [member, option]: readonly [string, Option],
  line: Line,
  typed: string,
  sources: Sources,
  before = '',
): Promise<Answer> {
  const cut = option.repeatable && member !== 'header' ? typed.lastIndexOf(',') + 1 : 0
  const chosen = typed.slice(0, cut).split(',')
  const { candidates, files } = await complete(completesOption(option), line, typed.slice(cut), sources)
  return {
    files,
    candidates: candidates
      .filter(({ value }) => !chosen.includes(value))
      .map(({ value, description }) => ({ value: before + typed.slice(0, cut) + value, description })),
  }
}

async function complete(
  completes: Completes | undefined,
  line: Line,
  typed: string,
  sources: Sources,
): Promise<Answer> {
  if (completes === undefined) return NOTHING
  if (completes === 'file') return { candidates: [], files: true }
  if (completes === 'path') return matching(await sources.paths(line), typed)
  if (completes === 'chain') {
    const { chains } = await import('../../api/chains.ts')
    const byId = /^\d/.test(typed)
    return matching(
      chains.map(({ id, name }) => (byId ? { value: id, description: name } : { value: name, description: id })),
      typed,
    )
  }
  if (typeof completes === 'string') {
    const things = await sources.things(completes, line)
    // An id that reads as a flag, or as our word for files, is none that can be typed.
    return matching(
      things.filter(({ value }) => !/^[-:]/.test(value)),
      typed,
    )
  }
  // As people type them: the contract's capitals are for whoever begins with one.
  const loud = /^[A-Z]/.test(typed)
  return matching(
    completes.map((word) => ({
      value: word === word.toUpperCase() && !loud ? word.toLowerCase() : word,
      description: '',
    })),
    typed,
  )
}

function wordsNext({ noun, verbs, path }: Line, typed: string, { nouns, commands }: CommandTree): Candidate[] {
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

/** Aliases only for who types one: offered side by side with the names they are noise. */
function namesOf(
  { aliases = [], summary }: { readonly aliases?: readonly string[]; readonly summary: string },
  name: string,
  typed: string,
): Candidate[] {
  const others = typed === '' || name.startsWith(typed) ? [] : aliases
  return [name, ...others].map((value) => ({ value, description: summary }))
}

function flagsOf({ command, options, given }: Line, all: boolean): Candidate[] {
  const shown = all ? { ...options, help: HELP } : (command?.options ?? {})
  return Object.entries(shown)
    .filter(([member, { repeatable }]) => repeatable || !given.has(member))
    .map(([member, { help, negatable }]) => ({
      value: negatable ? `--no-${flagName(member).slice(2)}` : flagName(member),
      description: help,
    }))
}

const HELP: Option = { help: 'show this help', repeatable: false, required: false, parse: () => undefined }

function argumentNext(command: Command, taken: number): readonly [string, Argument] | undefined {
  const all = Object.entries(command.arguments)
  const last = all.at(-1)
  return all[taken] ?? (last?.[1].variadic ? last : undefined)
}

/**
 * Those that begin with what was typed. What comes from a server stands in a command line afterwards: only what no shell
 * reads as more than a word is offered.
 */
function matching(candidates: readonly Candidate[], typed: string): Answer {
  const wanted = typed.toLowerCase()
  return {
    files: false,
    candidates: candidates
      .filter(({ value }) => value.toLowerCase().startsWith(wanted) && /^[\w@%+:,./-]+$/.test(value))
      .map(({ value, description }) => ({ value, description: safeText(description.replace(/[\t\r\n]+/g, ' ')) })),
  }
}

/** The flags of every command: what a line says of the service that is meant. */
export function globalsOf({ given }: Line): Record<string, string | undefined> {
  return Object.fromEntries(Object.keys(globalOptions).map((member) => [member, given.get(member)?.at(-1)]))
}
