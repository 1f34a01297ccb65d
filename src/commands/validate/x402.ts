import type { TypedDataRequest, TypedDataResult } from '../../api/schemas/typed-data.ts'
import { amountText } from '../../api/text/assets.ts'
import { strictest, type Verdict, verdictOf, worstOf } from '../../api/verdict.ts'
import type { Context } from '../../cli/context/context.ts'
import { refusedError, usageError } from '../../cli/errors/usage.ts'
import { requireAddresses } from '../../cli/input/check-values.ts'
import { inputName, readInput } from '../../cli/input/read-input.ts'
import type { View } from '../../cli/output/view.ts'
import { WardenError } from '../../shared/errors.ts'
import { dollarDecimals } from '../../shared/money/dollars.ts'
import type { GivenFlags } from './options.ts'
import { hasKnownDomain, offerFaults, type PaymentOffer, readOffers } from './payment-required.ts'
import { requestMessageVerdict } from './request-verdict.ts'
import { gateExitCode, paintVerdict } from './verdict-exit-code.ts'

interface CheckedOffer extends Omit<PaymentOffer, 'typedData'> {
  readonly verdict: Verdict
  readonly combinedScore: number
  readonly result?: TypedDataResult
}

/** Checks each offer of a payment-required body. The worst verdict decides: the payer's wallet chooses the offer. */
export async function validateX402(context: Context, input: GivenFlags<'x402'>): Promise<number> {
  const { x402: file, from, failOn, maxAmount } = input
  if (from === undefined) throw usageError('--x402 needs --from: who pays')
  await requireAddresses({ from })
  const faultOf = await limitOf(context, maxAmount)
  const nonce = `0x${Buffer.from(context.random(32)).toString('hex')}`
  // An offer can name a chain that is defined in the database.
  await context.localIfStored()
  const offers = readOffers(await readInput(context, file), inputName(file), { from, now: context.clock.now(), nonce })
  if (offers === undefined)
    throw refusedError(`${inputName(file)} is not a payment-required body of x402: an object with accepts`)
  if (offers.length === 0 || offers.length > MOST_OFFERS)
    throw refusedError(`${inputName(file)} has ${offers.length} offers; 1 to ${MOST_OFFERS} can be checked`)
  const content: CheckedOffer[] = []
  for (const offer of offers) content.push(await limited(await checked(context, input, offer), faultOf))
  const { verdict } = worstOf(content, (each) => each)
  await context.out.list({ verdict, content }, content, view, {
    empty: '',
    asRecord: (rows) => ({ verdict, content: rows }),
  })
  if (maxAmount === undefined) return gateExitCode(verdict, failOn)
  const over = content.filter(({ reason }) => reason !== undefined)
  for (const each of over) await context.note(`! Offer ${content.indexOf(each) + 1}: ${each.reason?.text}`)
  return gateExitCode(verdict, over.length > 0 && failOn !== 'never' ? 'no-data' : failOn)
}

const MOST_OFFERS = 20

type LimitFault = (offer: PaymentOffer) => Promise<PaymentOffer['reason']>

/** Says which offers are above the largest amount, or cannot be compared with it. */
async function limitOf(context: Context, maxAmount: string | undefined): Promise<LimitFault> {
  if (maxAmount === undefined) return async () => undefined
  const { assetFinder, isMoreThan } = await import('./payment.ts')
  const isAbove = isMoreThan(maxAmount, '--max-amount')
  const find = assetFinder(context, 'asset')
  return async ({ chainId = '', asset, amount }) => {
    const found = await find(chainId, asset).catch(noneKnown)
    // No list changes what a dollar is.
    const decimals = dollarDecimals(chainId, asset.toLowerCase()) ?? found?.decimals
    if (decimals === undefined) return { code: 'unknown-decimals', text: offerFaults['unknown-decimals'] }
    if (!isAbove(BigInt(amount), decimals)) return undefined
    const name = found?.name ?? asset
    const asked = amountText(BigInt(amount), { name, isNamed: !/^0x/i.test(name), decimals })
    return { code: 'above-limit', text: `asks for ${asked}, more than --max-amount ${maxAmount}` }
  }
}

/** Neither a list nor a node says the decimals; another failure stays one. */
function noneKnown(error: unknown): undefined {
  if (!(error instanceof WardenError)) throw error
  if (error.code !== 'not-offered' && error.kind !== 'usage' && error.kind !== 'refused') throw error
}

async function limited(offer: CheckedOffer, faultOf: LimitFault): Promise<CheckedOffer> {
  if (offer.reason !== undefined) return offer
  const domainFault = { code: 'unknown-domain', text: offerFaults['unknown-domain'] } as const
  const reason = (await faultOf(offer)) ?? (hasKnownDomain(offer) ? undefined : domainFault)
  if (reason === undefined) return offer
  const least = reason.code === 'above-limit' ? 'WARNING' : 'NO DATA'
  return { ...offer, verdict: strictest([offer.verdict, least]), reason }
}

async function checked(
  context: Context,
  input: GivenFlags<'x402'>,
  { typedData, ...offer }: PaymentOffer,
): Promise<CheckedOffer> {
  if (!typedData) return { verdict: 'NO DATA', combinedScore: 0, ...offer }
  const body = { typedData, from: input.from, chainId: offer.chainId } as TypedDataRequest
  const result = await requestMessageVerdict(context, input, body, true)
  const verdict = verdictOf(result)
  // What cannot be read is never safe.
  const shown = offer.reason === undefined ? verdict : strictest([verdict, 'NO DATA'])
  return { verdict: shown, combinedScore: result.combinedScore, ...offer, result }
}

const view: View<CheckedOffer> = {
  columns: [
    { field: 'verdict', header: 'VERDICT', leads: true, importance: 9, paint: paintVerdict },
    { field: 'combinedScore', header: 'SCORE', importance: 5 },
    { field: 'network', header: 'NETWORK', importance: 6 },
    { field: 'amount', header: 'AMOUNT', importance: 4 },
    { field: 'asset', header: 'ASSET', kind: 'address', importance: 3 },
    { field: 'payTo', header: 'PAYEE', kind: 'address', importance: 7 },
    {
      field: 'what',
      header: 'WHAT',
      importance: 8,
      value: ({ reason, result }) => reason?.text ?? result?.error ?? result?.explanation?.actions?.[0] ?? '',
    },
  ],
}
