import type { Contract, ContractGiven } from '../../api/schemas/contract.ts'
import { chainName } from '../../api/text/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import { isStored } from '../../cli/context/new-database.ts'
import { notFoundError, usageError } from '../../cli/errors/usage.ts'
import { checkAddresses, maybeChainIdOf } from '../../cli/input/check-values.ts'
import { one, text } from '../../cli/options.ts'
import type { DecodeRequest } from '../../service/index.ts'
import { WardenError } from '../../shared/errors.ts'
import { readAll } from '../steps/paged-list.ts'
import { contracts } from './resource.ts'

export const contractArgument = { address: one('address of the contract') }
export const chainOption = text('chain', 'chain id or name, where the address is described on several', {
  completes: 'chain',
})

/** A stored description in the form of a request. */
export function givenOf({ address, chainId, name, source, functions }: Contract): ContractGiven {
  return {
    address,
    chainId,
    name,
    source: source as ContractGiven['source'],
    functions: functions.map(({ selector, signature, status, effects, calls, requires, ...row }) => ({
      ...row,
      ...((status === 'read' || effects.length > 0) && { effects }),
    })),
  }
}

/** The contract with an address, on the chain or on the only one where it is described. */
export async function findContract(context: Context, address: string, chain: string | undefined): Promise<Contract> {
  await checkAddresses(context, [address])
  const chainId = await maybeChainIdOf(context, chain)
  const client = await context.client()
  const { content } = await client.call('listContracts', { query: { address, size: 1000, chainId } })
  const [contract, ...others] = content
  if (others.length > 0)
    throw usageError(
      `${address} is described on ${content.map((each) => chainName(each.chainId)).join(', ')}: add --chain`,
    )
  if (contract) return contract
  throw notFoundError(
    `${address} is not described${chainId === undefined ? '' : ` on ${chainName(chainId)}`}`,
    'txwarden contract list',
  )
}

/**
 * The contracts of a chain that the local service describes, for commands that work offline with any profile. None where it has no
 * database, or where that cannot be read, which a notice says.
 */
export async function describedHere(context: Context, chainId: string): Promise<DecodeRequest['contracts']> {
  try {
    if (context.isRemote() || !isStored(context.configuration().database)) return []
    const { content } = await readAll(context, contracts, undefined, { chainId })
    return content.map((contract) => ({ ...givenOf(contract), ...(contract.code && { code: contract.code }) }))
  } catch (error) {
    if (!(error instanceof WardenError) || error.kind === 'interrupted') throw error
    await context.note(`! Descriptions of contracts are not used: ${error.message}`)
    return []
  }
}
