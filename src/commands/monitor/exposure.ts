import type { ExposureReport } from '../../api/schemas/exposure.ts'
import { BulkProgress } from '../../cli/bulk/progress.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { one, text } from '../../cli/options.ts'
import { namedAddress } from './named-address.ts'

export const monitorExposure = defineCommand({
  name: 'monitor exposure',
  summary: 'List what an address allows others to move, and how to revoke it',
  description:
    'Open allowances of tokens and of Permit2, operators, and approved items of an address, as they hold now at the latest block of a node. They are found by their events, from the newest block back as far as the node answers, and by validations and followed blocks; the state of each is then read from its contract. `revoke` is the call (to, data) that the owner sends to revoke it. Without --chain: the chains where the address is monitored, otherwise all that have a node. Nothing is stored. Exit code 4 when a chain or a part of its events could not be read.',
  arguments: { address: one('the address, or its name', { completes: 'monitor' }) },
  options: {
    chain: text('chain', 'only on this chain: id or name', { completes: 'chain' }),
    safeBatch: text('file', 'write the revocations as a file of the Safe Transaction Builder; needs --chain'),
  },
  examples: [
    { command: 'txwarden monitor exposure <address>' },
    { command: 'txwarden monitor exposure <address> --chain ethereum --json' },
    { command: 'txwarden monitor exposure <address> --chain ethereum --safe-batch revoke.json', note: 'for a Safe' },
  ],
  async run(context, { address, chain, safeBatch: file }) {
    if (file !== undefined && chain === undefined)
      throw usageError('--safe-batch needs --chain: a Safe is on one chain')
    const chainId = chain === undefined ? undefined : await chainIdOf(context, chain)
    const report = await read(context, await namedAddress(context, address), chainId)
    const { exposureView } = await import('./exposure-view.ts')
    const { content, searched, failed } = report
    if (file !== undefined && chainId !== undefined) {
      const { safeBatch } = await import('./safe-batch.ts')
      const { writeWhole } = await import('../../shared/files/whole-file.ts')
      const batch = safeBatch(chainId, content, context.clock.now())
      writeWhole(file, `${JSON.stringify(batch, null, 2)}\n`, { replace: true })
    }
    await context.out.list(report, content, exposureView, {
      empty: `No open allowances or operators on ${searched.map((each) => each.chain).join(', ')}.`,
    })
    if (content.length > 0 && context.out.isForPeople) await context.note('How to revoke each: --wide or --json.')
    for (const line of gapLines(report)) await context.note(line)
    const isPartial =
      failed.length > 0 || searched.some(({ notRead, unknown }) => notRead?.isFailure === true || unknown > 0)
    return isPartial ? exitCodes.partial : exitCodes.ok
  },
})

async function read(context: Context, address: string, chainId: string | undefined): Promise<ExposureReport> {
  const client = await context.client()
  const progress = new BulkProgress(context.io.stderr, context.globals.quiet === true)
  const onProgress = (found: number, share: number) => void progress.show('read', found, share, 'approvals')
  try {
    const query = { address, ...(chainId !== undefined && { chainId }) }
    return await client.call('getExposure', { query }, { onProgress })
  } finally {
    await progress.clear()
  }
}

/** What may be missing. */
function gapLines({ searched, failed }: ExposureReport): string[] {
  return [
    ...failed.map(({ chain, reason }) => `Not read: ${chain} (${reason}).`),
    ...searched.flatMap(({ chain, fromBlock, notRead, unknown }) => [
      ...(notRead === null
        ? []
        : [
            `On ${chain}, events since block ${fromBlock} were read (${notRead.reason}): older allowances may be missing.`,
          ]),
      ...(unknown === 0 ? [] : [`On ${chain}, the node did not answer about ${unknown} possible allowances.`]),
    ]),
  ]
}
