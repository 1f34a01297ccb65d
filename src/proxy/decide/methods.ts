import table from '../../../data/proxy-methods.json' with { type: 'json' }

/**
 * The treatment says what becomes of a method. validate: forwarded when what it sends or signs passes · refuse: not
 * forwarded · pass: forwarded, as it sends and signs nothing · search: the same, unless it carries a signed transaction or a signed
 * user operation that does not pass · allow: forwarded, as the operator says so, with the same exception.
 */
export type Treatment = 'validate' | 'refuse' | 'pass' | 'search' | 'allow'

/** Methods whose params are read and validated (params/read-params.ts), by what they carry. */
export const validatedMethods = {
  'a transaction': ['eth_sendTransaction', 'eth_signTransaction'],
  'a signed transaction': [
    'eth_sendRawTransaction',
    // EIP-7966.
    'eth_sendRawTransactionSync',
    'eth_sendRawTransactionConditional',
  ],
  'a private transaction': ['eth_sendPrivateTransaction', 'eth_sendPrivateRawTransaction'],
  // EIP-5792: wallet_sendCalls.
  'several transactions': ['eth_sendBundle', 'mev_sendBundle', 'wallet_sendCalls'],
  // ERC-7769.
  'a user operation': ['eth_sendUserOperation'],
  // The third param is a password of the node.
  'a text': ['personal_sign'],
  'a message': ['eth_signTypedData', 'eth_signTypedData_v3', 'eth_signTypedData_v4'],
} as const

export type ValidatedMethod = (typeof validatedMethods)[keyof typeof validatedMethods][number]
export const validatedMethodNames: readonly ValidatedMethod[] = Object.values(validatedMethods).flat()

/** Methods of a namespace that only read. */
interface ReadingMethods {
  /** Without the namespace. */
  readonly names: readonly string[]
  /** Documentation that lists them. */
  readonly source: string
}

/** Known methods that do not pass. A method in no table does not pass either; these say why. */
interface RefusedMethods {
  /** What they do, as the end of "is not forwarded: it …". */
  readonly does: string
  /** Names, or starts of names that end with `*`. */
  readonly names: readonly string[]
  /** Whether one could take a nonce of an account. */
  readonly sends: boolean
}

/** What only reads, by namespace: nothing else passes without a verdict. */
export const readingMethods: Readonly<Record<string, ReadingMethods>> = Object.fromEntries(
  Object.entries(table.passed).flatMap(([namespaces, { names, source }]) =>
    namespaces.split(' ').map((namespace) => [namespace, { names: wordsOf(names), source }]),
  ),
)

/** The first row with the name counts; names that only read are looked up before. */
export const refusedMethods: readonly RefusedMethods[] = table.refused.map((row) => ({
  ...row,
  names: wordsOf(row.names),
}))

const validated: ReadonlySet<string> = new Set(validatedMethodNames)
const validatedInAnyCase: ReadonlyMap<string, ValidatedMethod> = new Map(
  validatedMethodNames.map((name) => [name.toLowerCase(), name]),
)
const reading: ReadonlySet<string> = new Set([
  // OpenRPC.
  'rpc.discover',
  ...Object.entries(readingMethods).flatMap(([namespace, { names }]) => names.map((name) => `${namespace}_${name}`)),
])

/** Names of methods as nodes write them; a hold and the audit log take no longer ones. */
const NAME = /^[A-Za-z][A-Za-z0-9]{0,30}[_.][A-Za-z0-9_.]{1,60}$/

/**
 * Reading methods of builders, relays and bundlers, and those that take raw transactions: who is asked what signed bytes would do could
 * send them.
 */
const SEARCHED =
  /^(?:biconomy|blxr|bolt|flashbots|gelato|mev|pimlico|pm|rundler|skandha|thirdweb|zd)_|^wallet_(?:prepareCalls|verifySignature)$|Bundle|PrivateTransaction|RawTransaction|UserOperation|Paymaster|RecoverFromTransaction|L1DataFee|^payment_query|^state_call$/i

/**
 * What is in no table is refused: a node or a relay may add a method that sends under any name.
 * @param allowed of `--allow-method`: names, or starts of names that end with `*`
 */
export function treatmentOf(method: string, allowed: readonly string[]): Treatment {
  if (validated.has(method)) return 'validate'
  if (reading.has(method)) return isSearched(method) ? 'search' : 'pass'
  if (!NAME.test(method) || validatedNameOf(method) !== undefined) return 'refuse'
  return allowed.some((pattern) => matches(method, pattern)) ? 'allow' : 'refuse'
}

/** Whether a method sends nothing by itself, and what it carries signed is validated all the same. */
export function isSearched(method: string): boolean {
  return reading.has(method) && SEARCHED.test(method)
}

export function isValidatedMethod(method: string): method is ValidatedMethod {
  return validated.has(method)
}

/** Gives the name of a validated method that is written in another case. */
export function validatedNameOf(method: string): ValidatedMethod | undefined {
  return validatedInAnyCase.get(method.toLowerCase())
}

/** Says why a method that is refused is in the table. Undefined: it is not known. */
export function refusedRowOf(method: string): RefusedMethods | undefined {
  return refusedMethods.find(({ names }) => names.some((pattern) => matches(method, pattern)))
}

/** Whether a validated method signs and sends nothing. */
export function onlySigns(method: string): boolean {
  return method.startsWith('eth_sign') || method === 'personal_sign'
}

/** Whether a method that is not forwarded could have taken a nonce of an account: what is not known could. */
export function maySend(method: string): boolean {
  const name = validatedNameOf(method) ?? method
  return !reading.has(name) && (refusedRowOf(name)?.sends ?? true)
}

function matches(method: string, pattern: string): boolean {
  return pattern.endsWith('*') ? method.startsWith(pattern.slice(0, -1)) : method === pattern
}

/** Lines of the table have names with blanks between. */
function wordsOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '))
}
