import type { ValidationRequest } from '../../api/schemas/transaction.ts'
import { verdictOf } from '../../api/verdict.ts'
import type { Context } from '../../cli/context/context.ts'
import { readJson } from '../../cli/input/read-input.ts'
import { storedTransaction } from '../tx/stored.ts'
import type { GivenFlags } from './options.ts'
import { requestVerdict } from './request-verdict.ts'
import { changesBetween, type Rechecked } from './since.ts'

/**
 * Validates the transaction of an earlier validation again, for its product unless another one is given. The result has
 * `since`. A payload is issued only on request: the earlier one may still be valid.
 */
export async function recheck(
  context: Context,
  { recheck: id, sign, trace, ...flags }: GivenFlags<'recheck'>,
): Promise<{ readonly request: ValidationRequest; readonly result: Rechecked }> {
  const stored = await storedTransaction(context, id)
  const { signTransaction: _, ...given } = stored.request
  const request: ValidationRequest = {
    ...given,
    ...(sign && { signTransaction: true }),
    ...(trace !== undefined && { trace: await readJson(context, trace) }),
  }
  const result = await requestVerdict(context, { ...flags, product: flags.product ?? stored.product }, request)
  const blockNumber = stored.result.simulation?.blockNumber
  const since = {
    svcTxId: stored.svcTxId,
    validatedAt: stored.createdAt,
    verdict: verdictOf(stored.result),
    combinedScore: stored.result.combinedScore,
    blockNumber,
    changes: changesBetween(stored.result, result),
  }
  return { request, result: { ...result, since } }
}
