import type { Operation } from '../../api/operations/operation.ts'
import type { Deps } from '../context/context.ts'
import { type CompletionCandidate, candidatesFor, type Sources } from './candidates.ts'
import { type CommandTree, parseLine } from './parse-line.ts'

/**
 * Completes a command line for a shell: one candidate per line, with a tab before its description; the line `:files`
 * requests completion of files. The last of `argv` is the word being typed. A resource that cannot be read has no
 * candidates; nothing is printed on stderr.
 */
export async function complete(
  argv: readonly string[],
  tree: CommandTree,
  deps: Deps,
  version: string,
): Promise<string> {
  const typed = argv.at(-1) ?? ''
  const line = await parseLine(argv.slice(0, -1), tree)
  const sources: Sources = {
    resources: async (kind) =>
      (await import('./read-resources.ts')).readResources(kind, line, deps, version).catch(() => []),
    paths: () => apiPaths(line.positionals[0]),
  }
  const { candidates, files } = await candidatesFor(line, typed, tree, sources)
  const lines = candidates.map(({ value, description }) => (description ? `${value}\t${description}` : value))
  return [...lines, ...(files ? [':files'] : [])].map((each) => `${each}\n`).join('')
}

/** API paths for a method. A path with an id ends before the id. */
async function apiPaths(method: string | undefined): Promise<CompletionCandidate[]> {
  const { operations } = await import('../../api/operations/operations.ts')
  const rows: readonly Operation[] = Object.values(operations)
  return rows
    .filter((row) => method === undefined || row.method === method.toUpperCase())
    .map(({ path, summary }) => ({ value: path.replace(/\{.*/s, ''), description: summary }))
}
