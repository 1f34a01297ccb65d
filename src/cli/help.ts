import type { Command } from './define.ts'

/** What `--help` of a command ends with. */
export function helpTail(command: Command): string {
  const examples = command.examples.map(({ command: line, note }) => (note ? `  # ${note}\n  ${line}` : `  ${line}`))
  return `\nExamples:\n${examples.join('\n')}\n\nEvery command also takes --json, --fields, --profile, --dry-run, --curl and more: txwarden --help`
}

export const rootTail = `
Start here:
  txwarden validate --chain ethereum --from <address> --to <address> --value 1.5ether
  txwarden control-list add <address> --type block
  txwarden alert create

Exit codes: 0 ok, 2 usage, 3 key, 5 not found, 6 network, 8 refused, 10 warning, 11 unsafe, 12 blocked; all of them: txwarden help exit-codes`
