import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { flag, maybeOne } from '../../cli/options.ts'
import type { ContractFileTools } from '../../service/index.ts'
import { chainOption, findContract, givenOf } from './find-contract.ts'

export const contractExport = defineCommand({
  name: 'contract export',
  summary: 'Print the effects file of a described contract',
  description:
    'The file is one that contract add takes. Functions that are only known by name are left out. For all contracts with their addresses and names, use export contract.',
  arguments: { address: maybeOne('address of the contract; default: the only one that is described') },
  options: { chain: chainOption, effects: flag('as an effects file, which is the default') },
  examples: [
    { command: 'txwarden contract export <address> --effects > vault.effects.yaml' },
    { command: 'txwarden contract export <address> --chain base --json' },
  ],
  async run(context, { address, chain }) {
    const contract = await findContract(context, address ?? (await onlyAddress(context)), chain)
    const { printEffects } = await import('./files.ts')
    const { effectsText } = await context.contractFiles()
    await printEffects(context, {
      address: contract.address,
      effects: effectsText(givenOf(contract).functions as unknown as Parameters<ContractFileTools['effectsText']>[0]),
    })
  },
})

async function onlyAddress(context: Parameters<typeof findContract>[0]): Promise<string> {
  const client = await context.client()
  const { content, totalElements } = await client.call('listContracts', { query: { size: 1 } })
  const [only] = content
  if (only && totalElements === 1) return only.address
  throw usageError(`contract export needs an address: ${totalElements} contracts are described`)
}
