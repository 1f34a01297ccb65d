/**
 * As what a source knows an address. token · market: assets are put into it, or traded in it · router: it is called to trade ·
 * spender: it takes tokens by an allowance · callee: it is called · payee: it is paid · library: accounts run it by delegatecall ·
 * executor: it makes any call for anyone · implementation: behind proxies of accounts · delegate: of accounts with a key (EIP-7702) ·
 * module: of accounts, or a hook, paymaster or zone · handler: fallback handler of accounts, or receiver of messages · factory ·
 * bridge · oracle · name: registers or resolves names
 */
export const knownAs = [
  'token',
  'market',
  'router',
  'spender',
  'callee',
  'payee',
  'library',
  'executor',
  'implementation',
  'delegate',
  'module',
  'handler',
  'factory',
  'bridge',
  'oracle',
  'name',
] as const

export type KnownAs = (typeof knownAs)[number]
