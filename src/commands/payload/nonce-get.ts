import { defineCommand } from '../../cli/define.ts'
import { countedFor, nonceOptions } from './nonce-options.ts'
import { nonceCard, nonceView } from './nonce-view.ts'

export const payloadNonceGet = defineCommand({
  name: 'payload nonce get',
  summary: 'Show the nonce of the next tracked payload',
  description:
    'The local service counts payload nonces per chain, contract and sender, as the contract does; this is not the account nonce. The next payload has the last nonce that was confirmed on chain or issued in a valid payload, plus one.',
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
