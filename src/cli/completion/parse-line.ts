import { type Command, isNamed, type Noun } from '../define.ts'
import { flagName, type Option, offeredFlag } from '../options.ts'
import { globalOptions } from '../program/globals.ts'

export interface CommandTree {
  /** One-word commands. */
  readonly commands: readonly Command[]
  readonly nouns: readonly Noun[]
}

/** The parsed words before the one being typed. */
export interface ParsedLine {
  readonly noun?: Noun
  /** Possible next words before a command is known: verbs, or groups of verbs. */
  readonly verbs: readonly Command[]
  /** The command so far, as in its definition: "intel graph". */
  readonly path: string
  readonly command?: Command
  readonly options: Readonly<Record<string, Option>>
  /** Values of each flag, by member name. */
  readonly given: ReadonlyMap<string, readonly string[]>
  readonly positionals: readonly string[]
  /** The flag whose value comes next. */
  readonly open?: readonly [member: string, option: Option]
  /** After `--` there are no flags. */
  readonly flagsEnded: boolean
}

/** Parses an unfinished command line. Invalid words are skipped. */
export async function parseLine(words: readonly string[], tree: CommandTree): Promise<ParsedLine> {
  // `help alert create` completes as `alert create` does.
  const rest = words[0] === 'help' ? words.slice(1) : [...words]
  const given = new Map<string, string[]>()
  const positionals: string[] = []
  let line: Pick<ParsedLine, 'noun' | 'verbs' | 'path' | 'command'> = { verbs: tree.commands, path: '' }
  let options: Readonly<Record<string, Option>> = globalOptions
  let open: ParsedLine['open']
  let flagsEnded = false
  const addValue = (member: string, text: string) => given.set(member, [...(given.get(member) ?? []), text])
  for (const word of rest) {
    if (open) {
      addValue(open[0], word)
      open = undefined
    } else if (word === '--') flagsEnded = true
    else if (word.startsWith('-') && word !== '-' && !flagsEnded) {
      const { entry, value } = readFlag(word, options)
      if (!entry) continue
      if (value === undefined && entry[1].placeholder !== undefined && !entry[1].isValueOptional) open = entry
      else addValue(entry[0], value ?? '')
    } else if (line.command) positionals.push(word)
    else {
      line = await nextWord(line, word, tree)
      if (line.command) options = { ...globalOptions, ...line.command.options }
    }
  }
  return { ...line, options, given, positionals, flagsEnded, ...(open && { open }) }
}

async function nextWord(
  line: Pick<ParsedLine, 'noun' | 'verbs' | 'path'>,
  word: string,
  tree: CommandTree,
): Promise<Pick<ParsedLine, 'noun' | 'verbs' | 'path' | 'command'>> {
  const { noun, verbs, path } = line
  if (!noun && path === '') {
    const found = tree.nouns.find((each) => isNamed(each, [word]))
    if (found) return { noun: found, verbs: await found.load(), path: found.name }
  }
  const depth = path === '' ? 0 : path.split(' ').length
  const command = verbs.find(
    ({ name, aliases = [] }) =>
      name.split(' ').length === depth + 1 && (name.split(' ').at(-1) === word || aliases.includes(word)),
  )
  if (command) return { ...line, path: command.name, command }
  const longer = `${path} ${word} `
  return { ...line, path: longer.trim(), verbs: verbs.filter(({ name }) => name.startsWith(longer)) }
}

function readFlag(
  word: string,
  options: Readonly<Record<string, Option>>,
): { entry: readonly [string, Option] | undefined; value: string | undefined } {
  const [flag = word, ...rest] = word.split('=')
  const value = rest.length > 0 ? rest.join('=') : undefined
  const entry = Object.entries(options).find(([member, option]) =>
    [flagName(member), `-${option.short}`, offeredFlag(member, option)].includes(flag),
  )
  return { entry, value }
}
