import type { Context } from '../../cli/context/context.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { readSecret } from '../../cli/input/read-input.ts'
import { integer, one, text } from '../../cli/options.ts'
import { canText, nodeView } from './view.ts'

const DEFAULT_PRIORITY = 10

export const chainAdd = defineCommand({
  name: 'chain add',
  aliases: ['create'],
  summary: 'Add a node of a chain: validations read accounts and simulate there',
  description:
    'The URL (JSON-RPC over HTTP) is a secret: it is typed without echo, or read from stdin or a file, stored encrypted, and only its host is shown. The node has to answer and be on the chain. Its capabilities are probed now and once a day. TXWARDEN_CHAIN_<NAME>_URL configures nodes for one process without storing them.',
  requests: false,
  arguments: { chain: one('the chain: id or name', { completes: 'chain' }) },
  options: {
    urlFile: text('file', 'read the URL from a file; - is stdin'),
    priority: integer('n', `the node with the lowest number is read first; default ${DEFAULT_PRIORITY}`, {
      min: 0,
      max: 1000,
    }),
  },
  examples: [
    { command: 'txwarden chain add ethereum', note: 'prompts for the URL' },
    { command: 'txwarden chain add base --url-file - < <file>' },
    { command: 'txwarden chain add ethereum --url-file <file> --priority 20 --json', note: 'a second node' },
  ],
  async run(context, { chain, urlFile, priority = DEFAULT_PRIORITY }) {
    context.requireLocal()
    const chainId = await chainIdOf(context, chain, '')
    const given = await readSecret(context, 'url', urlFile)
    const url = given ?? (await askUrl(context, chain))
    const { database } = context.configuration()
    if (await previewLocalChange(context, `add a node of chain ${chainId} to ${database}`)) return
    const nodes = await (await context.local()).chain()
    const added = await nodes.add({ chainId, url, priority })
    await context.out.done(added, nodeView, [
      `Added the node ${added.host} of ${added.chain} (${context.where()})`,
      `  id ${added.id}`,
      `  can ${canText(added) || 'nothing but plain calls'}`,
      added.paused
        ? `  ${added.chain} is paused: txwarden chain resume ${added.chain}`
        : `Next: txwarden chain test ${added.chain}`,
    ])
  },
})

async function askUrl(context: Context, chain: string): Promise<string> {
  if (!context.canAsk)
    throw usageError('chain add needs --url-file', {
      details: ['The URL may contain a key, which every process could read on the command line.'],
      try: `txwarden chain add ${chain} --url-file <file>`,
    })
  const prompt = await context.prompt()
  return prompt.secret({
    message: `URL of a node of ${chain}`,
    required: true,
    validate: async (text) => (await context.nodeUrlFault(text)) ?? true,
  })
}
