import type { Deps } from '../context/context.ts'
import { candidatesFor, type Sources } from './candidates.ts'
import { type CommandTree, readWords } from './read-words.ts'

/**
 * Answers a shell: one candidate a line, a tab before its description; the line `:files` asks the shell for its files.
 * `argv` is what stands behind the program's name, the word that is being typed last. Never asks, never fails, never
 * says anything on stderr: whatever goes wrong, there is nothing to offer.
 */
export async function complete(
  argv: readonly string[],
  tree: CommandTree,
  deps: Deps,
  version: string,
): Promise<string> {
  const typed = argv.at(-1) ?? ''
  const line = await readWords(argv.slice(0, -1), tree)
  const sources: Sources = {
    things: async (kind) => (await import('./read-things.ts')).readThings(kind, line, deps, version).catch(() => []),
    paths: async () => (await import('./paths.ts')).pathsFor(line.positionals[0]),
  }
  const { candidates, files } = await candidatesFor(line, typed, tree, sources)
  const lines = candidates.map(({ value, description }) => (description ? `${value}\t${description}` : value))
  return [...lines, ...(files ? [':files'] : [])].map((each) => `${each}\n`).join('')
}
