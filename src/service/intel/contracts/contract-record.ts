import { checksummed } from '../../../api/address.ts'
import type { Contract, ContractCode, ContractGiven } from '../../../api/schemas/contract.ts'
import { invalidBody } from '../../problems/problem.ts'
import { signature, signatureText } from '../../risk/decode/signatures.ts'
import { checkEffects, type PlacedProblem } from '../../risk/effects/check-effects.ts'
import type { InnerCallData } from '../../risk/effects/effect.ts'
import type { ContractRow } from '../../store/schema/schema.ts'
import {
  besideEffects,
  type ContractFunction,
  functionsOf,
  type KnownContracts,
  knownContracts,
  messagesOf,
  type StoredDescription,
} from './known-contracts.ts'
import { OPERATOR } from './read-files.ts'

export function toContract(row: ContractRow): Contract {
  const messages = messagesOf(row)
  return {
    address: checksummed(row.address_key),
    chainId: row.chain_id,
    name: row.name,
    source: row.source,
    functions: Array.from(functionsOf(row).values(), ({ selector, call, effects, calls, requires, ...beside }) => ({
      selector,
      signature: signatureText(signature(selector, call)),
      call,
      effects: (effects ?? []) as unknown as Record<string, unknown>[],
      ...besideEffects(beside),
      ...(calls && { calls: [...calls] }),
      ...(requires && { requires: requires.map(({ at, oneOf }) => ({ at, oneOf: [...oneOf] })) }),
      status: effects && row.source === 'operator' ? 'read' : 'named',
    })),
    ...(messages.length > 0 && { messages: [...messages] }),
    ...(row.code !== null && { code: JSON.parse(row.code) as ContractCode }),
    updatedAt: new Date(row.updated_at).toISOString(),
  }
}

/**
 * Checks the description in a request like an effects file. What only descriptors say is kept of those alone.
 * @returns it as it is stored
 * @throws Problem `invalid-body`
 */
export function checkDescription({ functions, messages = [], source }: GivenDescription): string {
  const isWitness = source === 'erc7730'
  if (functions.length === 0 && (messages.length === 0 || !isWitness))
    throw invalidBody('functions', 'has to have at least 1 item')
  const stored = checkFunctions(functions, isWitness)
  if (!isWitness || messages.length === 0) return JSON.stringify(stored)
  return JSON.stringify({ functions: stored, messages } satisfies StoredDescription)
}

type GivenDescription = Pick<ContractGiven, 'functions' | 'messages' | 'source'>

function checkFunctions(functions: ContractGiven['functions'], isWitness: boolean): ContractFunction[] {
  const { rows, problems } = checked(functions, isWitness)
  const [problem] = problems
  if (problem) throw invalidBody(problem.path.join('.'), problem.message)
  return rows.map(({ selector, call, effects, ...row }, index): ContractFunction => {
    const given = functions[index]
    return {
      selector,
      call,
      ...(given?.effects && { effects }),
      ...besideEffects(row),
      ...(isWitness && given?.calls && { calls: given.calls as readonly InnerCallData[] }),
      ...(isWitness && given?.requires && { requires: given.requires }),
    }
  })
}

/** What is wrong with the functions of a request, each with its place. */
export function functionProblems(functions: ContractGiven['functions']): readonly PlacedProblem[] {
  if (functions.length === 0) return [{ path: ['functions'], message: 'has to have at least 1 item' }]
  return checked(functions).problems
}

function checked(functions: ContractGiven['functions'], isWitness = false): ReturnType<typeof checkEffects> {
  const read = checkEffects(
    { functions: functions.map(({ calls, requires, effects = [], ...row }) => ({ ...row, effects })) },
    OPERATOR,
  )
  const witnessOnly = functions.flatMap((each, index) =>
    (['calls', 'requires'] as const)
      .filter((name) => each[name] !== undefined && !isWitness)
      .map((name) => ({ path: ['functions', index, name], message: 'is read of public descriptors only' })),
  )
  return { ...read, problems: [...read.problems, ...witnessOnly] }
}

export type DescribedContract = ContractGiven & {
  /** What a node showed when it was described. */
  readonly code?: ContractCode
}

/** Contracts as they would be known if these descriptions were stored. */
export function describedContracts(contracts: readonly DescribedContract[], chainId: string): KnownContracts {
  const rows = contracts.map(
    ({ address, functions, messages, name = '', source = 'operator', code, ...key }): ContractRow => {
      return {
        chain_id: key.chainId,
        address_key: address.toLowerCase(),
        name,
        source,
        code: code ? JSON.stringify(code) : null,
        functions: checkDescription({ functions, messages, source }),
        created_at: 0,
        updated_at: 0,
      }
    },
  )
  return knownContracts(rows, chainId)
}
