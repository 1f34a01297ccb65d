import type { Action } from '../../../src/service/risk/actions/actions.ts'
import { analyze } from '../../../src/service/risk/analyze.ts'
import { type Situation, transaction } from './situation.ts'

/** An action without the call that does it, for comparing whole results. */
type Deed = Omit<Action, 'call'>

/** What the situation's transaction does, in order. */
export function decodedActions(situation: Situation): Deed[] {
  return analyze(transaction(situation)).actions.map(({ call: _call, ...deed }) => deed)
}

/** "role address" of everybody but the sender, a star behind who is internal. */
export function roles(situation: Situation): string[] {
  return analyze(transaction(situation))
    .subjects.slice(1)
    .map(({ address, role, internal }) => `${role} ${address}${internal ? ' *' : ''}`)
}
