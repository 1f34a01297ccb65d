import type { ExposureRecord, ExposureReport } from '../../api/schemas/exposure.ts'
import { counted } from '../../api/text/amounts.ts'
import { withCount } from '../../cli/bulk/progress.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { exitCodes } from '../../cli/errors/exit-codes.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { maybeChainIdOf, requireAddresses } from '../../cli/input/check-values.ts'
import { list, one, text } from '../../cli/options.ts'
import { namedAddress } from './resource.ts'

export const monitorExposure = defineCommand({
  name: 'monitor exposure',
  summary: 'List what an address allows others to move, and how to revoke it',
  description:
    'Open allowances of tokens and of Permit2, operators, and approved items of an address, as they hold now at the latest block of a node. They are found by their events, from the newest block back as far as the node answers, and by validations and followed blocks; the state of each is then read from its contract. `revoke` is the call (to, data) that the owner sends to revoke it. Without --chain: the chains where the address is monitored, otherwise all that have a node. Nothing is stored. Exit code 4 when a chain or a part of its events could not be read.',
  arguments: { address: one('the address, or its name', { completes: 'monitor' }) },
  options: {
    chain: text('chain', 'only on this chain: id or name', { completes: 'chain' }),
    spender: list('address', 'only what these may move'),
    token: list('address', 'only of these contracts'),
    revokeBatch: text(
      'file',
      'write what is listed as a file of the Safe Transaction Builder that revokes it; needs --chain',
    ),
  },
  examples: [
    { command: 'txwarden monitor exposure <address>' },
    { command: 'txwarden monitor exposure <address> --chain ethereum --json' },
    { command: 'txwarden monitor exposure <address> --chain ethereum --revoke-batch revoke.json', note: 'for a Safe' },
  ],
  async run(context, { address: given, chain, spender, token, revokeBatch: file }) {
    await requireAddresses({ spender, token })
    if (file !== undefined) {
      if (chain === undefined) throw usageError('--revoke-batch needs --chain: a Safe is on one chain')
      const { checkFolder } = await import('../../cli/bulk/report.ts')
      checkFolder('--revoke-batch', file)
    }
    const chainId = await maybeChainIdOf(context, chain)
    const address = await namedAddress(context, given)
    const client = await context.client()
    const all = await withCount(context, 'read', 'approvals', (onProgress) =>
      client.call('getExposure', { query: { address, chainId } }, { onProgress }),
    )
    const report = chosen(all, { spender, token })
    const { exposureView } = await import('./exposure-view.ts')
    const { content, searched } = report
    await context.out.list(report, content, exposureView, {
      empty: `No ${spender || token ? 'such ' : ''}open allowances or operators on ${searched.map((each) => each.chain).join(', ')}.`,
    })
    if (file !== undefined && chainId !== undefined) await writeBatch(context, file, chainId, report)
    else if (content.length > 0 && context.out.isForPeople) await context.note('How to revoke each: --wide or --json.')
    for (const line of gapLines(report)) await context.note(line)
    const { failed } = report
    const isPartial =
      failed.length > 0 || searched.some(({ notRead, unknown }) => notRead?.isFailure === true || unknown > 0)
    return isPartial ? exitCodes.partial : exitCodes.ok
  },
})

/** Only the rows of given spenders and tokens. */
function chosen(
  report: ExposureReport,
  wanted: Readonly<Record<'spender' | 'token', readonly string[] | undefined>>,
): ExposureReport {
  const isWanted = (row: ExposureRecord) =>
    (['spender', 'token'] as const).every((member) => {
      const addresses = wanted[member]?.map((each) => each.toLowerCase())
      return addresses === undefined || addresses.includes(row[member].toLowerCase())
    })
  return { ...report, content: report.content.filter(isWanted) }
}

/** The builder refuses a file without transactions. */
async function writeBatch(context: Context, file: string, chainId: string, { address, content }: ExposureReport) {
  if (content.length === 0) return context.note(`Nothing to revoke: ${file} is not written.`)
  const { revokeBatch } = await import('./revoke-batch.ts')
  const { writeWhole } = await import('../../shared/files/whole-file.ts')
  const batch = revokeBatch(chainId, address, content, context.clock.now())
  writeWhole(file, `${JSON.stringify(batch, null, 2)}\n`, { replace: true })
  await context.note(`${file} has ${counted(content.length, 'revocation')} for the Safe Transaction Builder.`)
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
