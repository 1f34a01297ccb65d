import { defineCommand } from '../../cli/define.ts'
import { choice, flag, integer, list, maybeMany, text } from '../../cli/options.ts'
import { usageError } from '../../cli/usage.ts'
import { untilAborted } from '../until-aborted.ts'
import { gates, lowestRefused } from '../validate/verdict-exit-code.ts'

export const proxy = defineCommand({
  name: 'proxy',
  group: 'Validate',
  summary: 'Forward JSON-RPC requests to a node, and nothing unsafe',
  description:
    'Listens on 127.0.0.1 and forwards JSON-RPC requests to a node. What sends or signs is judged first and refused with error -32003 when --fail-on says so.',
  requests: false,
  arguments: { command: maybeMany('command to run with ETH_RPC_URL set to the proxy, after --') },
  options: {
    upstream: text('url', 'URL of the node, when it has no key; otherwise TXWARDEN_UPSTREAM or --upstream-file'),
    port: integer('n', 'port to listen on, 0 picks one', { min: 0, max: 65_535 }),
    failOn: choice(gates, 'lowest verdict that is refused; default unsafe'),
    observe: flag('forward everything, and report what would be refused'),
    allowMethod: list('method', 'method to forward without a verdict, such as personal_sign or anvil_*'),
    allowOrigin: list('origin', 'web page or extension that may send requests'),
  },
  examples: [{ command: 'TXWARDEN_UPSTREAM=$RPC txwarden proxy --port 8645' }],
  async run(context, { upstream, port = 0, failOn = 'unsafe', observe = false, allowMethod = [], allowOrigin = [] }) {
    const url = URL.parse(upstream ?? context.env.TXWARDEN_UPSTREAM ?? '')
    if (!url) throw usageError('no upstream: set TXWARDEN_UPSTREAM')
    const { startProxy } = await import('../../proxy/start-proxy.ts')
    const running = await startProxy({
      client: await context.client(),
      port,
      upstreams: new Map([['/', url]]),
      policy: { lowestRefused: lowestRefused[failOn], observe, whenUnavailable: 'fail', allowedMethods: allowMethod },
      allowedOrigins: allowOrigin,
      env: context.env,
      elapsed: () => context.clock.elapsed(),
      report: (error) => void context.note(`! ${error instanceof Error ? error.stack : String(error)}`),
    })
    try {
      const address = running.urls.get('/') ?? ''
      await context.out.text(context.out.isJson ? JSON.stringify({ url: address }) : address)
      await untilAborted(context.signal)
    } finally {
      await running.stop()
    }
  },
})
