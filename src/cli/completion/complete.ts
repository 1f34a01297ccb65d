/** Room: Candidates for completion in a shell. */

import type { Deps } from '../context/context.ts'
import type { ResourceKind } from '../options.ts'
import type { AnyResource } from '../resource/resource.ts'
import { type CompletionCandidate, candidatesFor, type Sources } from './candidates.ts'
import { type CommandTree, type ParsedLine, parseLine } from './parse-line.ts'

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
  const read = async (kind: ResourceKind, as: (resource: AnyResource) => AnyResource, key: string = kind) => {
    const resource = await tree.nouns.find(({ name, objects = name }) => objects === kind)?.resource?.()
    const { readResources } = await import('./read-resources.ts')
    return resource ? readResources(key, as(resource), line, deps, version).catch(() => []) : []
  }
  const sources: Sources = {
    resources: (kind) => read(kind, (resource) => resource),
    async addressNames() {
      const names = await read(
        'name',
        (names) => ({
          ...names,
          idOf: (row) => `@${names.nameOf(row)}`,
          isOffered: () => true,
        }),
        '@',
      )
      // One name may be of several addresses: which one is said, or asked, when the command runs.
      return [...Map.groupBy(names, ({ value }) => value).values()].flatMap(([first]) => first ?? [])
    },
    paths: ({ positionals: [method] }, typed) => apiPaths(method, typed, sources, line),
  }
  const { candidates, files } = await candidatesFor(line, typed, tree, sources)
  const lines = candidates.map(({ value, description }) => (description ? `${value}\t${description}` : value))
  return [...lines, ...(files ? [':files'] : [])].map((each) => `${each}\n`).join('')
}

/** The ids that follow these folders of a path. */
const idsIn: Readonly<Record<string, ResourceKind>> = {
  'alert-configurations': 'alert',
  'control-lists': 'control-list',
  deliveries: 'delivery',
  destinations: 'destination',
  enabled: 'intel',
  holds: 'hold',
  integration: 'destination',
  monitor: 'monitor',
  safes: 'safe',
  transaction: 'tx',
  transactions: 'tx',
}

/** Methods, or API paths for a method, each once. A path with an id ends before the id, until so much is typed. */
async function apiPaths(
  method: string | undefined,
  typed: string,
  sources: Sources,
  line: ParsedLine,
): Promise<CompletionCandidate[]> {
  if (method === undefined && !typed.startsWith('/'))
    return ['GET', 'POST', 'PUT', 'DELETE'].map((value) => ({ value, description: '' }))
  const { operation, operationIds } = await import('../../api/operations/operations.ts')
  const rows = operationIds.map(operation)
  const candidates: CompletionCandidate[] = []
  for (const { path, summary } of rows.filter((row) => row.method === (method ?? 'GET').toUpperCase())) {
    const [, before = path, folder = '', rest = ''] = /^(.*?\/([\w-]+)\/)\{[^}]*\}(.*)$/.exec(path) ?? []
    const kind = typed.startsWith(before) && !rest.includes('{') ? idsIn[folder] : undefined
    if (kind === undefined) candidates.push({ value: before, description: summary })
    else
      for (const { value, id = value, description } of await sources.resources(kind, line))
        candidates.push({ value: `${before}${id}${rest}`, description: id === value ? description : value })
  }
  return [...Map.groupBy(candidates, ({ value }) => value).values()].flatMap(([first]) => first ?? [])
}
