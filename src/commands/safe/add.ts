import type { Safe } from '../../api/schemas/safe.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdOf, checkAddresses } from '../../cli/input/check-values.ts'
import { readSecret } from '../../cli/input/read-input.ts'
import { flag, one, parsed, required, text } from '../../cli/options.ts'
import { WardenError } from '../../shared/errors.ts'
import { quoteWord } from '../../shared/text/quote-word.ts'
import { safeText } from './find-safe.ts'
import { safeView } from './view.ts'

const NONE = 'none'
const HOSTED = 'hosted'

export const safeAdd = defineCommand({
  name: 'safe add',
  aliases: ['create'],
  summary: 'Add a Safe, with the transaction service that has its queue',
  description:
    'The service is --service, else SAFE_TRANSACTION_SERVICE_URL, else the public one (`hosted`) where a key is given, else none. Its key comes from --key-stdin, --key-file or SAFE_API_KEY, or is typed without echo for the public service. URL and key are stored encrypted together; only the host is shown. The public service without a key answers 5,000 requests a month, with a free one 50,000.',
  arguments: { address: one('address of the Safe') },
  options: {
    chain: required(text('chain', 'chain id or name', { completes: 'chain' })),
    name: text('name', 'name of the Safe'),
    service: parsed('url', `base URL of its transaction service, \`${HOSTED}\` or \`${NONE}\``, (flag, given) => {
      const isUrl = URL.canParse(given) && /^https?:/i.test(given)
      if (isUrl || given === HOSTED || given === NONE) return given
      throw usageError(`${flag} is not a URL, \`${HOSTED}\` or \`${NONE}\``)
    }),
    keyStdin: flag('read the key of the service from stdin'),
    keyFile: text('file', 'read the key of the service from a file; - is stdin'),
  },
  examples: [
    {
      command: 'txwarden safe add <address> --chain ethereum --name treasury --service hosted',
      note: 'prompts for the key',
    },
    { command: 'txwarden safe add <address> --chain base --name ops --service http://127.0.0.1:8000' },
    { command: 'txwarden safe add <address> --chain ethereum --service hosted --key-stdin < <file>' },
    {
      command: 'txwarden safe add <address> --chain ethereum --service none',
      note: 'only for safe show and safe check',
    },
  ],
  async run(context, { address, chain, name, service, keyStdin, keyFile }) {
    await checkAddresses(context, [address])
    const chainId = await chainIdOf(context, chain)
    const given = await readSecret(context, 'key', { file: keyFile, stdin: keyStdin })
    const found = await serviceOf(context, service, given ?? context.env.SAFE_API_KEY)
    const client = await context.client()
    const body = await client.call('createSafe', {
      body: { address, chainId, ...(name !== undefined && { name }), ...found },
    })
    await context.out.done(body, safeView, [
      `Added ${safeText(body)} (${context.where()})`,
      `  id ${body.id}`,
      `  ${body.interval === undefined ? body.reason : `queue at ${body.service}, read every ${body.interval} (${body.reason})`}`,
    ])
    await noteOtherContract(context, body)
  },
})

/** Without a node it is not known; a Safe can also be added before it is deployed. */
async function noteOtherContract(context: Context, { id }: Safe): Promise<void> {
  if (context.globals.dryRun) return
  const client = await context.client()
  try {
    await client.call('getSafe', { params: { safeId: id } })
  } catch (error) {
    if (!(error instanceof WardenError)) throw error
    if (error.code === 'not-a-safe')
      await context.note(`! ${error.message.replace(/\.$/, '')}. Try: txwarden safe remove ${quoteWord(id)}`)
  }
}

async function serviceOf(
  context: Context,
  given: string | undefined,
  key: string | undefined,
): Promise<{ readonly serviceUrl?: string; readonly serviceKey?: string }> {
  const url = given ?? context.env.SAFE_TRANSACTION_SERVICE_URL ?? (key ? HOSTED : NONE)
  if (url === NONE) return {}
  const typed = key || url !== HOSTED || !context.canAsk ? key : await askKey(context)
  return { serviceUrl: url, ...(typed && { serviceKey: typed }) }
}

async function askKey(context: Context): Promise<string> {
  const prompt = await context.prompt()
  return prompt.secret({ message: 'Key of the Safe transaction service (empty: none)' })
}
