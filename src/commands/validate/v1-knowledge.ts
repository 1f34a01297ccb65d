import type { ValidationRequest, ValidationResult } from '../../api/schemas/transaction.ts'
import type { Context } from '../../cli/context/context.ts'
import { requestVerdict, type VerdictFlags } from './request-verdict.ts'

/** What decides between SAFE and NO DATA. */
export type VerdictKnowledge = Pick<ValidationResult, 'coverage' | 'knownByAgeOnly'>

/**
 * What an answer of v1 leaves out: the local service has stored it, and in a dry run v2 says it. Another service does not say it: its
 * answers are read like those of v2 without coverage.
 */
export async function knowledgeBeside(
  context: Context,
  flags: VerdictFlags,
  request: ValidationRequest,
  { svcTxId }: Pick<ValidationResult, 'svcTxId'>,
): Promise<VerdictKnowledge> {
  if (flags.apiVersion !== 'v1' || context.isRemote()) return {}
  const { coverage, knownByAgeOnly } =
    svcTxId === undefined ? await requestAgain(context, request) : await storedResult(context, svcTxId)
  return { ...(coverage !== undefined && { coverage }), ...(knownByAgeOnly && { knownByAgeOnly }) }
}

/** v1 validates for SONAR. */
function requestAgain(context: Context, { signTransaction: _, ...request }: ValidationRequest) {
  return requestVerdict(context, { apiVersion: 'v2', product: 'SONAR' }, request)
}

async function storedResult(context: Context, svcTxId: string): Promise<ValidationResult> {
  const client = await context.client()
  return (await client.call('getTransaction', { params: { 'svc-transaction-id': svcTxId } })).result
}
