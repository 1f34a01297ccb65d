import { chainById } from '../../../api/chains.ts'
import type { TypedDataRequest } from '../../../api/schemas/typed-data.ts'
import { WardenError } from '../../../shared/errors.ts'
import { invalidBody } from '../../problems/problem.ts'
import type { Analysis } from '../../risk/analyze.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import {
  analyzeAuthorization,
  analyzeMessage,
  type MissingMember,
  type Signing,
} from '../../risk/typed-data/analyze-message.ts'
import { isAuthorization, readAuthorization } from '../../risk/typed-data/read-authorization.ts'
import { readTypedData } from '../../risk/typed-data/read-message.ts'
import type { Validation } from '../answer.ts'
import { type CheckContext, type CheckOptions, validateRequest } from './validate-request.ts'

/**
 * Checks a message before it is signed; nothing is stored. Throws Problem 400 for invalid typed data, and when neither
 * request nor message names the signer or a supported chain.
 */
export async function checkTypedData(
  request: TypedDataRequest,
  { product, simulate }: CheckOptions,
  context: CheckContext,
): Promise<Validation> {
  const configuration = await context.reads.configuration()
  const offline = analysisOf(request, context.now, undefined)
  const analyze = async (trace: Trace | undefined) => (trace ? analysisOf(request, context.now, trace) : offline)
  return (await validateRequest(offline, { configuration, product, simulate, analyze }, context)).result
}

function analysisOf(request: TypedDataRequest, now: number, trace: Trace | undefined): Analysis {
  const analysis = readMessage(request, now, trace)
  if ('missing' in analysis) throw invalidBody(analysis.missing, `is required: ${analysis.why}`)
  return analysis
}

function readMessage(
  { from, chainId, typedData }: TypedDataRequest,
  now: number,
  trace: Trace | undefined,
): Analysis | MissingMember {
  const signing: Signing = {
    ...(from && { from }),
    ...(chainId && { chainId }),
    isChain: (id) => chainById(id) !== undefined,
    now,
  }
  try {
    return isAuthorization(typedData)
      ? analyzeAuthorization(readAuthorization(typedData), signing)
      : analyzeMessage(readTypedData(typedData), signing, trace)
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    throw invalidBody('typedData', error.message)
  }
}
