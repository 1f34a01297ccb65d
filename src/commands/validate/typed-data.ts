import type { ValidationRequest } from '../../api/schemas/transaction.ts'
import type { TypedDataRequest, TypedDataResult } from '../../api/schemas/typed-data.ts'
import { verdictOf } from '../../api/verdict.ts'
import type { ProductType } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { chainIdOf, checkAddresses } from '../../cli/input/check-values.ts'
import { inputName } from '../../cli/input/read-input.ts'
import { safeValue } from '../../cli/output/terminal-text.ts'
import { WardenError } from '../../shared/errors.ts'
import { isRecord } from '../../shared/json/json.ts'
import { callAddition } from '../steps/addition.ts'
import { digestFacts } from '../steps/hash-text.ts'
import type { CardFact } from './card.ts'
import { messageShown } from './message-shown.ts'
import { noteUnexplained } from './note-unexplained.ts'
import { noteIgnored, refuseUnsimulated, withNodeTest } from './request-verdict.ts'
import { readSigningRequest, type SigningRequest } from './signing-request.ts'
import { type SimulateFlags, simulateHeaders } from './simulate-flags.ts'
import { gateExitCode, type VerdictGate } from './verdict-exit-code.ts'
import { messageView } from './view.ts'

export interface TypedDataInput extends SimulateFlags {
  readonly typedData: string
  readonly chain?: string | undefined
  readonly from?: string | undefined
  readonly product?: ProductType | undefined
  readonly explain: boolean
  readonly failOn: VerdictGate
}

/** Checks a message before it is signed. The exit code is the verdict. */
export async function validateTypedData(context: Context, input: TypedDataInput): Promise<number> {
  const { typedData: file, explain, failOn, product } = input
  const signing = await readSigningRequest(context, file)
  const body = await requestOf(context, signing, input)
  const client = await context.client()
  const headers = { ...(product !== undefined && { 'x-validation-product': product }), ...simulateHeaders(input) }
  const result = await callAddition(context, 'validation of signed messages', () =>
    client.call('validateTypedData', { headers, body }),
  ).catch((error: unknown) => {
    throw isTooLarge(error) ? tooLarge(file, error) : withNodeTest(context, error)
  })
  if (input.simulate === 'yes') refuseUnsimulated(context, result)
  const verdict = verdictOf(result)
  // Only people see the card.
  const card = context.out.isForPeople
    ? await (await import('./prepare-card.ts')).prepareCard(
        context,
        {
          verdict,
          request: asTransaction(body),
          message: messageShown(signing),
          hashes: hashesOf(result),
          explain,
        },
        result,
      )
    : undefined
  await context.out.record(result, messageView, card)
  if (explain) await noteUnexplained(context, '--explain')
  await noteIgnored(context, input, result)
  return gateExitCode(verdict, failOn)
}

function hashesOf({ digests }: TypedDataResult): CardFact[] {
  return digests ? digestFacts(safeValue(digests)) : []
}

function isTooLarge(error: unknown): error is WardenError {
  return error instanceof WardenError && error.code === 'body-too-large'
}

/** The message is what the user knows, not the body of the request. */
function tooLarge(file: string, { message, ...error }: WardenError): WardenError {
  return new WardenError({
    kind: error.kind,
    code: error.code,
    message: `${inputName(file)} is larger than the service accepts for a message`,
    details: [message],
    ...(error.status !== undefined && { status: error.status }),
  })
}

/** Flags win over the file. */
async function requestOf(
  context: Context,
  signing: SigningRequest,
  { chain, from }: TypedDataInput,
): Promise<TypedDataRequest> {
  const signer = from ?? signing.from
  if (typeof signer === 'string')
    await checkAddresses(context, [signer], () => (from === undefined ? undefined : '--from'))
  return {
    typedData: signing.typedData,
    ...(signer !== undefined && { from: signer }),
    ...(chain === undefined
      ? signing.chainId !== undefined && { chainId: signing.chainId }
      : { chainId: await chainIdOf(context, chain) }),
    // Members of a file may have any value: the service checks them and names those that are wrong.
  } as TypedDataRequest
}

/** For the card: chain, signer and contract stand where those of a transaction do. */
function asTransaction({ from, chainId, typedData }: TypedDataRequest): ValidationRequest {
  const domain = isRecord(typedData.domain) ? typedData.domain : typedData
  const signed = domain.chainId === undefined || domain.chainId === 0 ? chainId : domain.chainId
  return {
    transaction: {
      chainId: chainText(signed),
      from: from ?? '',
      to: String(domain.verifyingContract ?? domain.address ?? ''),
    },
    trackNonce: false,
  } as ValidationRequest
}

/** Wallets write chains as numbers, decimal or hex. */
function chainText(given: unknown): string {
  const text = String(given ?? '')
  return /^0x[0-9a-f]+$/i.test(text) ? String(BigInt(text)) : text
}
