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
  return simulated(context, flags, client.call('validateTransaction', { headers, body }, options))
}

/** What decides between SAFE and NO DATA. */
export type VerdictKnowledge = Pick<ValidationResult, 'coverage' | 'knownByAgeOnly'>

/** The answer about a transaction, and what is known beside it. */
export interface Validated {
  readonly result: ValidationResult
  readonly known: VerdictKnowledge
}

/** As `requestVerdict`, with what an answer of v1 leaves out. */
export async function validated(
  context: Context,
  flags: VerdictFlags,
  request: ValidationRequest,
  options?: CallOptions,
): Promise<Validated> {
  const result = await requestVerdict(context, flags, request, options)
  const leavesOut = flags.apiVersion === 'v1' && !context.isRemote()
  return { result, known: leavesOut ? await knowledgeBeside(context, request, result) : {} }
}

/**
 * What an answer of v1 leaves out: the local service has stored it, and in a dry run v2 says it. Another service does not say it: its
 * answers are read like those of v2 without coverage.
 */
async function knowledgeBeside(
  context: Context,
  { signTransaction: _, ...request }: ValidationRequest,
  { svcTxId }: ValidationResult,
): Promise<VerdictKnowledge> {
  // v1 validates for SONAR.
  const { coverage, knownByAgeOnly } =
    svcTxId === undefined
      ? await requestVerdict(context, { apiVersion: 'v2', product: 'SONAR' }, request)
      : await storedResult(context, svcTxId)
  return { ...(coverage !== undefined && { coverage }), ...(knownByAgeOnly && { knownByAgeOnly }) }
}

async function storedResult(context: Context, svcTxId: string): Promise<ValidationResult> {
  const client = await context.client()
  return (await client.call('getTransaction', { params: { 'svc-transaction-id': svcTxId } })).result
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
  const result = callAddition(context, 'validation of signed messages', (client) =>
    client.call('validateTypedData', { headers, body }),
  )
  return simulated(context, flags, result)
}

/**
 * Refuses an answer that lacks a required simulation: a service without simulations ignores the header and answers all the same.
 * @throws WardenError `unavailable`
 */
async function simulated<R extends Pick<ValidationResult, 'simulation' | 'svcTxId'>>(
  context: Context,
  { simulate }: SimulateFlags,
  answer: Promise<R>,
): Promise<R> {
  const result = await answer.catch((error: unknown) => {
    const isAboutNodes = error instanceof WardenError && error.code === 'simulation-unavailable'
    // The command that shows why no node is used is one of the local service.
    throw isAboutNodes && !context.isRemote() ? withNext(error, 'txwarden chain status') : error
  })
  const { simulation, svcTxId } = result
  if (simulate !== 'yes' || (simulation !== undefined && simulation.status !== 'unavailable')) return result
  const { reason } = simulation ?? {}
  const why =
    simulation === undefined ? 'it ignored --simulate yes' : `it did not simulate${reason ? `: ${reason}` : ''}`
  throw unavailable('simulation-unavailable', `no verdict without a simulation (${context.where()}): ${why}`, {
    details: svcTxId === undefined ? [] : [`The service recorded the validation ${svcTxId}.`],
  })
}
