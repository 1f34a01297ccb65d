import type { ValidationRequest, ValidationResult } from '../../api/schemas/transaction.ts'
import type { TypedDataRequest, TypedDataResult } from '../../api/schemas/typed-data.ts'
import type { Context } from '../../cli/context/context.ts'
import { withNext } from '../../cli/errors/errors.ts'
import type { CallOptions } from '../../client/client.ts'
import { unavailable, WardenError } from '../../shared/errors.ts'
import { callAddition } from '../steps/addition.ts'
import type { ValidateFlags } from './options.ts'
import { type SimulateFlags, simulateHeaders } from './simulate-flags.ts'

/** How a transaction is validated, besides the transaction itself. */
export interface VerdictFlags extends SimulateFlags, Pick<ValidateFlags, 'apiVersion' | 'product' | 'payloadSlot'> {
  /** Nothing is stored, signed or reserved. */
  readonly isDryRun?: boolean | undefined
}

/** Requests a verdict. @throws WardenError `unavailable` where a simulation is required and did not run */
export async function requestVerdict(
  context: Context,
  flags: VerdictFlags,
  body: ValidationRequest,
  options: CallOptions = {},
): Promise<ValidationResult> {
  const client = await context.client()
  const { apiVersion, product = 'SONAR', payloadSlot } = flags
  const slotHeader = payloadSlot && { 'x-txwarden-payload-slot': payloadSlot }
  if (apiVersion === 'v1') return client.call('validateTransactionV1', { headers: { ...slotHeader }, body }, options)
  const headers = {
    'x-validation-product': product,
    prefer: 'explain',
    ...slotHeader,
    ...(flags.isDryRun && { 'x-txwarden-dry-run': 'true' as const }),
    ...simulateHeaders(flags),
  }
  const result = await client
    .call('validateTransaction', { headers, body }, options)
    .catch((error: unknown) => Promise.reject(withNodeTest(context, error)))
  if (flags.simulate === 'yes') refuseUnsimulated(context, result)
  return result
}

/** As `requestVerdict`, about a message. @param isOffer it is not what is signed, and takes nothing from budgets of policies */
export async function requestMessageVerdict(
  context: Context,
  flags: Pick<VerdictFlags, 'product'> & SimulateFlags,
  body: TypedDataRequest,
  isOffer = false,
): Promise<TypedDataResult> {
  const dryRun = isOffer ? ({ 'x-txwarden-dry-run': 'true' } as const) : {}
  const headers = { 'x-validation-product': flags.product, ...simulateHeaders(flags), ...dryRun }
  const result = await callAddition(context, 'validation of signed messages', (client) =>
    client.call('validateTypedData', { headers, body }),
  ).catch((error: unknown) => Promise.reject(withNodeTest(context, error)))
  if (flags.simulate === 'yes') refuseUnsimulated(context, result)
  return result
}

/** Adds the command that shows why no node is used, which only the local service has. */
function withNodeTest(context: Context, error: unknown): unknown {
  const isAboutNodes = error instanceof WardenError && error.code === 'simulation-unavailable'
  return isAboutNodes && !context.isRemote() ? withNext(error, 'txwarden chain status') : error
}

/**
 * A service without simulations ignores the header and answers all the same.
 * @throws WardenError `unavailable`
 */
function refuseUnsimulated(
  context: Context,
  { simulation, svcTxId }: Pick<ValidationResult, 'simulation' | 'svcTxId'>,
): void {
  if (simulation !== undefined && simulation.status !== 'unavailable') return
  const { reason } = simulation ?? {}
  const why =
    simulation === undefined ? 'it ignored --simulate yes' : `it did not simulate${reason ? `: ${reason}` : ''}`
  throw unavailable('simulation-unavailable', `no verdict without a simulation (${context.where()}): ${why}`, {
    details: svcTxId === undefined ? [] : [`The service recorded the validation ${svcTxId}.`],
  })
}

/** A service that knows a header says so in its answer; another one ignores it. */
export async function noteIgnored(
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
