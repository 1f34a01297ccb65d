import type { Contract, ContractFunctionShown } from '../../api/schemas/contract.ts'
import { chainName } from '../../api/text/chains.ts'
import type { Paint } from '../../cli/output/paint.ts'
import { resource } from '../../cli/resource/resource.ts'

export const contracts = resource<Contract, { address?: string | undefined; chainId?: string | undefined }>({
  command: 'contract',
  noun: 'contract',
  list: async (context, query, sending) => (await context.client()).call('listContracts', { query }, sending),
  idOf: ({ chainId, address }) => `${chainId}/${address}`,
  view: {
    columns: [
      { field: 'address', header: 'ADDRESS', kind: 'address', importance: 9 },
      { field: 'chainId', header: 'CHAIN', importance: 8, show: ({ chainId }) => chainName(chainId) },
      { field: 'name', header: 'NAME', leads: true, importance: 8 },
      { field: 'source', header: 'SOURCE', importance: 6 },
      { field: 'functions', header: 'FUNCTIONS', value: ({ functions }) => functions.length, show: countsText },
      { field: 'updatedAt', header: 'UPDATED', importance: 4, show: ({ updatedAt }, when) => when(updatedAt) },
    ],
  },
})

export function countsText({ functions }: Contract): string {
  const read = functions.filter(({ status }) => status === 'read').length
  return `${read} read, ${functions.length - read} known by name`
}

/** The contract with its functions, one a line. */
export function contractCard(contract: Contract, paint: Paint): string {
  const { address, chainId, name, functions } = contract
  const label = name === '' ? '' : `${name}  `
  const lines = functions.map((each) => `  ${each.selector}  ${each.call}  ${paint.dim(effectsText(each))}`)
  return `${paint.bold(`${label}${address}`)} on ${chainName(chainId)}: ${countsText(contract)}\n${lines.join('\n')}\n`
}

function effectsText({ status, effects }: ContractFunctionShown): string {
  if (effects.length === 0) return status === 'read' ? 'read: hands nothing over' : 'known by name'
  const kinds = effects.map(({ kind, to }) => `${String(kind)} to ${String(to)}`)
  return `${status === 'read' ? 'read' : 'described'}: ${kinds.join(', ')}`
}
