import { defineCommand } from '../../cli/define.ts'
import { maybeMany } from '../../cli/options.ts'
import { proxyOptions } from './proxy-options.ts'

export const proxy = defineCommand({
  name: 'proxy',
  group: 'Validate',
  summary: 'Forward JSON-RPC requests to a node; reject unsafe ones',
  description:
    'Listens on 127.0.0.1 and forwards JSON-RPC requests to a node. What sends or signs is validated first and refused with error -32003 when --fail-on says so. Methods that are not known are refused, too; --allow-method forwards them. -v prints a line for each request.\n\nTXWARDEN_UPSTREAM is the URL of the node, or several as chain=URL with blanks between, which are served at /<chain>. It may hold a key and is never shown.\n\nWith a command after --, the proxy runs as long as the command, which gets its URL in ETH_RPC_URL, and as {rpc} in its arguments, or {rpc:<chain>}. Of the variables of this program it gets TXWARDEN_HOME and TXWARDEN_PROFILE only; in the others, URLs of the node become those of the proxy. The exit code is that of the worst refused verdict (10-12); 8 when something was refused without a verdict or is still held, 6 when there was no verdict; 13 when the command succeeded without a request to the proxy, or was not run because --rpc-url names a node; 126 or 127 when the command cannot be run or is not found; otherwise, and always with --observe, that of the command.',
  requests: false,
  isTraced: true,
  arguments: { command: maybeMany('command to run behind the proxy, after --') },
  options: proxyOptions,
  examples: [
    { command: 'TXWARDEN_UPSTREAM=$RPC txwarden proxy' },
    {
      command: 'txwarden proxy --upstream http://127.0.0.1:8545 --port 0 --json',
      note: 'any free port, printed as JSON',
    },
    {
      command: 'TXWARDEN_UPSTREAM=$RPC txwarden proxy -- forge script Deploy.s.sol --broadcast',
      note: 'exit code 10-12 when something was refused',
    },
    { command: "TXWARDEN_UPSTREAM=$RPC txwarden proxy --observe -- cast send --rpc-url '{rpc}' <address>" },
    { command: 'txwarden proxy --upstream-file nodes.txt --fail-on warning' },
  ],
  async run(context, input) {
    const { runProxy } = await import('./run-proxy.ts')
    return runProxy(context, input)
  },
})
