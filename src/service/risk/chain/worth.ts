import { chainById } from '../../../api/chains.ts'
import type { EvidenceSet } from '../evidence.ts'
import type { AssetChange } from '../trace/asset-changes.ts'

/** Symbols of listed tokens that stand for one dollar. */
const dollars: ReadonlySet<string> = new Set([
  ...['USDC', 'USDC.E', 'USDBC', 'USDT', 'USDT.E', 'USD₮0', 'DAI', 'DAI.E', 'XDAI', 'USDS', 'USDE', 'PYUSD', 'FDUSD'],
  ...['TUSD', 'USDP', 'GUSD', 'BUSD', 'LUSD', 'GHO', 'FRAX', 'CRVUSD', 'RLUSD', 'USDG', 'USD0', 'USD1'],
])

/** Digits behind the point of a worth. */
const SCALE = 36

interface Worth {
  readonly unit: 'usd' | 'native'
  readonly amount: bigint
}

interface Known {
  readonly evidence: EvidenceSet
  readonly chainId: string
}

/** What comes back, without what is worth less than half of what leaves; both as far as their worth is known in the same unit. */
export function withoutPittance(
  got: readonly AssetChange[],
  given: readonly AssetChange[],
  known: Known,
): readonly AssetChange[] {
  const worths = new Map(got.map((change) => [change, worthOf(change, known)]))
  const spent = given.map((change) => worthOf(change, known))
  const units = new Set(Array.from(worths.values()).flatMap((worth) => worth?.unit ?? []))
  const [unit] = units
  if (unit === undefined || units.size > 1) return got
  const sum = (of: Iterable<Worth | undefined>) =>
    Array.from(of).reduce((total, worth) => total + (worth?.unit === unit ? worth.amount : 0n), 0n)
  return 2n * sum(worths.values()) < -sum(spent) ? got.filter((change) => worths.get(change) === undefined) : got
}

/** By its price; without one, listed dollar tokens are a dollar, and the wrapped native currency is that currency. */
function worthOf({ token, item, amount }: AssetChange, { evidence, chainId }: Known): Worth | undefined {
  if (item !== undefined) return undefined
  const price = evidence.priceOf(token)
  if (price) {
    const [whole = '', fraction = ''] = price.usd.split('.')
    return worth('usd', amount * BigInt(whole + fraction), price.decimals + fraction.length)
  }
  if (token === '') return worth('native', amount, 18)
  const listed = evidence.intelOn(token).find(({ kind, canonical }) => kind === 'token' && canonical)
  const symbol = listed?.symbol?.toUpperCase()
  if (symbol === undefined || listed?.decimals === undefined) return undefined
  if (dollars.has(symbol)) return worth('usd', amount, listed.decimals)
  return symbol === `W${chainById(chainId)?.currency}` ? worth('native', amount, listed.decimals) : undefined
}

function worth(unit: Worth['unit'], amount: bigint, decimals: number): Worth | undefined {
  return decimals > SCALE ? undefined : { unit, amount: amount * 10n ** BigInt(SCALE - decimals) }
}
