import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { checkOptions } from './check-options.ts'

export const safeCheck = defineCommand({
  name: 'safe check',
  summary: 'Check a transaction of a Safe before it is signed',
  description:
    'Takes the ten fields that owners sign, recomputes the hash, and compares it with the one that the transaction service claims and with the one that the Safe itself computes on your node. Then it validates the transaction with the Safe as sender, and shows who signed: each signature is recovered. It is a question: nothing is stored and no alert is sent.\n\nThe Safe is a registered name or address, or any address with --chain. Its transaction service is that of `safe add`, or SAFE_TRANSACTION_SERVICE_URL with SAFE_API_KEY. With --file no service is needed; without a node, the hash is that of the version whose hash the file claims, otherwise that of the newest version, and no signature counts.\n\n--expect compares the transaction with what was prepared: a file of the Safe Transaction Builder, a broadcast file of Foundry, or to, value and data.\n\nThe exit code is 12 when a hash or --expect differs, with any verdict; otherwise it is that of `validate`. 2: several transactions have the nonce, and --index chooses one; 5: there is no such transaction; 6: the service or the node is unreachable; 7: the quota of the service is used up; 3: the service refuses the key.',
  arguments: { safe: one('name or address of the Safe') },
  options: checkOptions,
  examples: [
    { command: 'txwarden safe check treasury --nonce 41' },
    { command: 'txwarden safe check treasury --nonce 41 --expect payload.json --json' },
    {
      command: 'txwarden safe check 0x7E57E185F01f2900F3b969962D790bD76275007A --chain ethereum --file safe-tx.json',
      note: 'without a transaction service',
    },
  ],
  async run(context, input) {
    const { runSafeCheck } = await import('./run-check.ts')
    return runSafeCheck(context, input)
  },
})
