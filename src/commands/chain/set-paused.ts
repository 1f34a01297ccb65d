import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { one } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'

const view = { columns: plainColumns('chain', 'paused', 'changed') }

const chainArgument = { chain: one('the chain: id or name', { completes: 'chain' }) }

export const chainPause = defineCommand({
  name: 'chain pause',
  group: 'Operate',
  summary: 'Pause requests to the nodes of a chain',
  description: 'Verdicts on the chain are then made without evidence from a node, and say so.',
  arguments: chainArgument,
  examples: [{ command: 'txwarden chain pause ethereum' }, { command: 'txwarden chain pause base --json' }],
  async run(context, { chain }) {
    await setPaused(context, chain, true)
  },
})

export const chainResume = defineCommand({
  name: 'chain resume',
  group: 'Operate',
  summary: 'Resume requests to the nodes of a chain',
  arguments: chainArgument,
  examples: [{ command: 'txwarden chain resume ethereum' }, { command: 'txwarden chain resume base --json' }],
  async run(context, { chain }) {
    await setPaused(context, chain, false)
  },
})

async function setPaused(context: Context, given: string, isPause: boolean): Promise<void> {
  const chainId = await chainIdOf(context, given, '')
  const client = await context.client()
  const body = await client.call(isPause ? 'pauseChain' : 'resumeChain', { params: { chainId } })
  const done = isPause ? 'Paused' : 'Resumed'
  const already = isPause ? 'was already paused' : 'was not paused'
  await context.out.done(body, view, [
    body.changed ? `${done} ${body.chain} (${context.where()})` : `${body.chain} ${already} (${context.where()})`,
  ])
}
