import type { Action } from '../../../src/service/risk/actions/actions.ts'
import { analyze } from '../../../src/service/risk/analyze.ts'
import { type Situation, transaction } from './situation.ts'

/** An action without its call, for comparison. */
type DecodedAction = Omit<Action, 'call'>

/** The actions of the situation's transaction, in order. */
export function decodedActions(situation: Situation): DecodedAction[] {
  return analyze(transaction(situation)).actions.map(({ call: _call, ...action }) => action)
}

/** "role address" of all subjects but the sender; a star marks internal ones. */
export function roles(situation: Situation): string[] {
  return analyze(transaction(situation))
    .subjects.slice(1)
    .map(({ address, role, internal }) => `${role} ${address}${internal ? ' *' : ''}`)
}
