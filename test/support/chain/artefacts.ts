import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What `npm run contracts` compiles. */
interface Artefact {
  /** Code that creates the contract; constructor arguments follow it. */
  readonly creation: string
  readonly code: string
}

const folder = join(import.meta.dirname, '../../chain/contracts')
const artefacts: Readonly<Record<string, Artefact>> = Object.assign(
  {},
  ...globSync('*.json', { cwd: folder }).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8'))),
)

export function artefact(name: string): Artefact {
  const found = artefacts[name]
  if (found === undefined) throw new Error(`no contract ${name}`)
  return found
}
