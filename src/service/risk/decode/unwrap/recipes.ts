import { SELECTOR_LENGTH } from '../../../evm/words.ts'
import { argumentsAs } from '../arguments.ts'
import { commandSignatures, type Signature } from '../signatures.ts'
import { type Frame, type InnerCall, selfOf, type Unwrap, type UnwrapTable } from './inner-call.ts'

/** Steps of a user's account, by a selector or an id; the account runs them as its own code. */

const cast: Unwrap = (frame, args) => {
  const { connectors, data } = argumentsAs<{ connectors: readonly string[]; data: readonly string[] }>(args)
  const calls = data.slice(0, connectors.length).map((each) => {
    const id = each.slice(0, SELECTOR_LENGTH)
    return step(frame, id, `0x${each.slice(SELECTOR_LENGTH)}`, commandSignatures('instadapp', id))
  })
  return connectors.length === data.length ? { calls } : { calls, fault: 'its arrays differ in length' }
}

interface Recipe {
  readonly callData: readonly string[]
  readonly actionIds: readonly string[]
}

/** Other actions are not read; a recipe may also replace arguments while it runs. */
const recipe: Unwrap = (frame, args) => {
  const { callData, actionIds } = argumentsAs<{ recipe: Recipe }>(args).recipe
  const calls = callData.slice(0, actionIds.length).map((data, index) => {
    const id = actionIds[index] ?? ''
    return step(frame, id, data, commandSignatures('defi-saver', id))
  })
  return actionIds.length === callData.length ? { calls } : { calls, fault: 'its arrays differ in length' }
}

function step(frame: Frame, id: string, data: string, candidates: readonly Signature[]): InnerCall {
  const self = selfOf(frame)
  return { actor: self, to: self, value: 0n, operation: 'command', data, command: { id, candidates } }
}

export const recipeUnwraps: UnwrapTable = { '0x9304c934': cast, '0x0c2c8750': recipe }
