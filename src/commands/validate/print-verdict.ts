import type { ValidationResult } from '../../api/schemas/transaction.ts'
import { verdictOf } from '../../api/verdict.ts'
import type { Context } from '../../cli/context/context.ts'
import type { View } from '../../cli/output/view.ts'
import type { CardInput } from './card.ts'
import type { ValidateFlags } from './options.ts'
import type { VerdictFlags, VerdictKnowledge } from './request-verdict.ts'
import { gateExitCode } from './verdict-exit-code.ts'

interface Answer<R> {
  readonly result: R
  readonly view: View<R>
  readonly known?: VerdictKnowledge
}

/**
 * Prints a verdict, for people as a card, with what the flags changed.
 * @param shown what the card has beside the answer
 * @returns the exit code
 */
export async function printVerdict<R extends ValidationResult>(
  context: Context,
  flags: ValidateFlags,
  { result, view, known = {} }: Answer<R>,
  shown: () => Pick<CardInput, 'request' | 'message' | 'hashes'>,
): Promise<number> {
  const { explain, failOn, apiVersion } = flags
  const verdict = verdictOf({ ...result, ...known })
  const about = { verdict, detail: explain ? 'full' : 'short', isV1: apiVersion === 'v1' } as const
  // Only people see the card.
  const card = context.out.isForPeople
    ? await (await import('./prepare-card.ts')).prepareCard(context, { ...shown(), ...about }, result, known)
    : undefined
  await context.out.record(result, { ...view, verdict: () => verdict }, card)
  if (explain) await noteUnexplained(context, '--explain')
  await noteIgnored(context, flags, result)
  return gateExitCode(verdict, failOn)
}

/** TSV and CSV have a fixed number of columns, and reasons are a list. */
export async function noteUnexplained(context: Context, what: string): Promise<void> {
  if (!context.out.isColumnsOnly || context.globals.fields) return
  await context.note(`! ${what} needs -o table or --json to show the reasons: TSV and CSV have none.`)
}

/** A service that knows a header says so in its answer; another one ignores it. */
async function noteIgnored(
  context: Context,
  { payloadSlot, node, block }: VerdictFlags,
  result: Omit<ValidationResult, 'svcTxId'>,
): Promise<void> {
  if (payloadSlot && payloadSlot !== 'auto' && result.payload !== undefined && result.payloadSlot === undefined)
    await context.note(
      `! The service (${context.where()}) ignored --payload-slot ${payloadSlot}. txwarden payload verify shows what it signed.`,
    )
  const { simulation } = result
  // The card and JSON say so themselves.
  if (simulation?.status === 'unavailable' && context.out.isColumnsOnly)
    await context.note(
      `! Not simulated${simulation.reason ? `: ${simulation.reason}` : ''}. The verdict is the one without a node.`,
    )
  const chainFlag = block === undefined ? node !== undefined && '--node' : '--block'
  if (chainFlag && result.chainCoverage === undefined && simulation === undefined)
    await context.note(`! The service (${context.where()}) queried no node, so ${chainFlag} had no effect.`)
}
