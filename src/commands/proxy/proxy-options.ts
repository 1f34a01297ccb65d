import { choice, flag, integer, list, type OptionValues, text } from '../../cli/options.ts'
import { gates } from '../validate/verdict-exit-code.ts'
import { holdOptions } from './hold-policy.ts'

export const DEFAULT_PORT = 8645

export const proxyOptions = {
  upstream: text('url', 'URL of the node, when it has no key; otherwise TXWARDEN_UPSTREAM or --upstream-file'),
  upstreamFile: text('file', 'file with the URL of the node, or several chain=URL', { completes: 'file' }),
  port: integer('n', `port to listen on, 0 picks one; default ${DEFAULT_PORT}, with a command any free port`, {
    min: 0,
    max: 65_535,
  }),
  failOn: choice(gates, 'lowest verdict that is refused; default unsafe'),
  observe: flag('forward everything, and report what would be refused'),
  whenUnavailable: choice(
    ['fail', 'allow'] as const,
    'without a verdict: refuse (default), or forward and write to the audit log',
  ),
  ...holdOptions,
  allowMethod: list('method', 'method to forward without a verdict, such as personal_sign or anvil_*'),
  allowOrigin: list('origin', 'web page or extension that may send requests'),
  allowNoTraffic: flag('accept a command that sends no request through the proxy'),
}

export type ProxyInput = OptionValues<typeof proxyOptions> & { readonly command: readonly string[] | undefined }
