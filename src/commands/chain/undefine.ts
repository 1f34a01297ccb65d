import { defineCommand } from '../../cli/define.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { one } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { callAdditionById } from '../steps/addition.ts'
import { definedText } from './define.ts'
import { chains } from './resource.ts'
import { chainView } from './view.ts'

export const chainUndefine = defineCommand({
  name: 'chain undefine',
  summary: 'Remove the definition of a chain, or the limits that `chain set` stored',
  description: 'A defined chain that nodes, monitored addresses, Safes, lists or alerts name stays.',
  arguments: { chain: one('the chain: id or name', { completes: 'chain' }) },
  examples: [
    { command: 'txwarden chain undefine our-rollup' },
    { command: 'txwarden chain undefine our-rollup --yes', note: 'in a script' },
  ],
  async run(context, { chain }) {
    const chainId = await chainIdOf(context, chain, '')
    await confirmChange(context, `Remove what is set for ${chain} from ${context.where()}?`)
    const body = await callAdditionById(context, chains, (client) => client.call('unsetChain', { params: { chainId } }))
    await context.out.done(body, chainView, [`Removed what was set for ${definedText(body)} (${context.where()})`])
  },
})
