import { type FollowMode, followModes } from '../../api/vocabulary.ts'
import { previewLocalChange } from '../../cli/context/local-change.ts'
import { defineCommand } from '../../cli/define.ts'
import { chainIdOf } from '../../cli/input/check-values.ts'
import { maybeOne, one } from '../../cli/options.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { plainColumns, type View } from '../../cli/output/view.ts'
import { usageError } from '../../cli/usage.ts'
import type { FollowPrice, ModePrices } from '../../service/index.ts'
import { openFollower } from './local-chain.ts'

const view = { columns: plainColumns('chain', 'mode', 'secondsPerBlock') }

const priceView: View<FollowPrice> = {
  columns: [
    { field: 'mode', header: 'MODE', leads: true },
    { field: 'calls', header: 'CALLS A DAY', show: ({ calls }) => countText(calls) },
    { field: 'alchemyUnits', header: 'ALCHEMY UNITS', show: ({ alchemyUnits }) => countText(alchemyUnits) },
    { field: 'infuraCredits', header: 'INFURA CREDITS', show: ({ infuraCredits }) => countText(infuraCredits) },
  ],
}

export const chainMode = defineCommand({
  name: 'chain mode',
  summary: 'Show what following a chain costs, and choose how it is read',
  description:
    'full reads every block and its receipts. sparse asks for the logs and balances of monitored addresses at intervals, and reads only blocks that these name: cheaper on chains with many blocks, for up to about 1,000 addresses a chain. Prices are estimates for one node, from the block time, the monitored addresses and the published units of the providers (2026); requests about matched transactions come on top. Without a mode nothing is changed. A change is audited, and holds from the next block.',
  requests: false,
  arguments: {
    chain: one('the chain: id or name', { completes: 'chain' }),
    mode: maybeOne('full or sparse', { completes: followModes }),
  },
  examples: [
    { command: 'txwarden chain mode bsc', note: 'the price of each mode' },
    { command: 'txwarden chain mode bsc sparse' },
    { command: 'txwarden chain mode ethereum full --json' },
  ],
  async run(context, { chain, mode: given }) {
    context.requireLocal()
    const chainId = await chainIdOf(context, chain, '')
    const mode = given === undefined ? undefined : toMode(given)
    const follower = await openFollower(context)
    const { renderRows } = await import('../../cli/output/table.ts')
    const card = (lines: readonly string[]) => (body: ModePrices, paint: Paint, width: number) => {
      const options = { paint, width, wide: false, now: context.clock.now() }
      return `${lines.join('\n')}\n${pricesText(body, (prices) => renderRows(prices, priceView, options))}`
    }
    if (mode === undefined) {
      const prices = await follower.prices(chainId)
      await context.out.record(prices, view, card([`${prices.chain} is read in mode ${prices.mode}`]))
      return
    }
    const sentence = `read chain ${chainId} in mode ${mode}, in ${context.configuration().database}`
    if (await previewLocalChange(context, sentence)) return
    const changed = await follower.setMode(chainId, mode)
    const prices = await follower.prices(chainId)
    const done = changed
      ? `${prices.chain} is now read in mode ${mode}`
      : `${prices.chain} was already read in mode ${mode}`
    await context.out.done({ ...prices, changed }, view, card([`✓ ${done} (${context.where()})`]))
  },
})

function toMode(given: string): FollowMode {
  const mode = followModes.find((each) => each === given.toLowerCase())
  if (mode !== undefined) return mode
  throw usageError(`${JSON.stringify(given)} is not one of ${followModes.join(', ')}`)
}

function pricesText(
  { secondsPerBlock, monitored, prices }: ModePrices,
  table: (prices: readonly FollowPrice[]) => string,
): string {
  if (secondsPerBlock === null) return 'No price: no block was read yet, and no node answers.\n'
  return `\n${table(prices)}At ${Number(secondsPerBlock.toPrecision(3))} s per block, ${monitored} monitored ${monitored === 1 ? 'address' : 'addresses'}.\n`
}

function countText(count: number): string {
  return count.toLocaleString('en-US')
}
