import type { Safe } from '../../api/schemas/safe.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { chainIdOf, checkAddresses } from '../../cli/input/check-values.ts'
import { one, required, text } from '../../cli/options.ts'
import { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { queueText, safes, safeText } from './resource.ts'
import { HOSTED, NONE, readServiceKey, serviceMembers, serviceOptions } from './transaction-service.ts'

export const safeAdd = defineCommand({
  name: 'safe add',
  aliases: ['create'],
  summary: 'Add a Safe, with the transaction service that has its queue',
  description:
    'The service is --service, else SAFE_TRANSACTION_SERVICE_URL, else the public one (`hosted`) where a key is given, else none. Its key comes from --key-file or SAFE_API_KEY, or is typed without echo for the public service. URL and key are stored encrypted together; only the host is shown. The public service without a key answers 5,000 requests a month, with a free one 50,000.',
  arguments: { address: one('address of the Safe') },
  options: {
    chain: required(text('chain', 'chain id or name', { completes: 'chain' })),
    name: text('name', 'name of the Safe'),
    ...serviceOptions,
  },
  examples: [
    {
      command: 'txwarden safe add <address> --chain ethereum --name treasury --service hosted',
      note: 'prompts for the key',
    },
    { command: 'txwarden safe add <address> --chain base --name ops --service http://127.0.0.1:8000' },
    { command: 'txwarden safe add <address> --chain ethereum --service hosted --key-file <file>' },
    {
      command: 'txwarden safe add <address> --chain ethereum --service none',
      note: 'only for safe show and safe check',
    },
  ],
  async run(context, { address, chain, name, service, keyFile }) {
    await checkAddresses(context, [address])
    const chainId = await chainIdOf(context, chain)
    const key = await readServiceKey(context, keyFile)
    const found = await serviceOf(context, service, key)
    const client = await context.client()
    const body = await client.call('createSafe', { body: { address, chainId, name, ...found } })
    const fault = await contractFault(context, body)
    const next = `${body.interval === undefined ? 'safe show' : 'safe queue'} ${quoteWord(body.name || body.id)}`
    await context.out.done(body, safes.view, [
      `Added ${safeText(body)} (${context.where()})`,
      `  id ${body.id}`,
      `  ${queueText(body)}`,
      ...(fault === undefined ? [`Next: txwarden ${next}`] : []),
    ])
    if (fault !== undefined) await context.note(`! ${fault}. Try: txwarden safe remove ${quoteWord(body.id)}`)
  },
})

/** What a node says is wrong with the address. Without a node it is not known; a Safe can also be added before it is deployed. */
async function contractFault(context: Context, { id }: Safe): Promise<string | undefined> {
  if (context.globals.dryRun) return undefined
  const client = await context.client()
  try {
    await client.call('getSafe', { params: { safeId: id } })
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    if (error.code === 'not-a-safe') return error.message.replace(/\.$/, '')
  }
  return undefined
}

/** Empty: its queue is not read. */
async function serviceOf(
  context: Context,
  given: string | undefined,
  key: string | undefined,
): Promise<{ readonly serviceUrl?: string; readonly serviceKey?: string }> {
  const url = given ?? context.env.SAFE_TRANSACTION_SERVICE_URL ?? (key ? HOSTED : NONE)
  return url === NONE ? {} : serviceMembers(context, url, key)
}
