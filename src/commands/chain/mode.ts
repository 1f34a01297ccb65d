import { type FollowMode, followModes } from '../../api/vocabulary.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { maybeOne, one } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'

const view = { columns: plainColumns('chain', 'mode') }

export const chainMode = defineCommand({
  name: 'chain mode',
  group: 'Operate',
  summary: 'Show or choose how a followed chain is read',
  description:
    'full reads every block and its receipts. sparse asks for the logs and balances of monitored addresses at intervals, and reads only blocks that these name: cheaper on chains with many blocks, for up to about 1,000 addresses a chain. Without a mode nothing is changed. A change is audited, and holds from the next block.',
  requests: false,
  arguments: {
    chain: one('the chain: id or name', { completes: 'chain' }),
    mode: maybeOne('full or sparse', { completes: followModes }),
  },
  examples: [
    { command: 'txwarden chain mode bsc' },
    { command: 'txwarden chain mode bsc sparse' },
    { command: 'txwarden chain mode ethereum full --json' },
  ],
  async run(context, { chain, mode: given }) {
    context.requireLocal()
    const chainId = await chainIdOf(context, chain, '')
    const mode = given === undefined ? undefined : toMode(given)
    const follower = await (await context.local()).follower()
    if (mode === undefined) {
      const current = await follower.mode(chainId)
      await context.out.record(current, view, () => `${current.chain} is read in mode ${current.mode}\n`)
      return
    }
    const sentence = `read chain ${chainId} in mode ${mode}, in ${context.configuration().database}`
    if (await previewLocalChange(context, sentence)) return
    const changed = await follower.setMode(chainId, mode)
    const current = await follower.mode(chainId)
    const done = `${current.chain} ${changed ? 'is now' : 'was already'} read in mode ${mode}`
    await context.out.done({ ...current, changed }, view, () => `✓ ${done} (${context.where()})\n`)
  },
})

function toMode(given: string): FollowMode {
  const mode = followModes.find((each) => each === given.toLowerCase())
  if (mode !== undefined) return mode
  throw usageError(`${JSON.stringify(given)} is not one of ${followModes.join(', ')}`)
}
