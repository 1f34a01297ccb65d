import { counted } from '../../api/text/amounts.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { one, parsed, required } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import type { SkipPlan } from '../../service/index.ts'
import { parseBlock } from '../options/block-number.ts'

const view = { columns: plainColumns('chain', 'tip', 'to', 'unread') }

export const chainSkip = defineCommand({
  name: 'chain skip',
  group: 'Operate',
  summary: 'Skip blocks of a followed chain',
  description:
    'The blocks in between are never read: no alerts are sent for them. Refuses a block that was read already, unless a reorg removed the last block that was read. The change is audited.',
  requests: false,
  arguments: { chain: one('the chain: id or name', { completes: 'chain' }) },
  options: {
    toBlock: required(parsed('block', 'first block that is read again, or latest', parseBlock)),
  },
  examples: [
    { command: 'txwarden chain skip ethereum --to-block latest' },
    { command: 'txwarden chain skip base --to-block 31402118 --yes --json', note: 'in a script' },
  ],
  async run(context, { chain, toBlock }) {
    context.requireLocal()
    const chainId = await chainIdOf(context, chain, '')
    const follower = await (await context.local()).follower()
    const plan = await follower.planSkip(chainId, toBlock)
    const text = skipText(plan)
    if (await previewLocalChange(context, `skip ${text} in ${context.configuration().database}`)) return
    await confirmChange(context, `Skip ${text}?`)
    await follower.skip(plan)
    const { branch: _, tipHash: __, goneFrom: ___, ...body } = plan
    await context.out.done(body, view, [
      `Skipped ${text} (${context.where()})`,
      `  reading goes on with block ${plan.to}`,
    ])
  },
})

/** "1,234 blocks of ethereum, 100 to 1333, which are never read". */
function skipText({ chain, tip, to, unread }: SkipPlan): string {
  if (unread === 0) return `no block of ${chain}`
  const count = `${counted(unread, 'block')} of ${chain}`
  return `${count}, ${unread === 1 ? tip + 1 : `${tip + 1} to ${to - 1}`}, never to be read`
}
