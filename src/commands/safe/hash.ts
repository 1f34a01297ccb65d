import { defineCommand } from '../../cli/define.ts'
import { hashOptions } from './hash-options.ts'

export const safeHash = defineCommand({
  name: 'safe hash',
  summary: 'Compute the hashes that the owners of a Safe sign',
  description:
    'Compare them with what the device and the other owners show. Works offline, without a database: run it on a second machine, with the transaction from another source than the page on which you sign.\n\nA file has the ten fields of the transaction, or is one of the Safe service, or EIP-712 typed data. --nonce counts more than the file. Of several transactions (a list of the service), --index chooses one. A batch (--batch, or --file) is the delegatecall by which wallets send it: MultiSendCallOnly of the version; --multi-send where it is another one. A nonce or version that is not given is read from a configured node.\n\nWith --compare, exit code 12 when the Safe transaction hash (for a message, the Safe message hash) is another one. The same for a file whose safeTxHash is not that of its fields.',
  requests: false,
  options: hashOptions,
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
