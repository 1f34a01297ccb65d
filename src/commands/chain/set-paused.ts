import { type Command, defineCommand } from '../../cli/define.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { one } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'

const view = { columns: plainColumns('chain', 'paused', 'changed') }

export const chainPause = defineSetPaused('pause', {
  summary: 'Pause requests to the nodes of a chain',
  description: 'Verdicts on the chain are then made without evidence from a node, and say so.',
})
export const chainResume = defineSetPaused('resume', { summary: 'Resume requests to the nodes of a chain' })

function defineSetPaused(verb: 'pause' | 'resume', words: { summary: string; description?: string }): Command {
  return defineCommand({
    name: `chain ${verb}`,
    group: 'Operate',
    ...words,
    arguments: { chain: one('the chain: id or name', { completes: 'chain' }) },
    examples: [{ command: `txwarden chain ${verb} ethereum` }, { command: `txwarden chain ${verb} base --json` }],
    async run(context, { chain }) {
      const chainId = await chainIdOf(context, chain, '')
      const client = await context.client()
      const body = await client.call(`${verb}Chain`, { params: { chainId } })
      const done = verb === 'pause' ? 'Paused' : 'Resumed'
      const already = verb === 'pause' ? 'was already paused' : 'was not paused'
      await context.out.done(body, view, [
        body.changed ? `${done} ${body.chain} (${context.where()})` : `${body.chain} ${already} (${context.where()})`,
      ])
      return undefined
    },
  })
}
