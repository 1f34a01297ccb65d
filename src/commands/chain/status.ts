import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { maybeChainIdOf } from '../../cli/input/check-values.ts'
import { flag, maybeOne } from '../../cli/options.ts'
import type { NodeTest } from '../../service/index.ts'
import { testExitCode, testLines, testNodes } from './test.ts'
import { type ChainRow, NO_NODES, withCommand } from './view.ts'

export const chainStatus = defineCommand({
  name: 'chain status',
  summary: 'Show how far each chain is followed, and what its nodes answer',
  description:
    'For each chain: its latest block (head), the last block that was read (tip), the lag in blocks, the age of the tip, the state, the mode, the server that follows it, and how many requests that server sent to its nodes today (UTC), verdicts included. A chain that waits or stopped has the reason and the command that goes on. Each node is asked for its latest block; with --watch no node is asked, and the screen is drawn again every second: into a pipe, one JSON object per chain and second.',
  arguments: { chain: maybeOne('only this chain: id or name', { completes: 'chain' }) },
  options: {
    test: flag(
      'also run a known simulation on each node, as `chain test`: exit code 13 when a node fails, 6 without one',
    ),
    watch: flag('show it again every second until Ctrl-C'),
  },
  examples: [
    { command: 'txwarden chain status' },
    { command: 'txwarden chain status ethereum --json' },
    { command: 'txwarden chain status --test', note: 'in a script: exit code 13 means that a node failed' },
    { command: 'txwarden chain status --watch' },
  ],
  async run(context, { chain, test = false, watch = false }) {
    if (test && watch) throw usageError('--test and --watch exclude each other')
    const chainId = await maybeChainIdOf(context, chain, '')
    const client = await context.client()
    const read = async (nodes: 'true' | 'false') => {
      const query = { nodes, ...(chainId !== undefined && { chainId }) }
      return (await client.call('listChains', { query })).content.map(withCommand)
    }
    if (watch) {
      const { watchStatus } = await import('./watch-status.ts')
      await watchStatus(context, () => read('false'))
      return undefined
    }
    const tests = test ? await testNodes(context, chain) : undefined
    const rows = await read(tests ? 'false' : 'true')
    await printStatus(context, rows, tests)
    return tests && testExitCode(tests)
  },
})

async function printStatus(
  { out, globals, io, clock, zone }: Context,
  rows: readonly ChainRow[],
  tests?: readonly NodeTest[],
): Promise<void> {
  const { followerView, statusScreen } = await import('./followers-view.ts')
  if (!out.isForPeople || globals.fields) {
    const shown = tests
      ? rows.map((row) => ({ ...row, nodes: tests.filter(({ chain }) => chain === row.chain) }))
      : rows
    await out.list({ content: shown }, shown, followerView, { empty: NO_NODES })
    return
  }
  const draw = await statusScreen()
  const options = { wide: globals.wide === true || !io.stdout.isTTY, now: clock.now(), zone }
  await out.record({ rows, tests }, { columns: [] }, (safe, paint, width) => {
    const screen = draw(safe.rows, paint, { width, ...options })
    return safe.tests ? `${screen}\n${testLines(safe.tests, paint)}` : screen
  })
}
