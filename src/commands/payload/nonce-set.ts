import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { one } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { usageError } from '../../cli/usage.ts'
import { countedFor, nonceOptions } from './nonce-options.ts'
import { chainText, nonceView } from './nonce-view.ts'

export const payloadNonceSet = defineCommand({
  name: 'payload nonce set',
  summary: 'Bring the number of tracked payloads back in step with the contract',
  description:
    'The value is the last number that was used on chain; the next payload carries the one behind it. Higher numbers of payloads that still hold are given back: whichever of two payloads with one number comes first, the contract takes.',
  requests: false,
  arguments: { value: one('the last number used on chain; 0: none was') },
  options: nonceOptions,
  examples: [
    {
      command: 'txwarden payload nonce set 4 --chain ethereum --to <address> --from <address>',
      note: 'the next payload carries 5',
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
        `Lower the next nonce from ${next} to ${confirmed + 1} in ${context.where()}? Payloads that are out may carry the same numbers.`,
      )
    const record = await payloads.setNonce(counted, confirmed)
    await context.out.done(
      record,
      nonceView,
      `The next payload carries nonce ${record.next} now (${context.where()})\n  from ${record.from} to ${record.to} on ${chainText(record.chainId)}`,
    )
  },
})

/** One below the largest safe whole number at most, so that there is a next one. */
function parseConfirmed(value: string): number {
  if (/^\d{1,16}$/.test(value) && Number(value) < Number.MAX_SAFE_INTEGER) return Number(value)
  throw usageError(`${JSON.stringify(value)} is not a whole number from 0 to ${Number.MAX_SAFE_INTEGER - 1}`)
}
