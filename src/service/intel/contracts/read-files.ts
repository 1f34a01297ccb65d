import type { ContractGiven } from '../../../api/schemas/contract.ts'
import { parseEffects } from '../../risk/effects/parse-effects.ts'
import { besideEffects } from './known-contracts.ts'
import { readAbi } from './read-abi.ts'

/** Texts of the files that describe a contract. */
export interface ContractFiles {
  /** ABI or artefact. */
  readonly abi?: string | undefined
  readonly effects?: string | undefined
}

export interface ReadContract {
  readonly functions: ContractGiven['functions']
  /** In the order of the files; with one there are no functions. */
  readonly problems: readonly ContractProblem[]
}

export interface ContractProblem {
  readonly file: keyof ContractFiles
  /** Starts at 1. */
  readonly line: number
  readonly message: string
}

/** Where the rows of an operator come from. */
export const OPERATOR = 'operator'

/** The functions of an ABI are known by name; those of the effects file, each of which the ABI must have, are read. */
export function readContractFiles({ abi, effects }: ContractFiles): ReadContract {
  const named = abi === undefined ? undefined : readAbi(abi)
  const known = new Map(
    named?.functions.map(({ selector, call, payable }) => [selector, { call, ...(payable === false && { payable }) }]),
  )
  const read = effects === undefined ? undefined : parseEffects(effects, OPERATOR)
  const rows = read?.rows ?? []
  const unknown = named
    ? rows.entries().flatMap(([index, { selector, call }]) => (known.has(selector) ? [] : [[index, call] as const]))
    : []
  const problems: ContractProblem[] = [
    ...(named?.problems ?? []).map((each) => ({ file: 'abi', ...each }) as const),
    ...(read?.problems ?? []).map(({ line, path, message }) => {
      return { file: 'effects', line, message: `${path} ${message}`.trim() } as const
    }),
    ...Array.from(unknown, ([index, call]) => {
      const line = read?.lineOf(['functions', index]) ?? 1
      return {
        file: 'effects',
        line,
        message: `functions[${index}].call is ${call}, which the ABI does not have`,
      } as const
    }),
  ]
  if (problems.length > 0) return { functions: [], problems }
  const described = rows.map(({ selector, call, effects: does, ...row }) => {
    const payable = row.payable ?? known.get(selector)?.payable
    const given = {
      call,
      effects: does as unknown as Record<string, unknown>[],
      ...besideEffects({ ...row, payable }),
    }
    return [selector, given] as const
  })
  const functions = new Map<string, ContractGiven['functions'][number]>([...known, ...described])
  return { functions: [...functions.values()], problems }
}
