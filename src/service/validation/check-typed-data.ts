import { chainById } from '../../api/chains.ts'
import type { TypedDataRequest } from '../../api/schemas/typed-data.ts'
import { WardenError } from '../../shared/errors.ts'
import { invalidBody } from '../problems/problem.ts'
import type { Analysis } from '../risk/analyze.ts'
import {
  analyzeAuthorization,
  analyzeMessage,
  type MissingMember,
  type Signing,
} from '../risk/typed-data/analyze-message.ts'
import { isAuthorization, readAuthorization } from '../risk/typed-data/read-authorization.ts'
import { readTypedData } from '../risk/typed-data/read-message.ts'
import { judge, type ValidateContext, type ValidateOptions, type Validation } from './validate.ts'

/**
 * Checks a message before it is signed; nothing is stored. Throws Problem 400 for invalid typed data, and when neither
 * request nor message names the signer or a supported chain.
 */
export async function checkTypedData(
  request: TypedDataRequest,
  { product, simulate }: Pick<ValidateOptions, 'product' | 'simulate'>,
  context: ValidateContext,
): Promise<Validation> {
  const analysis = analysisOf(request, context.now)
  if ('missing' in analysis) throw invalidBody(analysis.missing, `is required: ${analysis.why}`)
  return (await judge(analysis, { product, simulate }, context)).result
}

function analysisOf({ from, chainId, typedData }: TypedDataRequest, now: number): Analysis | MissingMember {
  const signing: Signing = {
    ...(from && { from }),
    ...(chainId && { chainId }),
    isChain: (id) => chainById(id) !== undefined,
    now,
  }
  try {
    return isAuthorization(typedData)
      ? analyzeAuthorization(readAuthorization(typedData), signing)
      : analyzeMessage(readTypedData(typedData), signing)
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    throw invalidBody('typedData', error.message)
  }
}
