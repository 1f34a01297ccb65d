import { defineCommand } from '../../cli/define.ts'
import { countedFor, nonceOptions } from './nonce-options.ts'
import { nonceCard, nonceView } from './nonce-view.ts'

export const payloadNonceGet = defineCommand({
  name: 'payload nonce get',
  summary: 'Show the number that the next tracked payload carries',
  description:
    'The local service counts for each chain, contract and sender what the contract counts on chain; it is not the account nonce. The next payload carries one more than the last number that is confirmed on chain or issued in a payload that still holds.',
  requests: false,
  options: nonceOptions,
  examples: [
    { command: 'txwarden payload nonce get --chain ethereum --to <address> --from <address>' },
    { command: 'txwarden payload nonce get --chain base --to <address> --from <address> --json --fields next' },
  ],
  async run(context, place) {
    context.requireLocal()
    const counted = await countedFor(context, place)
    const payloads = await (await context.local()).payloads()
    await context.out.record(await payloads.nonce(counted), nonceView, nonceCard)
  },
})
