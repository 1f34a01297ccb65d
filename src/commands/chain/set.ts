import { chainById } from '../../api/chains.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdOf, loadDefinedChains } from '../../cli/input/check-values.ts'
import { one } from '../../cli/options.ts'
import { weiIn } from '../options/transaction-options.ts'
import { callAddition } from '../steps/addition.ts'
import { chainLimits, definedText } from './define.ts'
import { chainView } from './view.ts'

export const chainSet = defineCommand({
  name: 'chain set',
  summary: 'Set the limits of any chain: what fees are no finding, when a block is final',
  description: 'Other settings of the chain stay. `chain undefine` takes the limits back.',
  arguments: { chain: one('the chain: id or name', { completes: 'chain' }) },
  options: chainLimits,
  examples: [
    { command: 'txwarden chain set linea --max-fee 0.1ether' },
    { command: 'txwarden chain set gnosis --finality 20 --json' },
  ],
  async run(context, { chain, finality, maxFee }) {
    if (finality === undefined && maxFee === undefined)
      throw usageError('chain set needs --max-fee, --finality, or both')
    const chainId = await chainIdOf(context, chain, '')
    if (maxFee !== undefined && !chainById(chainId)) await loadDefinedChains(context)
    const limits = {
      ...(finality !== undefined && { finality }),
      ...(maxFee !== undefined && { maxFee: weiIn(maxFee, '--max-fee: ', chainById(chainId)) }),
    }
    const body = await callAddition(context, 'chains', (client) =>
      client.call('updateChain', { params: { chainId }, body: limits }),
    )
    await context.out.done(body, chainView, `Set the limits of ${definedText(body)} (${context.where()})`)
  },
})
