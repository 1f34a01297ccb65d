import { defineCommand } from '../../cli/define.ts'
import { checkAddresses } from '../../cli/input/check-values.ts'
import { required } from '../../cli/options.ts'
import { abiOption } from './add.ts'
import { contractArgument } from './find-contract.ts'

export const contractLearn = defineCommand({
  name: 'contract learn',
  summary: 'Draft an effects file from an ABI, by the names of the functions',
  description:
    'Prints what conventional names such as setFeeRecipient say, one row for each function that changes something. Names prove nothing: check and complete each row, then pass the file to contract add. Nothing is stored.',
  requests: false,
  arguments: contractArgument,
  options: { abi: required(abiOption) },
  examples: [
    { command: 'txwarden contract learn <address> --abi examples/contracts/vault.abi.json > vault.effects.yaml' },
    { command: 'txwarden contract learn <address> --abi - --json < examples/contracts/vault.abi.json' },
  ],
  async run(context, { address, abi }) {
    await checkAddresses(context, [address])
    const { printEffects, readText, refuseProblems } = await import('./files.ts')
    const { draftEffects } = await context.contractFiles()
    const { text, problems } = draftEffects(await readText(context, abi))
    refuseProblems(problems.map(({ line, message }) => `${abi}:${line}: ${message}`))
    await printEffects(context, { address, effects: text })
  },
})
