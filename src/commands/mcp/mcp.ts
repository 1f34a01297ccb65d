import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { choice, flag, maybeOne } from '../../cli/options.ts'
import { clientTargets } from './client-targets.ts'

export const mcp = defineCommand({
  name: 'mcp',
  group: 'Validate',
  summary: 'Answer an agent over MCP on stdin and stdout; read-only',
  description:
    'A server of the Model Context Protocol with ten tools: validate, validate_message, check_address, decode, explain, list_exposures, safe_queue, hold_status, policy_check and payment_check. Each answers with a decision first: proceed, stop, or ask_human. Nothing is stored, signed or sent: the database is opened read-only, every validation is a dry run, and no tool changes anything. Names and texts of third parties are data in a field of their own (untrusted), shortened and without hidden characters; --no-labels leaves them out. `mcp config --target <client>` prints the entry for the settings of a client. An agent can ignore an answer: the proxy enforces verdicts.',
  requests: false,
  arguments: { action: maybeOne('config: print the entry for the settings of a client') },
  options: {
    target: choice(clientTargets, `client to print the entry for: ${clientTargets.join(', ')}`),
    labels: flag('leave out names and texts of third parties', { negatable: true }),
  },
  examples: [
    { command: 'txwarden mcp' },
    { command: 'txwarden mcp --no-labels' },
    { command: 'txwarden mcp config --target claude-code' },
  ],
  async run(context, { action, target, labels }) {
    if (action !== undefined && action !== 'config')
      throw usageError(`mcp: unknown action ${JSON.stringify(action)}`, { try: 'txwarden mcp config --help' })
    if (action === 'config') {
      const { printClientEntry } = await import('./client-config.ts')
      return printClientEntry(context, target, labels)
    }
    if (target !== undefined)
      throw usageError('--target is for mcp config', { try: `txwarden mcp config --target ${target}` })
    if (context.io.stdin.isTTY)
      throw usageError('mcp answers a client on stdin, and this is a terminal', {
        try: 'txwarden mcp config --target claude-code',
      })
    const { serveMcp } = await import('./serve-mcp.ts')
    await serveMcp(context, { hasLabels: labels !== false })
  },
})
