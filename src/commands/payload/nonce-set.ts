import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { one } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { countedFor, nonceOptions } from './nonce-options.ts'
import { chainText, nonceView } from './nonce-view.ts'

export const payloadNonceSet = defineCommand({
  name: 'payload nonce set',
  summary: 'Synchronize the payload nonce with the contract',
  description:
    'The value is the last nonce used on chain; the next payload has the one after it. Higher nonces of valid payloads are released: if two payloads have the same nonce, the contract accepts only the first.',
  requests: false,
  arguments: { value: one('last nonce used on chain; 0: none') },
  options: nonceOptions,
  examples: [
    {
      command: 'txwarden payload nonce set 4 --chain ethereum --to <address> --from <address>',
      note: 'the next payload has nonce 5',
    },
    { command: 'txwarden payload nonce set 0 --chain base --to <address> --from <address> --yes', note: 'in a script' },
  ],
  async run(context, { value, ...place }) {
    context.requireLocal()
    const confirmed = parseConfirmed(value)
    const counted = await countedFor(context, place)
    const sentence = `set the last used nonce to ${confirmed} in ${context.configuration().database}`
    if (await previewLocalChange(context, sentence)) return
    const payloads = await (await context.local()).payloads()
    const { next } = await payloads.nonce(counted)
    if (confirmed + 1 < next)
      await confirmChange(
        context,
        `Lower the next nonce from ${next} to ${confirmed + 1} in ${context.where()}? Issued payloads may have the same nonces.`,
      )
    const record = await payloads.setNonce(counted, confirmed)
    await context.out.done(record, nonceView, [
      `The next payload has nonce ${record.next} (${context.where()})`,
      `  from ${record.from} to ${record.to} on ${chainText(record.chainId)}`,
    ])
  },
})

/** At most one below the largest safe integer, so that a next one exists. */
function parseConfirmed(value: string): number {
  if (/^\d{1,16}$/.test(value) && Number(value) < Number.MAX_SAFE_INTEGER) return Number(value)
  throw usageError(`${JSON.stringify(value)} is not a whole number from 0 to ${Number.MAX_SAFE_INTEGER - 1}`)
}
