import { usageError } from '../../cli/errors/usage.ts'
import { integer, type OptionValues, parsed, text } from '../../cli/options.ts'
import { type SafeVersion, safeVersion, safeVersionNames } from '../../shared/safe/versions.ts'
import { wholeNumber } from '../options/transaction-options.ts'

/** 32 bytes as a device shows them: in any case, also without 0x. */
const SHOWN_HASH = /^(?:0x)?([0-9a-f]{64})$/i

export const hashOptions = {
  file: text('file', 'transaction of the Safe as JSON, or a batch (docs/inputs.md); - is stdin'),
  batch: text('file', 'several calls that the Safe makes in one transaction: a batch file; - is stdin'),
  index: integer('n', 'which of several transactions in the file, from 1', { min: 1 }),
  multiSend: text('address', 'contract that makes the calls of a batch; default: the one wallets take'),
  message: text('text', 'message that the Safe signs instead of a transaction (EIP-191)'),
  typedData: text('file', 'typed data that the Safe signs instead of a transaction (EIP-712); - is stdin'),
  safe: text('address', 'the Safe; default: that of the file'),
  safeVersion: parsed('version', 'version of the Safe, such as 1.4.1; default: read from a node', parseVersion),
  chain: text('chain', 'chain id or name; default: that of typed data in --file'),
  nonce: parsed('n', 'nonce of the transaction; default: that of the file, or of the Safe', wholeNumber),
  ownerSafe: text('address', 'owner that is a Safe: adds the hashes of its approval (approveHash)'),
  ownerSafeNonce: parsed('n', 'nonce of the approval; default: that of the owner', wholeNumber),
  ownerSafeVersion: parsed('version', 'version of the owner; default: that of the Safe', parseVersion),
  compare: parsed('hash', 'hash to compare, in any case', parseHash),
}

export type HashFlags = OptionValues<typeof hashOptions>

function parseVersion(flag: string, typed: string): SafeVersion {
  const version = safeVersion(typed)
  if (version) return version
  const known = safeVersionNames.join(', ')
  throw usageError(`${flag}: the hashes of ${JSON.stringify(typed)} are not known; known: ${known}`)
}

function parseHash(flag: string, typed: string): string {
  const digits = SHOWN_HASH.exec(typed.trim())?.[1]
  if (digits === undefined) throw usageError(`${flag}: ${JSON.stringify(typed)} is not a hash: 0x and 64 hex digits`)
  return `0x${digits.toLowerCase()}`
}
