/**
 * What becomes of a method: judge: forwarded when what it sends or signs passes · refuse: not forwarded · pass: forwarded,
 * as it sends and signs nothing.
 */
export type Treatment = 'judge' | 'refuse' | 'pass'

/** Methods whose params are read and judged (asked/read-asked.ts). */
export const judgedMethods = [
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_sendRawTransaction',
  // EIP-7966.
  'eth_sendRawTransactionSync',
  'eth_sendRawTransactionConditional',
  'eth_sendPrivateTransaction',
  'eth_sendPrivateRawTransaction',
  'eth_sendBundle',
  'mev_sendBundle',
  // ERC-7769.
  'eth_sendUserOperation',
  // EIP-5792.
  'wallet_sendCalls',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
] as const
export type JudgedMethod = (typeof judgedMethods)[number]

const judged: ReadonlySet<string> = new Set(judgedMethods)

/** Methods that change a node or sign what cannot be read. */
const REFUSED =
  /^(?:eth_sign|personal_.*|wallet_grantpermissions|(?:anvil|hardhat|evm|admin|engine|miner|account)_.*|debug_set.*)$/i

/** A verb that sends or signs, in any namespace: a new method must not pass by being unknown. */
const SENDS =
  /^[^_]*_(?!get|is|has|call|estimate|simulate|trace|subscribe).*(?:send|sign|submit|broadcast|publish|relay|resend|post|import|grant)/i

/** Names of methods as nodes write them. */
const NAME = /^[a-z][a-z0-9]*_[A-Za-z0-9_]{1,80}$/

/** @param allowed of `--allow-method`: names, or starts of names that end with `*` */
export function treatmentOf(method: string, allowed: readonly string[]): Treatment {
  if (judged.has(method)) return 'judge'
  if (!NAME.test(method)) return 'refuse'
  const lower = method.toLowerCase()
  if (judgedMethods.some((name) => name.toLowerCase() === lower)) return 'refuse'
  if (!REFUSED.test(method) && !SENDS.test(method)) return 'pass'
  return allowed.some((pattern) => matches(method, pattern)) ? 'pass' : 'refuse'
}

export function isJudged(method: string): method is JudgedMethod {
  return judged.has(method)
}

function matches(method: string, pattern: string): boolean {
  return pattern.endsWith('*') ? method.startsWith(pattern.slice(0, -1)) : method === pattern
}
