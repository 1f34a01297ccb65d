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
import type { MessageDigests } from '../../risk/typed-data/digests.ts'
import { isAuthorization, readAuthorization } from '../../risk/typed-data/read-authorization.ts'
import { readTypedData } from '../../risk/typed-data/read-message.ts'
import { analyzerOf } from '../analyze-with-imports.ts'
import type { Validation } from '../answer.ts'
import type { ValidationOutcome } from '../validate.ts'
import { type CheckContext, type CheckOptions, validateRequest } from './validate-request.ts'

/** Without digests: an authorization, or a message whose hash differs between wallets. */
export interface Digested {
  readonly digests?: MessageDigests
}

/** Checks a message before it is signed; nothing is stored. Throws as `validateTypedData`. */
export async function checkTypedData(
  request: TypedDataRequest,
  options: CheckOptions,
  context: CheckContext,
): Promise<Validation & Digested> {
  const { result, digests } = await validateTypedData(request, options, context)
  return { ...result, ...(digests && { digests }) }
}

/**
 * Validates a message. Throws Problem 400 for invalid typed data, and when neither request nor message names the signer or
 * a supported chain.
 */
export async function validateTypedData(
  { from, chainId, typedData }: TypedDataRequest,
  { product, simulate }: CheckOptions,
  context: CheckContext,
): Promise<ValidationOutcome & Digested> {
  const { reads, now } = context
  const configuration = await reads.configuration()
  const isChain = (id: string) => chainById(id) !== undefined
  const { analyze: analyzeOne, digests } = readerOf(typedData, {
    ...(from && { from }),
    ...(chainId && { chainId }),
    isChain,
    now,
  })
  // The message says which chain it is about.
  const { transaction } = analyzeOne()
  const analyze = analyzerOf(reads, configuration.contracts, { chainId: transaction.chainId, analyze: analyzeOne })
  const options = { configuration, product, simulate, analyze }
  return { ...(await validateRequest(await analyze(), options, context)), ...(digests && { digests }) }
}

/**
 * Reads typed data once, for several analyses.
 * @throws Problem 400 for invalid typed data; the analysis throws one where a member of the request is missing
 */
function readerOf(typedData: TypedDataRequest['typedData'], signing: Signing) {
  const { analyze, digests } = messageReader(typedData, signing)
  return {
    digests,
    analyze(trace?: Trace, imported?: ImportedMessages): Analysis {
      const analysis = analyze(trace, imported)
      if ('missing' in analysis) throw invalidBody(analysis.missing, `is required: ${analysis.why}`)
      return analysis
    },
  }
}

interface MessageReader {
  readonly analyze: (trace?: Trace, imported?: ImportedMessages) => Analysis | MissingMember
  readonly digests: MessageDigests | undefined
}

function messageReader(typedData: TypedDataRequest['typedData'], signing: Signing): MessageReader {
  try {
    if (isAuthorization(typedData)) {
      const authorization = readAuthorization(typedData)
      return { analyze: () => analyzeAuthorization(authorization, signing), digests: undefined }
    }
    const message = readTypedData(typedData)
    return {
      analyze: (trace, imported) => analyzeMessage(message, signing, trace, imported),
      digests: message.digests,
    }
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    throw invalidBody('typedData', error.message)
  }
}
