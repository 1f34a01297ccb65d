import { checksummed } from '../../../api/address.ts'
import { skeletonOf } from '../../risk/parties/similarity.ts'
import { baselineFor, baselineTokensLike } from '../baseline.ts'
import { readAddress, readChain } from './address.ts'
import { type FeedFile, type FeedTableRow, type FormatReader, irrelevant, kept, malformed, noChain } from './format.ts'
import { jsonRows } from './reading/json-elements.ts'

/**
 * A token list (tokenlists.org), or its array of tokens alone. Its tokens are canonical: no feed can make one malicious,
 * and other tokens are compared with their symbols. Import only lists you trust with that. The symbol of a built-in token, or one
 * that looks the same, is kept at no other address: otherwise one row could make another contract the USDC of a chain.
 */
export const tokenList: FormatReader = {
  isPart: (path) => /\.json$/.test(path) && !/(?:^|\/)(?:package|tsconfig|(?=[^/]*schema))[^/]*\.json$/.test(path),
  // Elements with a key are the list's own members: name, version, keywords.
  read: (file) =>
    jsonRows(file.text, ({ key, value }) => (key === undefined ? readToken(value, file) : undefined), 'tokens'),
}

function readToken(value: unknown, { chainIds }: FeedFile): FeedTableRow {
  const { address, chainId, name, symbol, decimals } = (value ?? {}) as Readonly<Record<string, unknown>>
  const reading = readAddress(address, value)
  if ('rejected' in reading) return reading
  if (typeof name !== 'string' || typeof symbol !== 'string' || symbol.trim() === '')
    return malformed('no name and symbol', value)
  if (decimals !== undefined && !isDecimals(decimals)) return malformed('decimals are no integer from 0 to 255', value)
  const chain = readChain(chainId)
  if (chain === undefined && chainId !== undefined) return noChain(chainId, value)
  if (chain === undefined && !chainIds) return malformed('no chain', value)
  const chains = chain === undefined ? (chainIds ?? []) : [chain]
  const known = chains.map((each) => tokenInItsPlace(symbol.trim(), reading.address, each))
  const [other] = known.filter((each) => each !== undefined)
  const own = chains.filter((_, index) => known[index] === undefined)
  if (other !== undefined && own.length === 0)
    return irrelevant(`has the symbol of the known token ${other} of this chain, or one that looks the same`, value)
  return kept({
    key: reading.address,
    chainIds: own,
    kind: 'token',
    name: name.trim(),
    symbol: symbol.trim(),
    label: `${name.trim()} (${symbol.trim()})`,
    canonical: true,
    imitable: true,
    ...(decimals !== undefined && { decimals }),
  })
}

/**
 * The built-in token of a chain whose symbol this is or looks like, where no built-in token is at the address (lower case): a bridged
 * one may be listed with the symbol of the token that it stands for.
 */
function tokenInItsPlace(symbol: string, address: string, chainId: string): string | undefined {
  const skeleton = skeletonOf(symbol)
  const alike = baselineTokensLike(skeleton, chainId).find((known) => skeletonOf(known.symbol ?? '') === skeleton)
  if (alike === undefined || baselineFor(address, chainId).some(({ kind }) => kind === 'token')) return undefined
  return checksummed(alike.address)
}

function isDecimals(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255
}
