import { readAddress, readChain, unsupportedChain } from './address.ts'
import { type FeedFile, type FeedTableRow, type Format, irrelevant, kept, malformed, rejectAddress } from './format.ts'
import { type BrokenElement, type JsonElement, jsonElements } from './reading/json-elements.ts'

/**
 * A token list (tokenlists.org), or its array of tokens alone. Its tokens are canonical: no feed can make one malicious,
 * and other tokens are compared with their symbols. Import only lists you trust with that.
 */
export const tokenList: Format = {
  isPart: (path) => /\.json$/.test(path) && !/(?:^|\/)(?:package|tsconfig|(?=[^/]*schema))[^/]*\.json$/.test(path),
  async *read(file) {
    for await (const elements of jsonElements(file.text, 'tokens')) {
      // Elements with a key are the list's own members: name, version, keywords.
      const tokens = elements.filter((element) => 'broken' in element || element.key === undefined)
      if (tokens.length > 0) yield tokens.map((element) => readToken(element, file))
    }
  },
}

function readToken(element: JsonElement | BrokenElement, { chainIds }: FeedFile): FeedTableRow {
  if ('broken' in element) return malformed('not JSON', element.broken)
  const { address, chainId, name, symbol, decimals } = (element.value ?? {}) as Readonly<Record<string, unknown>>
  const reading = readAddress(address)
  if ('fault' in reading) return rejectAddress(reading, element.value)
  if (typeof name !== 'string' || typeof symbol !== 'string' || symbol.trim() === '')
    return malformed('no name and symbol', element.value)
  const chain = readChain(chainId)
  if (chain === undefined && chainId !== undefined) return irrelevant(unsupportedChain(chainId), element.value)
  if (chain === undefined && !chainIds) return malformed('no chain', element.value)
  return kept({
    key: reading.address,
    chainIds: chain === undefined ? (chainIds ?? []) : [chain],
    kind: 'token',
    name: name.trim(),
    symbol: symbol.trim(),
    label: `${name.trim()} (${symbol.trim()})`,
    canonical: true,
    imitable: true,
    ...(isDecimals(decimals) && { decimals }),
  })
}

function isDecimals(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 255
}
