import { constants } from 'node:os'
import { findChain } from '../../api/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import type { ExitCode } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { loadDefinedChains } from '../../cli/input/check-values.ts'
import { paintFor } from '../../cli/output/paint.ts'
import { safePainted } from '../../cli/output/terminal-text.ts'
import type { ProgramEnd, ProgramWords } from '../../cli/program/run-program.ts'
import { unjudgedCallsOf } from '../../config/paths.ts'
import { hasKey } from '../../config/resolve.ts'
import { treatmentOf, validatedNameOf } from '../../proxy/decide/methods.ts'
import type { HoldPolicy } from '../../proxy/holds/holds.ts'
import type { ProxyMetrics, ProxyMetricsOptions } from '../../proxy/record/proxy-metrics.ts'
import type { ProxyTally } from '../../proxy/record/tally.ts'
import { type RunningProxy, startProxy } from '../../proxy/start-proxy.ts'
import { WardenError } from '../../shared/errors.ts'
import { keepYoungHeap } from '../../shared/system/young-heap.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { untilAborted } from '../../shared/time/sleep.ts'
import { HOLDS } from '../hold/resource.ts'
import { metricsAddress, noteMetrics } from '../options/metrics-option.ts'
import { callAddition } from '../steps/addition.ts'
import { gateExitCode, lowestRefused, type VerdictGate } from '../validate/verdict-exit-code.ts'
import { childEnvironment, secretText } from './child-environment.ts'
import { jsonLine, logCall, widthOf } from './log.ts'
import { DEFAULT_PORT, maxFeesOf, type ProxyInput } from './proxy-options.ts'
import { reportStart } from './report-start.ts'
import { summaryText } from './summary.ts'
import { readUpstreams, type Upstreams } from './upstreams.ts'

/** Shells add the number of a signal to this when it ends a program. */
const SIGNAL_BASE = 128

/** The flag that names a node, in cast, forge and tools that follow them. */
const FLAG = /^(--(?:rpc|fork)-url(?==|$)|-[rf])=?(.*)$/s
/** Only of these: other programs have other meanings for -r and -f. */
const FOUNDRY = /(?:^|[\\/])(?:cast|forge|chisel)$/
const URL_OF_A_NODE = /^(?:https?|wss?):/i

/** For receipts that did not pass while the proxy ran (ms). */
const SETTLE_MS = 2_000

/** Runs until Ctrl-C, or as long as the command. */
export async function runProxy(context: Context, input: ProxyInput): Promise<ExitCode> {
  const { command = [], observe = false, failOn = 'unsafe', allowNoTraffic = false, stripEnv = false } = input
  if (context.globals.dryRun)
    throw usageError('proxy has no --dry-run: what its clients send would reach the node', {
      details: ['--observe forwards everything, too, and reports what would be refused.'],
    })
  const [program, ...words] = command
  const isLogged = program === undefined || context.globals.verbose === true
  if (stripEnv && program === undefined) throw usageError('--strip-env needs a command after --')
  await checkMethods(context, input.allowMethod ?? [])
  await loadDefinedChains(context)
  const upstreams = await readUpstreams(context, input)
  const maxFees = maxFeesOf(input.maxFee, upstreams.keys())
  checkPlaceholders(command, upstreams)
  // It reports what was sent, which changes the profile's history.
  await context.allowChange()
  const hold = await holdPolicyOf(context, input)
  const client = await context.client()
  await context.sendAlerts()
  const now = () => context.clock.now()
  const report = (error: unknown) => void context.note(`! ${errorText(error)}`)
  const address = await metricsAddress(input)
  let isStopping = false
  const metrics =
    address &&
    (await serveMetrics({
      ...address,
      allowedMethods: input.allowMethod ?? [],
      now,
      fault: () => (isStopping ? 'shutting-down' : undefined),
      report,
    }))
  await using owned = new AsyncDisposableStack()
  owned.defer(async () => metrics?.close())
  const log = isLogged ? logCall(context) : undefined
  const running = await startProxy({
    client,
    ...(hold && { hold }),
    program: programOf(context),
    random: context.random,
    now,
    journal: unjudgedCallsOf(context.configuration().profile, context.paths),
    port: input.port ?? (program === undefined ? DEFAULT_PORT : 0),
    upstreams: new Map([...upstreams].map(([chain, url]) => [`/${chain}`, url])),
    policy: {
      lowestRefused: lowestRefused[failOn],
      observe,
      whenUnavailable: input.whenUnavailable ?? 'fail',
      allowedMethods: input.allowMethod ?? [],
      maxFees,
    },
    allowedOrigins: input.allowOrigin ?? [],
    env: context.env,
    note: (line) => void context.note(line),
    report,
    decided: (line, refusedBy) => {
      metrics?.decided(line, refusedBy)
      log?.(line)
    },
  })
  const started = new AbortController()
  let end: ProgramEnd | undefined
  try {
    if (program === undefined) {
      keepYoungHeap()
      await printUrl(context, running)
    }
    await noteMetrics(context, metrics?.url)
    reportStart(context, running, { ...input, observe, failOn }, { isLogged, signal: started.signal })
    if (program === undefined) await untilAborted(context.signal)
    else
      end = await runBehind(context, running, [program, ...words], {
        upstreams,
        mayGoAround: observe || allowNoTraffic,
        strips: stripEnv,
      })
    await running.settle(SETTLE_MS)
  } finally {
    started.abort()
    isStopping = true
    await running.stop()
  }
  await printSummary(context, running)
  return end && proxyExitCode(running.tally, end, { failOn, observe, allowNoTraffic })
}

/** Refuses what could have no effect, and says what opens everything. @throws WardenError usage */
async function checkMethods({ note }: Context, allowed: readonly string[]): Promise<void> {
  for (const method of allowed) {
    const shown = JSON.stringify(method)
    const exact = validatedNameOf(method)
    if (exact === method)
      throw usageError(`--allow-method: ${shown} is always validated; --observe forwards everything`)
    if (exact !== undefined) throw usageError(`--allow-method: ${shown} is ${exact} in another case, which is refused`)
    if (!method.endsWith('*') && treatmentOf(method, [method]) === 'refuse')
      throw usageError(`--allow-method: ${shown} is no name that a method can have`)
  }
  if (allowed.includes('*'))
    await note(
      '! --allow-method *: every method is forwarded; only what carries a transaction, a user operation or a message has a verdict',
    )
}

type HoldInput = Pick<ProxyInput, 'hold' | 'holdFor' | 'selfApprove' | 'observe'>

/**
 * Returns what is held, and for how long; undefined without `--hold`.
 * @throws WardenError usage where no one could approve, or the requester could; others where the service has no holds
 */
async function holdPolicyOf(context: Context, input: HoldInput): Promise<HoldPolicy | undefined> {
  const { hold = false, holdFor, selfApprove = false, observe = false } = input
  if (!hold) {
    if (holdFor !== undefined || selfApprove)
      throw usageError(`${selfApprove ? '--self-approve' : '--hold-for'} needs --hold`)
    return undefined
  }
  if (observe) throw usageError('--observe forwards everything; with --hold nothing would be held')
  const configuration = context.configuration()
  const { addresses } = configuration
  if (!addresses && !selfApprove)
    throw usageError('--hold needs two keys: on a local profile, this machine would both request and approve', {
      details: [
        'Serve the database with `txwarden serve`, and run the proxy on a profile that has its validation key only.',
        'With --self-approve, anyone on this machine who can run txwarden can approve.',
      ],
      try: 'txwarden keys create --kind validation',
    })
  await callAddition(context, HOLDS, (client) => client.call('listRequestedHolds', { query: { size: 1 } }))
  if (addresses && hasKey(configuration, 'management'))
    await context.note(
      '! this profile also has a management key: who runs the proxy can approve what it holds. Use a profile with a validation key only.',
    )
  return { holdForMs: holdFor, selfApprove, note: (line) => void context.note(line) }
}

async function serveMetrics(options: ProxyMetricsOptions): Promise<ProxyMetrics> {
  const { serveProxyMetrics } = await import('../../proxy/record/proxy-metrics.ts')
  return serveProxyMetrics(options)
}

function errorText(error: unknown): string {
  if (error instanceof WardenError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** For commands that clients print, in other terminals too. */
function programOf({ configuration }: Context): string {
  const { profile, profileSource } = configuration()
  return profileSource === 'flag' || profileSource === 'environment' ? `txwarden -p ${quoteWord(profile)}` : 'txwarden'
}

async function printUrl({ out }: Context, { urls }: RunningProxy): Promise<void> {
  const [[, url = ''] = []] = urls
  if (out.isJson) await out.text(JSON.stringify({ url, ...(!urls.has('/') && { urls: namedUrls(urls) }) }))
  else await out.text([...urls].map(([path, each]) => (path === '/' ? each : `${path.slice(1)}=${each}`)).join('\n'))
}

function namedUrls(urls: RunningProxy['urls']): Record<string, string> {
  return Object.fromEntries([...urls].map(([path, url]) => [path.slice(1), url]))
}

const PLACEHOLDER = /\{rpc(?::([^{}]*))?\}/g

/** @throws WardenError usage where a word names a chain without a node: the command would fail, or find another way */
function checkPlaceholders(words: readonly string[], upstreams: Upstreams): void {
  for (const [placeholder, chain] of words.flatMap((word) => [...word.matchAll(PLACEHOLDER)]))
    if (chain !== undefined && !upstreams.has(findChain(chain)?.name ?? chain))
      throw usageError(`${JSON.stringify(placeholder)}: there is no node of this chain: ${namesIn(upstreams)}`)
}

function namesIn(upstreams: Upstreams): string {
  const names = [...upstreams.keys()].filter((name) => name !== '')
  return names.length > 0 ? names.join(', ') : 'the only one has no chain, and is {rpc}'
}

interface BehindOptions {
  readonly upstreams: Upstreams
  /** Whether the command may send to a node that it names itself. */
  readonly mayGoAround: boolean
  /** Whether variables with a key of a node are removed. */
  readonly strips: boolean
}

/** Runs the command; stdout is the command's. */
async function runBehind(
  context: Context,
  { urls }: RunningProxy,
  words: ProgramWords,
  { upstreams, mayGoAround, strips }: BehindOptions,
): Promise<ProgramEnd> {
  const [[, url = ''] = []] = urls
  const filled = words.map((word) =>
    word.replace(PLACEHOLDER, (whole, chain?: string) =>
      chain === undefined ? url : (urls.get(`/${findChain(chain)?.name ?? ''}`) ?? whole),
    ),
  )
  const [program = '', ...rest] = filled
  const flag = flagOfOwnNode(filled, urls)
  if (flag !== undefined && !mayGoAround) throw ownNode(flag)
  const isOnly = urls.size === 1 && flag === undefined
  const { env, secret } = childEnvironment(context.env, { upstreams, urls, isOnly, strips })
  if (secret.length > 0) await context.note(secretText(secret, strips))
  return context.runProgram([program, ...rest], env)
}

async function printSummary({ out, globals, io, env }: Context, { tally }: RunningProxy): Promise<void> {
  if (globals.quiet) return
  if (out.isJson) {
    const { calls, counts, held, withoutAnswer } = tally
    await io.stderr.write(
      jsonLine({ summary: { calls, ...counts, withoutAnswer, stillHeld: held, lines: tally.lines } }),
    )
  } else {
    const paint = await paintFor(io.stderr, env, globals.color)
    await io.stderr.write(safePainted(summaryText(tally, paint, widthOf(io))))
  }
}

/**
 * The flag with which the command names a node. Foundry counts FOUNDRY_ETH_RPC_URL more than such a flag: with the variable the
 * command would send to another chain than it says, without it around the proxy. A name of foundry.toml is no URL here.
 * @param words with URLs of the proxy in place of {rpc}
 * @param urls of the proxy
 */
function flagOfOwnNode(words: readonly string[], urls: ReadonlyMap<string, string>): string | undefined {
  const isFoundry = words.some((word) => FOUNDRY.test(word))
  const own = new Set(urls.values())
  for (const [at, word] of words.entries()) {
    const [, flag, attached] = FLAG.exec(word) ?? []
    if (flag === undefined || (flag.length === 2 && !isFoundry)) continue
    const value = attached || words[at + 1] || ''
    if (URL_OF_A_NODE.test(value) && !own.has(value.replace(/\/$/, ''))) return flag
  }
  return undefined
}

/** Names no value of the flag, which may hold a key. */
function ownNode(flag: string): WardenError {
  return new WardenError({
    kind: 'check-failed',
    code: 'own-node',
    message: `the command uses another RPC URL in ${flag}, so nothing would be checked; it was not run`,
    details: [
      `Give it the URL of the proxy: ${flag} '{rpc}'`,
      '--allow-no-traffic runs it as it is, around the proxy.',
    ],
  })
}

interface ExitPolicy {
  readonly failOn: VerdictGate
  readonly observe: boolean
  readonly allowNoTraffic: boolean
}

/**
 * Exit code of a command that ran behind the proxy: a refusal counts more than its own code, because tools ignore errors.
 * @throws WardenError `no-traffic` where it succeeded without any request
 */
function proxyExitCode(
  tally: Pick<ProxyTally, 'worstRefused' | 'held' | 'refusedWithoutVerdict' | 'calls'>,
  end: ProgramEnd,
  { failOn, observe, allowNoTraffic }: ExitPolicy,
): number {
  const own = end.signal === null ? (end.code ?? exitCodes.unexpected) : SIGNAL_BASE + constants.signals[end.signal]
  if (observe) return own
  if (own === exitCodes.ok && tally.calls === 0 && !allowNoTraffic) throw noTraffic()
  // Fees are refused with any verdict.
  if (tally.worstRefused !== undefined) return gateExitCode(tally.worstRefused, failOn) || exitCodes.refused
  if (tally.held > 0 || tally.refusedWithoutVerdict.has('refused')) return exitCodes.refused
  return tally.refusedWithoutVerdict.has('unavailable') ? exitCodes.unavailable : own
}

function noTraffic(): WardenError {
  return new WardenError({
    kind: 'check-failed',
    code: 'no-traffic',
    message: 'the command sent no request through the proxy: it uses another RPC URL, so nothing was checked',
    details: [
      'Give it the URL of the proxy: ETH_RPC_URL is set, and {rpc} in its arguments is replaced.',
      '--allow-no-traffic accepts a command that needs no node.',
    ],
  })
}
