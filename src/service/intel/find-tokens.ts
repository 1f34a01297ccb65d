import { checksummed } from '../../api/address.ts'
import type { NamedToken } from '../../api/schemas/token.ts'
import { readCodeAccounts } from '../chain/contract-code.ts'
import type { IntelRecord } from '../risk/evidence.ts'
import type { RandomBytes } from '../runtime/deps.ts'
import type { Store } from '../store/store.ts'
import { canonicalTokens, tokensNamed } from './known-tokens.ts'

interface FindTokensDeps extends Omit<Parameters<typeof readCodeAccounts>[0], 'store' | 'random'> {
  readonly store: Pick<Store, 'read'>
  readonly random: RandomBytes
  /** In ms of `clock.elapsed()`. */
  readonly until?: number | undefined
}

/**
 * Finds the tokens of a chain with a symbol or an address. Decimals are those of the lists; only where no list has them,
 * a node of the chain is read. A token has several entries where lists differ in its decimals.
 */
export async function findTokens(
  deps: FindTokensDeps,
  { chainId, symbol, address }: { chainId: string; symbol?: string | undefined; address?: string | undefined },
): Promise<NamedToken[]> {
  const { read } = deps.store
  const keys =
    address === undefined
      ? [...new Set((await tokensNamed(read, chainId, symbol ?? '')).map((record) => record.address.toLowerCase()))]
      : [address.toLowerCase()]
  const records = Map.groupBy(await canonicalTokens(read, chainId, keys), (record) => record.address.toLowerCase())
  const found = await Promise.all(
    keys.map((key) => {
      const [first, ...more] = records.get(key) ?? []
      const listed = [first, ...more].filter((record) => record?.decimals !== undefined) as IntelRecord[]
      return listed.length > 0
        ? withoutRepeats(listed).map((record) => toToken(chainId, record))
        : readToken(deps, chainId, key, first)
    }),
  )
  return found.flat()
}

/** One record for each number of decimals. */
function withoutRepeats(records: readonly IntelRecord[]): IntelRecord[] {
  return records.filter(({ decimals }, index) => records.findIndex((each) => each.decimals === decimals) === index)
}

function toToken(chainId: string, { address, symbol, label, decimals, source }: IntelRecord): NamedToken {
  return {
    chainId,
    address: checksummed(address.toLowerCase()),
    symbol: symbol ?? null,
    name: label.replace(` (${symbol})`, ''),
    decimals: decimals ?? null,
    verified: true,
    source,
  }
}

/** A contract that says it is an item (ERC-721, ERC-1155) has no amounts. */
async function readToken(
  { until, ...deps }: FindTokensDeps,
  chainId: string,
  address: string,
  listed: IntelRecord | undefined,
): Promise<NamedToken[]> {
  const accounts = await readCodeAccounts(deps, chainId, [address], until)
  const token = accounts?.get(address)?.token
  const decimals = token?.standard === 'erc20' ? token.decimals : undefined
  if (decimals === undefined) return listed ? [toToken(chainId, listed)] : []
  const own = { symbol: token?.symbol ?? null, name: token?.name ?? null, verified: false }
  return [
    {
      ...(listed ? toToken(chainId, listed) : { chainId, address: checksummed(address), ...own }),
      decimals,
      source: 'node',
    },
  ]
}
