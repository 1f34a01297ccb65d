import { destinationStates } from '../../api/vocabulary.ts'
import { choice } from '../../cli/options.ts'

/** Whether a thing that can rest does its work: one flag for all kinds, when it is made and later. */
export function stateOption(help: string) {
  return choice(destinationStates, help)
}

/** Undefined where the flag was not given. */
export function isActive(state: (typeof destinationStates)[number] | undefined): boolean | undefined {
  return state === undefined ? undefined : state === 'ACTIVE'
}
