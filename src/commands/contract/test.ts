import { chainById } from '../../api/chains.ts'
import type { ContractGiven } from '../../api/schemas/contract.ts'
import type { Context } from '../../cli/context/context.ts'
import { defineCommand } from '../../cli/define.ts'
import { chainIdOf, checkAddresses } from '../../cli/input/check-values.ts'
import { required, text } from '../../cli/options.ts'
import { plainColumns } from '../../cli/output/view.ts'
import { dataOption, valueOption, weiIn } from '../options/transaction-options.ts'
import { abiOption, effectsOption } from './add.ts'
import type { ContractFlags } from './files.ts'
import { contractArgument, findContract, givenOf } from './find-contract.ts'

export const contractTest = defineCommand({
  name: 'contract test',
  summary: 'Show how a call to a described contract is read',
  description:
    'What the call does in words, and whether it counts as read. Uses the stored description, or the files of --abi and --effects before they are added. Nothing is stored; the verdict is that of validate.',
  arguments: contractArgument,
  options: {
    chain: required(text('chain', 'chain id or name', { completes: 'chain' })),
    data: required(dataOption('call data')),
    from: text('address', 'sender'),
    value: valueOption,
    abi: abiOption,
    effects: effectsOption,
  },
  examples: [
    { command: 'txwarden contract test <address> --chain base --data <hex>' },
    {
      command:
        'txwarden contract test <address> --chain base --data <hex> --effects examples/contracts/vault.effects.yaml --json',
      note: 'before it is added',
    },
  ],
  async run(context, { address, chain, data, from, value, abi, effects }) {
    await checkAddresses(context, [address])
    if (from !== undefined) await checkAddresses(context, [from], () => '--from')
    const chainId = await chainIdOf(context, chain)
    const contract = await descriptionOf(context, { address, chainId, abi, effects })
    const report = await context.decode({
      chainId,
      data,
      to: address.toLowerCase(),
      contracts: [contract],
      from: from?.toLowerCase(),
      value: value === undefined ? undefined : BigInt(weiIn(value, '--value: ', chainById(chainId))),
    })
    const { call, actions, lines } = report
    const { checksummed } = await import('../../api/address.ts')
    const body = {
      address: checksummed(address),
      chainId,
      status: call.reading,
      selector: call.selector,
      signature: call.signature ?? null,
      actions,
      call,
    }
    await context.out.record(body, { columns: plainColumns('status', 'selector', 'signature', 'actions') }, () =>
      [`${words[call.reading]}`, ...actions, '', ...lines, ''].join('\n'),
    )
  },
})

const words = {
  read: 'Read: its effects are known.',
  named: 'Known by name: its arguments are known, its effects are not.',
  unread: 'Not read: the description has no such function, or the data does not fit it.',
} as const

interface Wanted extends ContractFlags {
  readonly address: string
  readonly chainId: string
}

async function descriptionOf(context: Context, { address, chainId, abi, effects }: Wanted): Promise<ContractGiven> {
  if (abi === undefined && effects === undefined) return givenOf(await findContract(context, address, chainId))
  const { functionsOfFiles } = await import('./files.ts')
  return { address, chainId, functions: await functionsOfFiles(context, { abi, effects }) }
}
