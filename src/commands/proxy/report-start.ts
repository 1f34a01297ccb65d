import { chainById } from '../../api/chains.ts'
import { verdicts } from '../../api/verdict.ts'
import type { Context } from '../../cli/context/context.ts'
import { RpcFault } from '../../proxy/rpc/json-rpc.ts'
import type { ProxyNode, RunningProxy } from '../../proxy/start-proxy.ts'
import { lowestRefused, type VerdictGate } from '../validate/verdict-exit-code.ts'
import { jsonLine, noteWrapped } from './log.ts'
import type { ProxyInput } from './proxy-options.ts'

type Mode = 'enforce' | 'hold' | 'observe'
type Started = Pick<ProxyInput, 'hold' | 'whenUnavailable' | 'allowMethod'> & {
  readonly observe: boolean
  readonly failOn: VerdictGate
}

interface ReportOptions {
  /** Whether all is reported, and not only what is wrong with a node. */
  readonly isLogged: boolean
  /** Aborted when the proxy ends: its nodes do not answer any more. */
  readonly signal: AbortSignal
}

/** Prints on stderr what the proxy refuses and whose verdicts count; then, as each answers, the chains of its nodes. */
export function reportStart(
  context: Context,
  { nodes }: RunningProxy,
  started: Started,
  { isLogged, signal }: ReportOptions,
): void {
  if (isLogged) printStart(context, started)
  const isOnly = nodes.size === 1
  for (const [path, node] of nodes)
    void stateOf(path, node, started).then((state) => {
      if (!signal.aborted && (isLogged || state.fault !== null)) printNode(context, state, isOnly)
    })
}

function printStart(context: Context, started: Started): void {
  const { observe, failOn, hold = false, whenUnavailable = 'fail', allowMethod = [] } = started
  const mode: Mode = observe ? 'observe' : hold ? 'hold' : 'enforce'
  const { profile, addresses } = context.configuration()
  const host = addresses?.validation.host ?? null
  if (context.out.isJson) {
    const service = { profile, host }
    writeJson(context, { start: { mode, failOn, whenUnavailable, allowMethod, judge: service } })
    return
  }
  const where = host === null ? 'this machine' : host
  noteRow(context, 'mode', `${modeText(mode, failOn)} (--fail-on ${failOn})`)
  if (whenUnavailable === 'allow') noteRow(context, '', 'without a verdict: forwards, and writes to the audit log')
  if (allowMethod.length > 0) noteRow(context, '', `also forwards: ${allowMethod.join(', ')}`)
  noteRow(context, 'service', `${where} (profile ${profile})`)
}

const modeWords: Readonly<Record<Mode, (refused: string) => string>> = {
  enforce: (refused) => `enforce: refuses ${refused}`,
  hold: (refused) => `hold: a person decides about ${refused}`,
  observe: (refused) => `observe: forwards everything, and reports ${refused}`,
}

function modeText(mode: Mode, failOn: VerdictGate): string {
  const lowest = lowestRefused[failOn]
  const refused = lowest === undefined ? [] : verdicts.slice(verdicts.indexOf(lowest))
  return modeWords[mode](refused.length === 0 ? 'no verdict' : refused.join(', '))
}

interface NodeState {
  readonly path: string
  readonly host: string
  /** Decimal; null: it is not known, or not that of the path. */
  readonly chainId: string | null
  /** What is wrong, and what follows; one line without a period. */
  readonly fault: string | null
}

async function stateOf(path: string, { host, chainId }: ProxyNode, started: Started): Promise<NodeState> {
  const state = { path, host, chainId: null }
  try {
    const id = await chainId()
    return { ...state, chainId: id, fault: chainById(id) === undefined ? withoutVerdictText(host, id, started) : null }
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    const { refusalText, message } = error.error
    return {
      ...state,
      fault: refusalText
        ? `${refusalText.reason}: ${sendsText(started.observe)}`
        : `${message}: it is retried with the next request`,
    }
  }
}

function withoutVerdictText(host: string, id: string, { observe, whenUnavailable }: Started): string {
  const sends = sendsText(observe || whenUnavailable === 'allow')
  return `the upstream ${host} is on chain ${id}, which is not supported: ${sends}. A local node can use the id of a supported one: anvil --chain-id 1`
}

function sendsText(isForwarded: boolean): string {
  return `what it is sent is ${isForwarded ? 'forwarded without a verdict' : 'refused'}`
}

function printNode(context: Context, { path, host, chainId, fault }: NodeState, isOnly: boolean): void {
  const chain = chainById(chainId ?? '')?.name ?? null
  if (context.out.isJson) {
    writeJson(context, { node: { path, host, chainId, chain, fault } })
    return
  }
  const where = isOnly ? '' : `, at ${path}`
  if (fault === null) noteRow(context, 'node', `${host}, chain ${chainId} (${chain})${where}`)
  else noteWrapped(context, `! ${fault}`, '  ')
}

function noteRow(context: Context, label: string, text: string): void {
  noteWrapped(context, `  ${label.padEnd(LABEL)}  ${text}`, ' '.repeat(LABEL + 4))
}

const LABEL = 'service'.length

function writeJson({ globals, io, clock }: Context, value: object): void {
  if (globals.quiet) return
  void io.stderr.write(jsonLine({ at: new Date(clock.now()).toISOString(), ...value }))
}
