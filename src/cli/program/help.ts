import type { Command as Commander, Help } from 'commander'
import { type Command, groups } from '../define.ts'
import { flagName } from '../options.ts'

/** "<address...> --type <ALLOW|BLOCK> [flags]": required arguments and flags. */
export function usageOf(command: Command): string {
  const args = Object.entries(command.arguments).map(([name, { variadic, required }]) => {
    const shown = `${flagName(name).slice(2)}${variadic ? '...' : ''}`
    return required ? `<${shown}>` : `[${shown}]`
  })
  const must = Object.entries(command.options)
    .filter(([, option]) => option.required && !command.asks)
    .map(([name, { placeholder }]) => `${flagName(name)} <${placeholder}>`)
  return [...args, ...must, '[flags]'].join(' ')
}

/** Flags come last, so that the commands do not scroll off the screen. */
export function formatHelp(commander: Commander, helper: Help): string {
  const width = helper.padWidth(commander, helper)
  const section = (heading: string, items: readonly [term: string, description: string][]) =>
    items.length === 0
      ? []
      : ['', `${heading}:`, ...items.map(([term, description]) => helper.formatItem(term, width, description, helper))]
  const commands = helper.visibleCommands(commander)
  const commandSections = [...groups, 'Commands'].flatMap((group) =>
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
    ...section(
      commander.parent ? 'Flags' : 'Flags of every command',
      helper.visibleOptions(commander).map((each) => [helper.optionTerm(each), helper.optionDescription(each)]),
    ),
  ].join('\n')}\n`
}

/** Name and aliases, as lists of commands show them. */
export function termOf(commander: Commander): string {
  return [commander.name(), ...commander.aliases()].join(', ')
}

/** End of the help of one command. */
export function helpTail(command: Command): string {
  const examples = command.examples.map(({ command: line, note }) => (note ? `  # ${note}\n  ${line}` : `  ${line}`))
  return `\nExamples:\n${examples.join('\n')}\n\nEvery command also accepts --json, --fields, --profile, --dry-run, --curl and more: txwarden --help`
}

export const rootTail = `
Examples:
  txwarden validate --chain ethereum --from <address> --to <address> --value 1.5ether
  txwarden control-list add <address> --type block
  txwarden alert create

Exit codes: 0 ok, 2 usage, 3 key, 5 not found, 6 network, 8 refused, 10 warning, 11 unsafe, 12 blocked; all: txwarden help exit-codes`
