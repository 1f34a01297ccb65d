import { checksummed } from '../../../api/address.ts'
import type { Contract, ContractCode, ContractGiven } from '../../../api/schemas/contract.ts'
import { invalidBody } from '../../problems/problem.ts'
import { signature, signatureText } from '../../risk/decode/signatures.ts'
import { checkEffects, type PlacedProblem } from '../../risk/effects/check-effects.ts'
import type { ContractRow } from '../../store/schema/schema.ts'
import { type ContractFunction, functionsOf, type KnownContracts, knownContracts } from './known-contracts.ts'
import { OPERATOR } from './read-files.ts'

export function toContract(row: ContractRow): Contract {
  return {
    address: checksummed(row.address_key),
    chainId: row.chain_id,
    name: row.name,
    source: row.source,
    functions: Array.from(functionsOf(row).values(), ({ selector, call, effects, hides }) => ({
      selector,
      signature: signatureText(signature(selector, call)),
      call,
      effects: (effects ?? []) as unknown as Record<string, unknown>[],
      ...(hides && { hides }),
      status: effects && row.source === 'operator' ? 'read' : 'named',
    })),
    ...(row.code !== null && { code: JSON.parse(row.code) as ContractCode }),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

/**
 * Checks the functions of a request like those of an effects file.
 * @throws Problem `invalid-body`
 */
export function checkFunctions(functions: ContractGiven['functions']): ContractFunction[] {
  const { rows, problems } = checked(functions)
  const [problem] = problems
  if (problem) throw invalidBody(problem.path.join('.'), problem.message)
  return rows.map(({ selector, call, effects, hides }, index) => ({
    selector,
    call,
    ...(functions[index]?.effects && { effects }),
    ...(hides && { hides }),
  }))
}

/** What is wrong with the functions of a request, each with its place. */
export function functionProblems(functions: ContractGiven['functions']): readonly PlacedProblem[] {
  return checked(functions).problems
}

function checked(functions: ContractGiven['functions']): ReturnType<typeof checkEffects> {
  return checkEffects({ functions: functions.map((each) => ({ ...each, effects: each.effects ?? [] })) }, OPERATOR)
}

export type DescribedContract = ContractGiven & {
  /** What a node showed when it was described. */
  readonly code?: ContractCode
}

/** Contracts as they would be known if these descriptions were stored. */
export function describedContracts(contracts: readonly DescribedContract[], chainId: string): KnownContracts {
  const rows = contracts.map(({ address, functions, name = '', source = 'operator', code, ...key }): ContractRow => {
    return {
      ...{
        chain_id: key.chainId,
        address_key: address.toLowerCase(),
        name,
        source,
        code: code ? JSON.stringify(code) : null,
      },
      ...{ functions: JSON.stringify(checkFunctions(functions)), created_at: 0, updated_at: 0 },
    }
  })
  return knownContracts(rows, chainId)
}
