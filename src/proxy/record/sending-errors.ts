import { isRecord } from '../../shared/json/json.ts'
import { rpcCodes } from '../rpc/json-rpc.ts'

/** EIP-1193: a person or a wallet said no, or it has no such method. */
const REFUSED_BY_WALLET: readonly unknown[] = [4001, 4100, 4200]
/** ERC-7769: the checks of a bundler before it takes a user operation. */
const REFUSED_BY_BUNDLER: readonly number[] = [
  -32_500, -32_501, -32_502, -32_503, -32_504, -32_505, -32_506, -32_507, -32_508, -32_521,
]
const NOT_STARTED: readonly unknown[] = [
  rpcCodes.parse,
  rpcCodes.invalidRequest,
  rpcCodes.methodNotAvailable,
  rpcCodes.invalidParams,
]

/**
 * Words of nodes that sign: what they found before they sent anything. go-ethereum core/error.go, core/txpool/errors.go,
 * internal/ethapi and accounts/errors.go; Nethermind, Besu, Erigon and anvil use the same or these. Hardhat answers with "VM
 * Exception" what it has mined, so that it is not here.
 */
const BEFORE_SENDING = [
  /^(?:err: )?insufficient funds\b/,
  /^(?:upfront cost exceeds|sender (?:doesn't|does not) have enough funds)/,
  /^(?:error: )?execution reverted\b/,
  /^nonce too (?:low|high)\b/,
  /^(?:intrinsic gas too low|gas required exceeds allowance|exceeds block gas limit|gas limit (?:is )?too (?:low|high))/,
  /^(?:transaction underpriced|replacement transaction underpriced|transaction gas price (?:too low|below minimum))/,
  /^(?:max fee per gas less than block base fee|max priority fee per gas higher than max fee per gas)/,
  /^tx fee \([^)]*\) exceeds the configured cap/,
  /^(?:unknown account|no signer available|no key for given address or file|account (?:is )?locked)/,
  /^(?:authentication needed: password or unlock|could not decrypt key with given password|request denied)/,
  /^(?:oversized data|max initcode size exceeded|sender not an eoa|txpool is full)/,
]

/** An error that quotes another one may come after a first try that was sent. */
const AFTER_ANOTHER =
  /time[sd]?[ -]?out|timeout|deadline|cancel|gateway|unavailable|retr(?:y|ies)|attempt|already known/

/** Whether the code of an error of an upstream says that it did not start to send. */
export function isNotStarted(error: unknown): boolean {
  if (!isRecord(error)) return false
  const { code, data } = error
  // Another proxy before the node says so where it sent the same before.
  if (code === rpcCodes.transactionRejected && isRecord(data) && data.source === 'txwarden')
    return data.earlier === undefined
  if (REFUSED_BY_WALLET.includes(code)) return true
  return NOT_STARTED.includes(code) && !AFTER_ANOTHER.test(messageOf(error))
}

/** Whether its code or its words say that nothing was sent. All others may come after the transaction was sent. */
export function isBeforeSending(error: unknown): boolean {
  if (isNotStarted(error)) return true
  if (!isRecord(error) || typeof error.code !== 'number') return false
  const message = messageOf(error)
  if (AFTER_ANOTHER.test(message)) return false
  return REFUSED_BY_BUNDLER.includes(error.code) || BEFORE_SENDING.some((words) => words.test(message))
}

function messageOf({ message }: Readonly<Record<string, unknown>>): string {
  return typeof message === 'string' ? message.toLowerCase() : ''
}
