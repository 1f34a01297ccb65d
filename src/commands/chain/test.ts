import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { maybeChainIdOf } from '../../cli/input/check-values.ts'
import { maybeOne } from '../../cli/options.ts'
import type { Paint } from '../../cli/output/paint.ts'
import type { NodeTest } from '../../service/index.ts'
import { unavailable } from '../../shared/errors.ts'
import { canText, testView } from './view.ts'

export const chainTest = defineCommand({
  name: 'chain test',
  summary: 'Run a known simulation on each node, and show the times',
  description:
    'Is part of `chain status --test`. Probes again what each node can do. A method that a node does not have is no failure while another one simulates. Exit code 13 when a node fails, 6 when there is none.',
  requests: false,
  arguments: { chain: maybeOne('only this chain: id or name', { completes: 'chain' }) },
  examples: [
    { command: 'txwarden chain test' },
    { command: 'txwarden chain test ethereum --json', note: 'in a script: exit code 13 means that a node failed' },
  ],
  async run(context, { chain }) {
    const rows = await testNodes(context, chain)
    await context.out.list(rows, rows, testView, { empty: '', card: testLines })
    return testExitCode(rows)
  },
})

/** @throws WardenError `no-node` when there is none */
export async function testNodes(context: Context, chain: string | undefined): Promise<readonly NodeTest[]> {
  const administration = await (await context.local()).chain()
  const rows = await administration.test(await maybeChainIdOf(context, chain, ''))
  // Nothing was tested: a script that asks must not read success.
  if (rows.length === 0)
    throw unavailable('no-node', `no node ${chain === undefined ? '' : `of ${chain} `}is configured`, {
      try: `txwarden chain add ${chain ?? '<chain>'}`,
    })
  return rows
}

export function testLines(tests: readonly NodeTest[], paint: Paint): string {
  return tests.map((each) => lines(each, paint)).join('')
}

export function testExitCode(tests: readonly NodeTest[]): number {
  return tests.every(({ works }) => works) ? exitCodes.ok : exitCodes.checkFailed
}

function lines(test: NodeTest, paint: Paint): string {
  const { works, chain, host, faultReason, latencyMs, method, simulationMs, gaps } = test
  const mark = works ? paint.good('✓') : paint.bad('✗')
  const result = works
    ? `head in ${latencyMs} ms, ${method} in ${simulationMs} ms; can ${canText(test)}`
    : `failed: ${faultReason ?? 'no answer'}`
  return [`${mark} ${paint.bold(host)} (${chain}): ${result}\n`, ...gaps.map((gap) => `  ${paint.dim(gap)}\n`)].join('')
}
