import type { Command as Commander, Option as CommanderOption, Help } from 'commander'
import { type Command, type Example, groups } from '../define.ts'
import { flagName, kebab } from '../options.ts'

/** "<address...> --type <ALLOW|BLOCK> [flags]": required arguments and flags. */
export function usageOf(command: Command): string {
  const args = Object.entries(command.arguments).map(([name, { variadic, required }]) => {
    const shown = `${kebab(name)}${variadic ? '...' : ''}`
    return required ? `<${shown}>` : `[${shown}]`
  })
  const must = Object.entries(command.options)
    .filter(([, option]) => option.required && !command.asks)
    .map(([name, { placeholder }]) => `${flagName(name)} <${placeholder}>`)
  return [...args, ...must, '[flags]'].join(' ')
}

/** Verbs of a noun that few need. */
const LAST_GROUP = 'Operate'

/** Flags come last, so that the commands do not scroll off the screen. */
export function formatHelp(commander: Commander, helper: Help): string {
  // The root lists no flags.
  const width = commander.parent
    ? helper.padWidth(commander, helper)
    : helper.longestSubcommandTermLength(commander, helper)
  const section = (heading: string, items: readonly [term: string, description: string][]) =>
    items.length === 0
      ? []
      : ['', `${heading}:`, ...items.map(([term, description]) => helper.formatItem(term, width, description, helper))]
  const flagSections = (options: readonly CommanderOption[]) =>
    [...new Set(['Flags', ...options.map(groupOf)])].flatMap((group) =>
      section(
        group,
        options
          .filter((each) => groupOf(each) === group)
          .map((each) => [helper.optionTerm(each), helper.optionDescription(each)]),
      ),
    )
  const commands = helper.visibleCommands(commander)
  const commandSections = [...groups, 'Commands', LAST_GROUP].flatMap((group) =>
    section(
      group,
      commands
        .filter((each) => (each.helpGroup() || 'Commands') === group)
        .map((each) => [helper.subcommandTerm(each), helper.subcommandDescription(each)]),
    ),
  )
  return `${[
    `Usage: ${helper.commandUsage(commander)}`,
    '',
    helper.boxWrap(helper.commandDescription(commander), helper.helpWidth ?? 80),
    ...commandSections,
    ...section(
      'Arguments',
      helper.visibleArguments(commander).map((each) => [helper.argumentTerm(each), helper.argumentDescription(each)]),
    ),
    ...(commander.parent ? flagSections(helper.visibleOptions(commander)) : []),
  ].join('\n')}\n`
}

function groupOf({ helpGroupHeading = 'Flags' }: CommanderOption): string {
  return helpGroupHeading
}

/** Name and aliases, as lists of commands show them. */
export function termOf(commander: Commander): string {
  return [commander.name(), ...commander.aliases()].join(', ')
}

/** End of the help of one command. */
export function helpTail({ examples, topics = [] }: Command): string {
  const width = Math.max(...topics.map(({ name }) => name.length))
  const pages = topics.map(({ name, title }) => `  txwarden help ${name.padEnd(width)}  ${title}`)
  const more = pages.length === 0 ? '' : `\nMore flags and examples:\n${pages.join('\n')}\n`
  return `${more}${examplesText(examples)}\nEvery command also accepts --json, --fields, --profile, --dry-run, --curl and\nmore: txwarden help flags`
}

export function examplesText(examples: readonly Example[]): string {
  const lines = examples.map(({ command, note }) => (note ? `  # ${note}\n  ${command}` : `  ${command}`))
  return `\nExamples:\n${lines.join('\n')}\n`
}

export const rootTail = `
For every command: -p, -o, -q, -y, --json, --dry-run; all: txwarden help flags
Topics: txwarden help exit-codes, txwarden help flags, txwarden help glossary

Examples:
  txwarden validate --file examples/transfer-to-blocked.json
  txwarden control-list add <address> --type block`
