import { chainNameAndId } from '../../api/text/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdOf, requireAddresses } from '../../cli/input/check-values.ts'
import { type OptionValues, one, required, text } from '../../cli/options.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { cardLines, plainColumns, type View } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import type { NonceRecord } from '../../service/index.ts'

/** The key of a tracked nonce. */
const nonceOptions = {
  chain: required(text('chain', 'chain id or name')),
  to: required(text('address', 'contract that verifies the payload')),
  from: required(text('address', 'sender of the transaction')),
}

const nonceView: View<NonceRecord> = {
  columns: [{ field: 'chainId', header: 'CHAIN' }, ...plainColumns('to', 'from', 'confirmed', 'issued', 'next')],
}

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
      `  from ${record.from} to ${record.to} on ${chainNameAndId(record.chainId)}`,
    ])
  },
})

/** At most one below the largest safe integer, so that a next one exists. */
function parseConfirmed(value: string): number {
  if (/^\d{1,16}$/.test(value) && Number(value) < Number.MAX_SAFE_INTEGER) return Number(value)
  throw usageError(`${JSON.stringify(value)} is not a whole number from 0 to ${Number.MAX_SAFE_INTEGER - 1}`)
}

function nonceCard(record: NonceRecord, paint: Paint): string {
  const lines: [string, string][] = [
    ['chain', chainNameAndId(record.chainId)],
    ['to', record.to],
    ['from', record.from],
    ['confirmed', record.confirmed === 0 ? 'none yet' : String(record.confirmed)],
    ['issued', record.issued === null ? 'none valid' : String(record.issued)],
    ['next', String(record.next)],
  ]
  return cardLines(lines, paint)
}

async function countedFor(
  context: Context,
  { chain, to, from }: OptionValues<typeof nonceOptions>,
): Promise<{ chainId: string; to: string; from: string }> {
  const chainId = await chainIdOf(context, chain)
  await requireAddresses({ to, from })
  return { chainId, to, from }
}
