/**
 * Contracts that call whatever anybody asks them to, in their own name: what they hold, or may take, or control belongs
 * to whoever comes first. They are made to read much at once, or to be run as the own code of a Safe, and are well
 * known for that.
 *
 * Not here: factories that only create (the deterministic deployment proxy, CreateX), for they call nothing but what
 * they have just created, and Safe's MultiSend, which refuses to run otherwise than as the code of an account.
 */
const openExecutors: readonly { readonly chainIds: readonly string[]; readonly address: string }[] = [
  // Multicall3, Multicall2 and Multicall, as their repositories publish them (mds1/multicall3, makerdao/multicall).
  { chainIds: [], address: '0xcA11bde05977b3631167028862bE2a173976CA11' },
  { chainIds: ['1', '42161', '11155111'], address: '0x5BA1e12693Dc8F9c48aAD8770482f4739bEeD696' },
  { chainIds: ['1'], address: '0xeefBa1e63905eF1D7ACbA5a8513c70307C1cE441' },
  // UniswapInterfaceMulticall, from the addresses of Uniswap's SDK.
  { chainIds: ['1', '10', '137'], address: '0x1F98415757620B543A52E61c46B32eB19261F984' },
  // MultiSendCallOnly 1.3.0 (canonical, eip155) and 1.4.1, from safe-deployments; unlike MultiSend it may be called.
  { chainIds: [], address: '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D' },
  { chainIds: [], address: '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B' },
  { chainIds: [], address: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2' },
]

const chainsByAddress = new Map(openExecutors.map(({ address, chainIds }) => [address.toLowerCase(), chainIds]))

/** @param address lower case */
export function isOpenExecutor(address: string, chainId: string): boolean {
  const chainIds = chainsByAddress.get(address)
  return chainIds !== undefined && (chainIds.length === 0 || chainIds.includes(chainId))
}
