import { constants } from 'node:os'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import type { ProgramEnd } from '../../cli/program/run-program.ts'
import type { ProxyTally } from '../../proxy/record/tally.ts'
import { WardenError } from '../../shared/errors.ts'
import { gateExitCode, type VerdictGate } from '../validate/verdict-exit-code.ts'

interface ExitPolicy {
  readonly failOn: VerdictGate
  readonly observe: boolean
  readonly allowNoTraffic: boolean
}

/**
 * Of a command that ran behind the proxy: a refusal counts more than its own code, because tools ignore errors.
 * @throws WardenError `no-traffic` where it succeeded without any request
 */
export function proxyExitCode(
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

/** Of shells, for what a signal ended. */
const SIGNAL_BASE = 128

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
