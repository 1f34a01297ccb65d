import { argumentsAs } from '../arguments.ts'
import type { Step, Unwrap, UnwrapTable } from './step.ts'

interface UserOperation {
  readonly sender: string
  readonly initCode: string
  readonly callData: string
}

/** 0x and the 20 bytes of the factory. */
const FACTORY = 42

/** Stands in the place of the factory when the sender is an account with a delegation (EIP-7702). */
const DELEGATED = '0x7702000000000000000000000000000000000000'

/** executeUserOp(PackedUserOperation,bytes32): the account takes what follows this selector for its call. */
const EXECUTE_USER_OPERATION = '0x8dd7712f'

/** ERC-4337: for every operation the entry point makes the account first, if need be, and then calls it. */
const operations: Unwrap = (frame, args) => {
  const { operations: all } = argumentsAs<{ operations: readonly UserOperation[] }>(args)
  const from = (to: string, data: string): Step => ({ actor: frame.to, to, value: 0n, operation: 'call', data })
  return {
    steps: all.flatMap(({ sender, initCode, callData }) => {
      const factory = initCode.slice(0, FACTORY)
      const makes = factory.length === FACTORY && factory !== DELEGATED
      return [...(makes ? [from(factory, `0x${initCode.slice(FACTORY)}`)] : []), from(sender, accountCall(callData))]
    }),
  }
}

function accountCall(callData: string): string {
  return callData.startsWith(EXECUTE_USER_OPERATION) ? `0x${callData.slice(EXECUTE_USER_OPERATION.length)}` : callData
}

export const entryPointUnwraps: UnwrapTable = { '0x1fad948c': operations, '0x765e827f': operations }
