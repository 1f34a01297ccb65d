import { isDust } from '../../evm/worth.ts'
import type { Order, Paid } from './actions.ts'

/** Fees may be so many parts of a hundred of what comes for an asset, together. */
const MOST_FEES = 10n

/**
 * Who gets what an order pays. What others get of an asset that the signer receives are fees, as long as they stay together
 * at a tenth of it; everything else that others get is not.
 */
export function sharesOf(
  paid: readonly Paid[],
  isOwn: (paid: Paid) => boolean,
): Required<Pick<Order, 'receives' | 'pays' | 'fees'>> {
  const own = paid.filter(isOwn)
  const others = paid.filter((each) => !isOwn(each) && !isDust(each.asset))
  const sumOf = (some: readonly Paid[], token: string) =>
    some.reduce((sum, { asset }) => (asset.token === token ? sum + (asset.amount ?? 0n) : sum), 0n)
  const isFee = ({ asset: { token, ids } }: Paid) => {
    const [got, taken] = [sumOf(own, token), sumOf(others, token)]
    return ids.length === 0 && got > 0n && taken * 100n <= (got + taken) * MOST_FEES
  }
  return {
    receives: own.map(({ asset }) => asset),
    pays: others.filter((each) => !isFee(each)),
    fees: others.filter(isFee),
  }
}
