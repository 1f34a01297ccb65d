import { defineCommand } from '../../cli/define.ts'
import { chainOption, contractArgument, findContract } from './find-contract.ts'
import { contractCard, contracts } from './resource.ts'

export const contractShow = defineCommand({
  name: 'contract show',
  aliases: ['get'],
  summary: 'Show the functions of a described contract',
  arguments: contractArgument,
  options: { chain: chainOption },
  examples: [
    { command: 'txwarden contract show <address>' },
    { command: 'txwarden contract show <address> --chain base --json' },
  ],
  async run(context, { address, chain }) {
    await context.out.record(await findContract(context, address, chain), contracts.view, contractCard)
  },
})
