import type { TypedDataRequest, TypedDataResult } from '../../api/schemas/typed-data.ts'
import { type Verdict, verdictOf, worstOf } from '../../api/verdict.ts'
import type { ProductType } from '../../api/vocabulary.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { requireAddresses } from '../../cli/input/check-values.ts'
import { inputName, readInput } from '../../cli/input/read-input.ts'
import type { View } from '../../cli/output/view.ts'
import { callAddition } from '../steps/addition.ts'
import { type Offer, readOffers } from './payment-required.ts'
import { withNodeTest } from './request-verdict.ts'
import { type SimulateFlags, simulateHeaders } from './simulate-flags.ts'
import { gateExitCode, toneOf, type VerdictGate } from './verdict-exit-code.ts'

export interface X402Input extends SimulateFlags {
  readonly x402: string
  readonly from?: string | undefined
  readonly product?: ProductType | undefined
  readonly failOn: VerdictGate
}

interface CheckedOffer extends Omit<Offer, 'typedData'> {
  readonly verdict: Verdict
  readonly combinedScore: number
  readonly result?: TypedDataResult
}

/** Checks each offer of a payment-required body. The worst verdict decides: the payer's wallet chooses the offer. */
export async function validateX402(context: Context, input: X402Input): Promise<number> {
  const { x402: file, from, failOn } = input
  if (from === undefined) throw usageError('--x402 needs --from: who pays')
  await requireAddresses({ from })
  const nonce = `0x${Buffer.from(context.random(32)).toString('hex')}`
  const offers = readOffers(await readInput(context, file), { from, now: context.clock.now(), nonce })
  if (offers === undefined)
    throw refusedError(`${inputName(file)} is not a payment-required body of x402: an object with accepts`)
  if (offers.length === 0 || offers.length > MOST_OFFERS)
    throw refusedError(`${inputName(file)} has ${offers.length} offers; 1 to ${MOST_OFFERS} can be checked`)
  const content: CheckedOffer[] = []
  for (const offer of offers) content.push(await checked(context, input, offer))
  const { verdict } = worstOf(content, (each) => each)
  await context.out.list({ verdict, content }, content, view, {
    empty: '',
    isRecord: true,
    withRows: (rows) => ({ verdict, content: rows }),
  })
  return gateExitCode(verdict, failOn)
}

const MOST_OFFERS = 20

async function checked(context: Context, input: X402Input, { typedData, ...offer }: Offer): Promise<CheckedOffer> {
  // What cannot be read is never safe.
  if (!typedData) return { verdict: 'NO DATA', combinedScore: 0, ...offer }
  const client = await context.client()
  const { product, from } = input
  const headers = { ...(product !== undefined && { 'x-validation-product': product }), ...simulateHeaders(input) }
  const body = { typedData, from, chainId: offer.chainId } as TypedDataRequest
  const result = await callAddition(context, 'validation of signed messages', () =>
    client.call('validateTypedData', { headers, body }),
  ).catch((error: unknown) => {
    throw withNodeTest(context, error)
  })
  return { verdict: verdictOf(result), combinedScore: result.combinedScore, ...offer, result }
}

const view: View<CheckedOffer> = {
  columns: [
    {
      field: 'verdict',
      header: 'VERDICT',
      leads: true,
      importance: 9,
      paint: (shown, { verdict }, paint) => toneOf(verdict, paint)(shown),
    },
    { field: 'combinedScore', header: 'SCORE', importance: 5 },
    { field: 'network', header: 'NETWORK', importance: 6 },
    { field: 'amount', header: 'AMOUNT', importance: 4 },
    { field: 'asset', header: 'ASSET', kind: 'address', importance: 3 },
    { field: 'payTo', header: 'PAYEE', kind: 'address', importance: 7 },
    {
      field: 'what',
      header: 'WHAT',
      importance: 8,
      value: ({ notRead, result }) => notRead ?? result?.error ?? result?.explanation?.actions?.[0] ?? '',
    },
  ],
}
