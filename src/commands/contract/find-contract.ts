import { existsSync } from 'node:fs'
import type { Contract, ContractGiven } from '../../api/schemas/contract.ts'
import { chainName } from '../../api/text/chains.ts'
import type { Context } from '../../cli/context/context.ts'
import { usageError } from '../../cli/errors/usage.ts'
import { chainIdOf, checkAddresses } from '../../cli/input/check-values.ts'
import { one, text } from '../../cli/options.ts'
import { isUnknownPath } from '../../client/errors/unknown-path.ts'
import type { DecodeRequest } from '../../service/index.ts'
import { WardenError } from '../../shared/errors.ts'
import { callAddition } from '../steps/addition.ts'
import { fetchAll } from '../steps/paged-list.ts'

export const contractArgument = { address: one('address of the contract') }
export const chainOption = text('chain', 'chain id or name, where the address is described on several', {
  completes: 'chain',
})

/** A stored description in the form of a request. */
export function givenOf({ address, chainId, name, source, functions }: Contract): ContractGiven {
  return {
    ...{ address, chainId, name, source: source as ContractGiven['source'] },
    functions: functions.map(({ selector, signature, status, effects, calls, requires, ...row }) => ({
      ...row,
      ...((status === 'read' || effects.length > 0) && { effects }),
    })),
  }
}

/** The contract with an address, on the chain or on the only one where it is described. */
export async function findContract(context: Context, address: string, chain: string | undefined): Promise<Contract> {
  await checkAddresses(context, [address])
  const chainId = chain === undefined ? undefined : await chainIdOf(context, chain)
  const client = await context.client()
  const { content } = await client.call('listContracts', {
    query: { address, size: 1000, ...(chainId !== undefined && { chainId }) },
  })
  const [contract, ...others] = content
  if (others.length > 0)
    throw usageError(
      `${address} is described on ${content.map((each) => chainName(each.chainId)).join(', ')}: add --chain`,
    )
  if (contract) return contract
  throw new WardenError({
    kind: 'not-found',
    code: 'not-found',
    message: `${address} is not described${chainId === undefined ? '' : ` on ${chainName(chainId)}`}`,
    try: 'txwarden contract list',
  })
}

/**
 * The contracts of a chain that the local service describes, for commands that work offline with any profile. None where it has no
 * database, or where that cannot be read, which a notice says.
 */
export async function describedHere(context: Context, chainId: string): Promise<DecodeRequest['contracts']> {
  try {
    const { addresses, database } = context.configuration()
    if (addresses || (!database.includes('://') && !existsSync(database))) return []
    const client = await context.client()
    const { content } = await fetchAll<Contract>(
      (query) => client.call('listContracts', { query: { ...query, chainId } }),
      {},
      Number.POSITIVE_INFINITY,
    )
    return content.map((contract) => ({ ...givenOf(contract), ...(contract.code && { code: contract.code }) }))
  } catch (error) {
    if (!(error instanceof WardenError) || error.kind === 'interrupted') throw error
    await context.note(`! Descriptions of contracts are not used: ${error.message}`)
    return []
  }
}

/**
 * The contracts that the operator describes. A service without the addition has none.
 * @param isNeeded then such a service is refused
 */
export async function listOwnContracts(context: Context, isNeeded: boolean): Promise<Contract[]> {
  const client = await context.client()
  const list = () =>
    fetchAll<Contract>((query) => client.call('listContracts', { query }), {}, Number.POSITIVE_INFINITY)
  try {
    const { content } = await (isNeeded ? callAddition(context, 'descriptions of contracts', list) : list())
    return content.filter(({ source }) => source === 'operator')
  } catch (error) {
    if (!isNeeded && isUnknownPath(error)) return []
    throw error
  }
}
