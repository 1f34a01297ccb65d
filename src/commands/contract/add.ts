import { chainName } from '../../api/text/chains.ts'
import { defineCommand } from '../../cli/define.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdOf, checkAddresses } from '../../cli/input/check-values.ts'
import { nameText, one, required, text } from '../../cli/options.ts'
import { contracts, countsText } from './resource.ts'

export const abiOption = text('file', 'ABI as JSON, or an artefact of Foundry or Hardhat; - is stdin')
export const effectsOption = text('file', 'effects file as YAML: what the functions hand over; - is stdin')

export const contractAdd = defineCommand({
  name: 'contract add',
  summary: 'Describe the functions of a contract, in place of an earlier description',
  description:
    'An effects file says what each function hands over, so that a call to it counts as read: you answer for it, and the audit log has it. An ABI alone gives names of functions and arguments; the verdict of such a call stays NO DATA. With a node of the chain, the code of the contract and of its implementation is recorded: when the node shows other code, the functions are only known by name until the contract is added again.',
  arguments: { address: one('address of the contract') },
  options: {
    chain: required(text('chain', 'chain id or name', { completes: 'chain' })),
    abi: abiOption,
    effects: effectsOption,
    name: nameText('name', 'name of the contract'),
  },
  examples: [
    { command: 'txwarden contract add <address> --chain base --abi examples/contracts/vault.abi.json' },
    {
      command:
        'txwarden contract add <address> --chain base --effects examples/contracts/vault.effects.yaml --name vault',
    },
  ],
  async run(context, { address, chain, abi, effects, name }) {
    await checkAddresses(context, [address])
    const chainId = await chainIdOf(context, chain)
    if (abi === undefined && effects === undefined) throw usageError('contract add needs --abi, --effects, or both')
    const { functionsOfFiles } = await import('./files.ts')
    const functions = await functionsOfFiles(context, { abi, effects })
    const client = await context.client()
    const body = await client.call('setContract', { body: { address, chainId, functions, name } })
    await context.out.done(body, contracts.view, [
      `Described ${body.address} on ${chainName(chainId)}: ${countsText(body)} (${context.where()})`,
    ])
  },
})
