import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { type ClientTarget, clientTargets } from './client-targets.ts'

interface Entry {
  readonly command: string
  readonly args: readonly string[]
}

interface Target {
  /** Where the entry belongs. */
  readonly file: string
  text(entry: Entry): string
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const mcpServers = (entry: Entry) => json({ mcpServers: { txwarden: entry } })

/** Formats of the clients' own documentation. */
const targets: Readonly<Record<ClientTarget, Target>> = {
  'claude-code': { file: '.mcp.json of the project', text: mcpServers },
  'claude-desktop': { file: 'claude_desktop_config.json', text: mcpServers },
  cursor: { file: '.cursor/mcp.json of the project', text: mcpServers },
  vscode: {
    file: '.vscode/mcp.json of the project',
    text: (entry) => json({ servers: { txwarden: { type: 'stdio', ...entry } } }),
  },
  codex: {
    file: '~/.codex/config.toml',
    // Strings and arrays of TOML are written as those of JSON.
    text: ({ command, args }) =>
      `[mcp_servers.txwarden]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`,
  },
}

/** Prints what a client needs to start the server. The entry has no key: the server takes those of the profile. */
export async function printClientEntry(
  context: Context,
  target: ClientTarget | undefined,
  labels: boolean | undefined,
): Promise<undefined> {
  if (target === undefined)
    throw usageError(`mcp config needs --target: ${clientTargets.join(', ')}`, {
      try: 'txwarden mcp config --target claude-code',
    })
  const { profile } = context.globals
  const args = ['mcp', ...(labels === false ? ['--no-labels'] : []), ...(profile ? ['--profile', profile] : [])]
  const { file, text } = targets[target]
  await context.note(`For ${file}:`)
  await context.out.text(text({ command: 'txwarden', args }).trimEnd())
}
