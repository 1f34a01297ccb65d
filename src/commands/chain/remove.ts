import { forEachSettled } from '../../cli/bulk/for-each-settled.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { many } from '../../cli/options.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { type FoundTarget, findTargets, targetsText } from '../steps/find-thing.ts'
import { nodes } from './resource.ts'
import { nodeView } from './view.ts'

export const chainRemove = defineCommand({
  name: 'chain remove',
  aliases: ['rm', 'delete'],
  summary: 'Remove nodes and their stored URLs',
  requests: false,
  arguments: { id: many('ids or hosts of the nodes', { completes: 'node' }) },
  examples: [
    { command: 'txwarden chain remove <id>' },
    { command: 'txwarden chain remove <id> <id> --yes', note: 'in a script' },
  ],
  async run(context, { id: ids }) {
    context.requireLocal()
    const targets = await findTargets(context, nodes, ids)
    const what = await targetsText(context, nodes, targets)
    if (await previewLocalChange(context, `remove ${what} from ${context.configuration().database}`)) return
    await confirmChange(context, `Remove ${what} from ${context.where()}?`)
    const chain = await (await context.local()).chain()
    const remove = async ({ id }: FoundTarget) => {
      const removed = await chain.remove(id)
      await context.out.done(removed, nodeView, [
        `Removed the node ${removed.host} of ${removed.chain} (${context.where()})`,
        `  id ${id}`,
      ])
    }
    await forEachSettled(context, targets, remove, ({ id }) => id)
  },
})
