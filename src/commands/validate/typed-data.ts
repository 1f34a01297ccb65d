import type { ValidationRequest } from '../../api/schemas/transaction.ts'
import type { TypedDataRequest, TypedDataResult } from '../../api/schemas/typed-data.ts'
import type { Context } from '../../cli/context/context.ts'
import { reworded } from '../../cli/errors/errors.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdOf, checkAddresses } from '../../cli/input/check-values.ts'
import { inputName } from '../../cli/input/read-input.ts'
import { safeValue } from '../../cli/output/terminal-text.ts'
import type { Fact } from '../../cli/output/view.ts'
import { WardenError } from '../../shared/errors.ts'
import { isRecord } from '../../shared/json/json.ts'
import { decimalChainId } from '../inputs/members.ts'
import { type MessageRequest, readSigningRequest, type TextRequest } from '../inputs/signing-request.ts'
import { digestFacts } from '../steps/hash-text.ts'
import { messageShown } from './message-shown.ts'
import type { GivenFlags } from './options.ts'
import { printVerdict } from './print-verdict.ts'
import { requestMessageVerdict } from './request-verdict.ts'
import { messageView } from './view.ts'

/** Checks the message in a file before it is signed. The exit code is the verdict. */
export async function validateTypedData(context: Context, input: GivenFlags<'typedData'>): Promise<number> {
  const signing = await readSigningRequest(context, input.typedData)
  if (input.site !== undefined && !('text' in signing))
    throw usageError('--site is for a text: typed data names no site')
  return validateMessage(context, input, signing)
}

/** Requests the verdict about a message. @throws WardenError `unavailable` where a simulation is required and did not run */
export async function messageVerdict(
  context: Context,
  signing: MessageRequest,
  input: GivenFlags<'typedData'>,
): Promise<{ readonly body: TypedDataRequest; readonly result: TypedDataResult }> {
  const body = await requestOf(context, signing, input)
  const result = await requestMessageVerdict(context, input, body).catch((error: unknown) => {
    if (!(error instanceof WardenError) || error.code !== 'body-too-large') throw error
    // The message is what the user knows, not the body of the request.
    throw reworded(error, {
      message: `${inputName(input.typedData)} is larger than the service accepts for a message`,
      details: [error.message],
      try: undefined,
    })
  })
  return { body, result }
}

/** Checks a message that is already read. The exit code is the verdict. */
export async function validateMessage(
  context: Context,
  input: GivenFlags<'typedData'>,
  signing: MessageRequest | TextRequest,
): Promise<number> {
  if ('text' in signing) return (await import('./signed-text.ts')).validateText(context, signing, input)
  const { body, result } = await messageVerdict(context, signing, input)
  return printVerdict(context, input, { result, view: messageView }, () => ({
    request: asTransaction(body),
    message: messageShown(signing),
    hashes: hashesOf(result, signing),
  }))
}

/** A type with `uint` or `int` has no hash that is the same in all wallets: some sign the alias, others the whole name. */
const ALIAS = /^u?int(?!\d)/

function hashesOf({ digests }: TypedDataResult, { typedData: { types } }: MessageRequest): Fact[] {
  if (digests) return digestFacts(safeValue(digests))
  const members = isRecord(types) ? Object.values(types).flat().filter(isRecord) : []
  const hasAlias = members.some(({ type }) => typeof type === 'string' && ALIAS.test(type))
  return hasAlias ? [['hashes', 'none: wallets sign the alias uint or int in two ways']] : []
}

/** Flags win over the file. */
async function requestOf(
  context: Context,
  signing: MessageRequest,
  { chain, from }: Pick<GivenFlags<'typedData'>, 'chain' | 'from'>,
): Promise<TypedDataRequest> {
  const signer = from ?? signing.from
  if (typeof signer === 'string')
    await checkAddresses(context, [signer], () => (from === undefined ? undefined : '--from'))
  return {
    typedData: signing.typedData,
    from: signer,
    ...(chain === undefined
      ? signing.chainId !== undefined && { chainId: signing.chainId }
      : { chainId: await chainIdOf(context, chain) }),
    // Members of a file may have any value: the service checks them and names those that are wrong.
  } as TypedDataRequest
}

/** For the card: chain, signer and contract stand where those of a transaction do. */
export function asTransaction({ from, chainId, typedData }: TypedDataRequest): ValidationRequest {
  const domain = isRecord(typedData.domain) ? typedData.domain : typedData
  // Wallets write chains as numbers, decimal or hex.
  const signed = String(decimalChainId(domain.chainId) ?? '')
  const isForEvery = signed === '0' && domain === typedData
  return {
    transaction: {
      chainId: signed === '' || isForEvery ? (chainId ?? '') : signed,
      from: from ?? '',
      to: String(domain.verifyingContract ?? domain.address ?? ''),
    },
    trackNonce: false,
  } as ValidationRequest
}
