import { chainName } from '../../api/text/chains.ts'
import { defineCommand } from '../../cli/define.ts'
import { chainIdOf, checkAddresses } from '../../cli/input/check-values.ts'
import { confirmChange } from '../../cli/prompts/confirm.ts'
import { chainOption, contractArgument, findContract } from './find-contract.ts'
import { contracts, countsText } from './resource.ts'

export const contractRemove = defineCommand({
  name: 'contract remove',
  aliases: ['rm', 'delete'],
  summary: 'Remove the description of a contract',
  arguments: contractArgument,
  options: { chain: chainOption },
  examples: [
    { command: 'txwarden contract remove <address>' },
    { command: 'txwarden contract remove <address> --chain base --yes', note: 'in a script' },
  ],
  async run(context, { address, chain }) {
    if (chain !== undefined) await checkAddresses(context, [address])
    const chainId =
      chain === undefined ? (await findContract(context, address, chain)).chainId : await chainIdOf(context, chain)
    const what = `${address} on ${chainName(chainId)}`
    await confirmChange(context, `Remove the description of ${what} from ${context.where()}?`)
    const client = await context.client()
    const body = await client.call('deleteContract', { params: { chainId, address } })
    await context.out.done(body, contracts.view, [`Removed ${what}: ${countsText(body)} (${context.where()})`])
  },
})
