import { chainNameOrEvery } from '../../api/text/chains.ts'
import { defineCommand } from '../../cli/define.ts'
import { checkAddresses, maybeChainIdOf } from '../../cli/input/check-values.ts'
import { one, text } from '../../cli/options.ts'
import { callAddition } from '../steps/addition.ts'
import { alikeTexts, names } from './resource.ts'

export const nameAdd = defineCommand({
  name: 'name add',
  aliases: ['set', 'create'],
  summary: 'Name an address, in place of an earlier name',
  description:
    'The name is shown beside the address, never instead of it: in verdicts, lists, alerts and what the proxy says. It vouches for nothing, so no verdict gets better; an unknown address that looks like a named one gets worse. @name stands for the address wherever one is given. Names of monitored addresses, Safes and described contracts are shown in the same way.',
  arguments: { address: one('the address'), name: one('its name') },
  options: { chain: text('chain', 'chain id or name; default: every chain', { completes: 'chain' }) },
  examples: [
    { command: 'txwarden name add <address> payroll' },
    { command: 'txwarden name add <address> "treasury vault" --chain base', note: 'a contract, on its chain' },
  ],
  async run(context, { address, name, chain }) {
    await checkAddresses(context, [address])
    const chainId = await maybeChainIdOf(context, chain)
    const body = await callAddition(context, 'names of addresses', (client) =>
      client.call('setName', { body: { address, name, chainId } }),
    )
    await context.out.done(body, names.view, [
      `Named ${body.address} ${JSON.stringify(body.name)} on ${chainNameOrEvery(body.chainId)} (${context.where()})`,
    ])
    for (const alike of alikeTexts(body)) await context.note(`! ${alike}`)
  },
})
