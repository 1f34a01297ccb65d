import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { integer, parsed, text } from '../../cli/options.ts'
import { type SafeVersion, safeVersion, safeVersionNames } from '../../shared/safe/versions.ts'
import { wholeNumber } from '../options/transaction-options.ts'

/** 32 bytes as a device shows them: in any case, also without 0x. */
const SHOWN_HASH = /^(?:0x)?([0-9a-f]{64})$/i

export const safeHash = defineCommand({
  name: 'safe hash',
  summary: 'Compute the hashes that the owners of a Safe sign',
  description:
    'Compare them with what the device and the other owners show. Works offline, without a database: run it on a second machine, with the transaction from another source than the page on which you sign.\n\nA file has the ten fields of the transaction, or is one of the Safe service, or EIP-712 typed data. --nonce counts more than the file. Of several transactions (a list of the service), --index chooses one. A batch (--batch, or --file) is the delegatecall by which wallets send it: MultiSendCallOnly of the version; --multi-send where it is another one. A nonce or version that is not given is read from a configured node.\n\nWith --compare, exit code 12 when the Safe transaction hash (for a message, the Safe message hash) is another one. The same for a file whose safeTxHash is not that of its fields.',
  requests: false,
  options: {
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
  },
  examples: [
    {
      command:
        'txwarden safe hash --file examples/safe/add-owner.json --safe 0x111CEEee040739fD91D29C34C33E6B3E112F2177 --safe-version 1.3.0 --chain arbitrum',
    },
    {
      command:
        'txwarden safe hash --file examples/safe/add-owner.json --safe 0x111CEEee040739fD91D29C34C33E6B3E112F2177 --safe-version 1.3.0 --chain arbitrum --compare 0x0CB7250B8BECD7069223C54E2839FEAED4CEE156363FBFE5DD0A48E75C4E25B3',
      note: 'exit code 12 when the hash is another one',
    },
    {
      command:
        'txwarden safe hash --file tx.json --safe <address> --safe-version 1.4.1 --chain base --nonce 41 --owner-safe <address> --owner-safe-nonce 7',
      note: 'for an owner that is a Safe itself',
    },
    {
      command: 'txwarden safe hash --batch examples/safe/batch.json --safe-version 1.4.1 --nonce 41',
      note: 'a batch of the Safe Transaction Builder',
    },
    {
      command: 'txwarden safe hash --message "I accept" --safe <address> --safe-version 1.4.1 --chain ethereum --json',
    },
  ],
  async run(context, flags) {
    const { runSafeHash } = await import('./compute-hashes.ts')
    return runSafeHash(context, flags)
  },
})

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
