import { findChain } from '../../api/chains.ts'
import { parseQuantity } from '../../api/quantity.ts'
import { HOLD_FOR_MS } from '../../api/vocabulary.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { unknownChain } from '../../cli/input/check-values.ts'
import {
  choice,
  flag,
  integer,
  list,
  type Option,
  type OptionValues,
  parseDuration,
  parsed,
  text,
} from '../../cli/options.ts'
import type { MaxFees } from '../../proxy/decide/fees.ts'
import { metricsOptions } from '../options/metrics-option.ts'
import { UNIT_DECIMALS, weiIn } from '../options/transaction-options.ts'
import { gates } from '../validate/verdict-exit-code.ts'

export const DEFAULT_PORT = 8645

export const proxyOptions = {
  upstream: several('url', 'URL of the node, when it has no key; otherwise TXWARDEN_UPSTREAM or --upstream-file'),
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
  maxFee: maxFeesOption(
    'most that fees of a request may cost, such as 0.2ether, or of a chain polygon=50ether; default 0.5 ETH, 1 BNB, 100 POL, 10 AVAX, 1000 XDAI, or what chain set says',
  ),
  hold: flag('hold what is refused until a person approves it (txwarden hold)'),
  holdFor: parsed('duration', 'how long a hold waits for a decision, at most 30d; default 1h', parseHoldFor),
  selfApprove: flag('accept approvals by the key that requests, as on a local profile'),
  allowMethod: checkedList('method', 'method to forward that is refused otherwise, such as eth_sign or anvil_*', {
    // Name of a method, the start of one, or all.
    isValid: (text) => /^(?:[A-Za-z][A-Za-z0-9]*[_.][A-Za-z0-9_.]*\*?|\*)$/.test(text),
    what: 'a method, such as eth_sign, or the start of some, as anvil_*',
  }),
  ...metricsOptions,
  allowOrigin: checkedList('origin', 'web page or extension that may send requests', {
    isValid: isOrigin,
    what: 'an origin, such as https://app.example or chrome-extension://<id>',
  }),
  allowNoTraffic: flag('accept a command that sends no request through the proxy'),
  stripEnv: flag('remove variables with a key of the node from the environment of the command'),
}

/** As browsers send it: without a path, and a slash at the end. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.host !== '' && text === `${url.protocol}//${url.host}` && !/[%*]/.test(text)
}

function parseHoldFor(flagName: string, text: string): number {
  const ms = parseDuration(flagName, text)
  if (ms >= HOLD_FOR_MS.min && ms <= HOLD_FOR_MS.max) return ms
  throw usageError(`${flagName}: ${JSON.stringify(text)} is not between 1m and 30d`)
}

/** Repeatable. As one text, with blanks between: a URL may have commas. */
function several(placeholder: string, help: string): Option<string, false> {
  return { ...text(placeholder, help), repeatable: true, parse: (_, texts) => texts.join(' ') }
}

/** Repeatable, and takes commas. */
function checkedList(
  placeholder: string,
  help: string,
  { isValid, what }: { isValid(text: string): boolean; readonly what: string },
): Option<readonly string[], false> {
  const option = list(placeholder, help)
  return {
    ...option,
    parse(flagName, texts) {
      const values = option.parse(flagName, texts)
      const odd = values.find((value) => !isValid(value))
      if (odd !== undefined) throw usageError(`${flagName}: ${JSON.stringify(odd)} is not ${what}`)
      return values
    },
  }
}

export type ProxyInput = OptionValues<typeof proxyOptions> & { readonly command: readonly string[] | undefined }

/** `0.2ether`, or with a chain `polygon=50ether`; repeatable, and takes commas. */
function maxFeesOption(help: string): Option<readonly NamedFee[], false> {
  const option = list('amount', help)
  return { ...option, parse: (flagName, texts) => option.parse(flagName, texts).map((text) => feeOf(flagName, text)) }
}

/** An amount and its chain, as they were typed. */
interface NamedFee {
  readonly named: string | undefined
  readonly amount: string
}

function feeOf(flagName: string, text: string): NamedFee {
  const [, named, amount = text] = /^([^=]*)=(.*)$/.exec(text) ?? []
  weiIn(amount, `${flagName}: `)
  return { named, amount }
}

/**
 * The limits by chain id. Chains that are defined are known by now.
 * @param names of the chains that have a node
 * @throws WardenError usage
 */
export function maxFeesOf(fees: readonly NamedFee[] = [], names: Iterable<string> = []): MaxFees {
  const byChain = new Map<string, bigint>()
  let other: string | undefined
  for (const { named, amount } of fees) {
    if (named === undefined) {
      if (other !== undefined) throw usageError('--max-fee: there are two amounts without a chain')
      other = amount
      continue
    }
    const chain = findChain(named)
    if (!chain) throw unknownChain(named, '--max-fee: ')
    if (byChain.has(chain.id)) throw usageError(`--max-fee: there are two amounts for ${chain.name}`)
    byChain.set(chain.id, BigInt(weiIn(amount, '--max-fee: ', chain)))
  }
  if (other === undefined) return { byChain }
  const others = [...names].flatMap((name) => findChain(name) ?? []).filter(({ id }) => !byChain.has(id))
  for (const chain of others) weiIn(other, '--max-fee: ', chain)
  const hasUnit = parseQuantity(other) === undefined
  return { other: BigInt(weiIn(other, '--max-fee: ')), byChain, ...(hasUnit && { otherDecimals: UNIT_DECIMALS }) }
}
