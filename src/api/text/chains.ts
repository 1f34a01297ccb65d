import { chainById } from '../chains.ts'
import { EVERY_CHAIN } from '../vocabulary.ts'

/** The name of a chain, for columns and commands: "base". Of a chain that has no name here, its id. */
export function chainName(id: string): string {
  return chainById(id)?.name ?? id
}

/** The same, where a chain may be all of them. */
export function chainNameOrEvery(id: string): string {
  return id === EVERY_CHAIN ? 'every chain' : chainName(id)
}

/** The name of a chain, with its id: "base (8453)". Of a chain that has no name here, its id. */
export function chainNameAndId(id: string): string {
  const name = chainById(id)?.name
  return name === undefined ? id : `${name} (${id})`
}

/** The id of a chain, with its name where it has one: "8453 (base)". */
export function chainIdText(id: string): string {
  const name = chainById(id)?.name
  return name === undefined ? id : `${id} (${name})`
}

/** The name of a chain within a sentence: "base", "chain 4242". */
export function chainText(id: string): string {
  return chainById(id)?.name ?? `chain ${id}`
}
