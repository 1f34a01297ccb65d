import type { Contract } from '../../../api/schemas/contract.ts'
import { chainName } from '../../../api/text/chains.ts'
import { fetchAll } from '../../steps/paged-list.ts'
import { type CheckVerdict, fail, ofLocalService, pass, warn } from '../check.ts'

/** Whether described contracts still run what they ran when they were described. Nothing without a description. */
export const contracts = ofLocalService('contracts', async (client) => {
  const { content } = await fetchAll<Contract>(
    (query) => client.call('listContracts', { query: { ...query, code: 'true' } }),
    {},
    Number.POSITIVE_INFINITY,
  )
  const own = content.filter(({ source }) => source === 'operator')
  if (own.length === 0) return []
  const found = own.flatMap(verdictsOf)
  const same = own.filter(({ codeState }) => codeState === 'same').length
  return found.length > 0 ? found : [pass(`${own.length} described, ${same} with the same code at a node`)]
})

function verdictsOf(contract: Contract): CheckVerdict[] {
  const { address, chainId, name, codeState, functions } = contract
  const what = `${name === '' ? '' : `${name} `}${address} on ${chainName(chainId)}`
  const file = functions.some(({ status }) => status === 'read') ? '--effects' : '--abi'
  const again = `txwarden contract add ${address} --chain ${chainName(chainId)} ${file} <file>`
  if (codeState === 'changed')
    return [
      fail(
        `${what}: other code than when it was described, so its functions are only known by name; confirm it`,
        again,
      ),
    ]
  if (codeState === 'unchecked') return [warn(`${what}: the code of its implementation was not compared`, again)]
  return []
}
