import { chainById } from '../../../api/chains.ts'
import type { TypedDataRequest } from '../../../api/schemas/typed-data.ts'
import { WardenError } from '../../../shared/errors.ts'
import { invalidBody } from '../../problems/problem.ts'
import type { Analysis } from '../../risk/analyze.ts'
import type { Trace } from '../../risk/trace/trace.ts'
import type { ImportedMessages } from '../../risk/typed-data/analyze-message.ts'
import {
  analyzeAuthorization,
  analyzeMessage,
  type MissingMember,
  type Signing,
} from '../../risk/typed-data/analyze-message.ts'
import { isAuthorization, readAuthorization } from '../../risk/typed-data/read-authorization.ts'
import { readTypedData } from '../../risk/typed-data/read-message.ts'
import { analyzerOf } from '../analyze-with-imports.ts'
import type { Validation } from '../answer.ts'
import type { ValidationOutcome } from '../validate.ts'
import { type CheckContext, type CheckOptions, validateRequest } from './validate-request.ts'

/** Checks a message before it is signed; nothing is stored. Throws as `validateTypedData`. */
export async function checkTypedData(
  request: TypedDataRequest,
  options: CheckOptions,
  context: CheckContext,
): Promise<Validation> {
  return (await validateTypedData(request, options, context)).result
}

/**
 * Validates a message. Throws Problem 400 for invalid typed data, and when neither request nor message names the signer or
 * a supported chain.
 */
export async function validateTypedData(
  { from, chainId, typedData }: TypedDataRequest,
  { product, simulate }: CheckOptions,
  context: CheckContext,
): Promise<ValidationOutcome> {
  const { reads, now } = context
  const configuration = await reads.configuration()
  const isChain = (id: string) => chainById(id) !== undefined
  const analyzeOne = readerOf(typedData, { ...(from && { from }), ...(chainId && { chainId }), isChain, now })
  // The message says which chain it is about.
  const { transaction } = analyzeOne()
  const analyze = analyzerOf(reads, configuration.contracts, { chainId: transaction.chainId, analyze: analyzeOne })
  const options = { configuration, product, simulate, analyze }
  return validateRequest(await analyze(), options, context)
}

/**
 * Reads typed data once, for several analyses.
 * @throws Problem 400 for invalid typed data; the analysis throws one where a member of the request is missing
 */
function readerOf(typedData: TypedDataRequest['typedData'], signing: Signing) {
  const analyze = messageReader(typedData, signing)
  return (trace?: Trace, imported?: ImportedMessages): Analysis => {
    const analysis = analyze(trace, imported)
    if ('missing' in analysis) throw invalidBody(analysis.missing, `is required: ${analysis.why}`)
    return analysis
  }
}

type AnalyzeMessage = (trace?: Trace, imported?: ImportedMessages) => Analysis | MissingMember

function messageReader(typedData: TypedDataRequest['typedData'], signing: Signing): AnalyzeMessage {
  try {
    if (isAuthorization(typedData)) {
      const authorization = readAuthorization(typedData)
      return () => analyzeAuthorization(authorization, signing)
    }
    const message = readTypedData(typedData)
    return (trace, imported) => analyzeMessage(message, signing, trace, imported)
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    throw invalidBody('typedData', error.message)
  }
}
