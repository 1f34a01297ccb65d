import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, RolldownOptions } from 'rolldown'
import manifest from './package.json' with { type: 'json' }
import { TABLES } from './scripts/light-chunks.ts'
import { thirdPartyNotices } from './scripts/third-party-notices.ts'

/**
 * Modules that are needed together, each group in one file, because every further file costs a lookup at start: what an
 * entry imports without `await import()`, and that imports in turn, unless a group before it has it.
 */
const together: Readonly<Record<string, readonly string[]>> = {
  core: ['src/main.ts'],
  context: ['src/cli/context/create-context.ts', 'src/cli/context/open-client.ts'],
  // Beside `local`, so that changes of a profile and remote calls do not load the service.
  lock: ['src/shared/exclusive-file.ts'],
  local: ['src/client/transports/local.ts', 'src/service/index.ts'],
  lists: ['src/service/http/handlers/control-lists.ts'],
  [TABLES]: ['src/service/risk/phishing-functions/selectors.ts'],
  judge: ['src/service/http/handlers/transactions.ts'],
}
/** The verbs of each noun. What several need, or a noun and a group, is another group: their help needs nothing heavier. */
const nouns = globSync('src/commands/*/index.ts')
const SHARED = 'shared'
/** Filled when the modules are known. */
const groupOf = new Map<string, string>()

/**
 * What a short command loads is bundled and split, so that it starts fast (devDependencies);
 * what only the server loads stays in node_modules (dependencies).
 */
export default {
  input: { main: 'src/main.ts' },
  platform: 'node',
  // Only the sources run by themselves.
  transform: { define: { 'import.meta.main': 'false' } },
  preserveEntrySignatures: 'allow-extension',
  external: (id, importer) => isExternal(id) && !isOnDemand(id, importer),
  // Such as a module that is meant to be loaded on demand, and is not.
  onLog: (level, log, handle) => handle(level === 'warn' ? 'error' : level, log),
  plugins: [builtinsOnDemand(), groupModules(groupOf), thirdPartyNotices('THIRD-PARTY-NOTICES.txt')],
  output: {
    dir: 'dist',
    // Node loads a CommonJS file faster than a module, and a built-in without touching each of its members.
    format: 'cjs',
    cleanDir: true,
    // Read and hashed at every start, they were a fifth of it. Licences stay.
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    codeSplitting: {
      // Who comes first takes what it imports along.
      groups: ['core', SHARED, ...Object.keys(together)].map((name) => ({
        name,
        test: (id: string) => groupOf.get(id) === name,
      })),
    },
  },
} satisfies RolldownOptions

/** Says of each module which group it belongs to. */
function groupModules(found: Map<string, string>): Plugin {
  return {
    name: 'group-modules',
    buildEnd() {
      const reach = (entry: string, reached = new Set<string>()): Set<string> => {
        if (reached.has(entry)) return reached
        reached.add(entry)
        for (const imported of this.getModuleInfo(entry)?.importedIds ?? []) reach(imported, reached)
        return reached
      }
      const from = (entry: string) => reach(join(import.meta.dirname, entry))
      const needed = new Set<string>()
      for (const [group, entries] of Object.entries(together))
        for (const id of entries.flatMap((entry) => [...from(entry)])) {
          if (!found.has(id)) found.set(id, group)
          if (group !== 'core') needed.add(id)
        }
      for (const id of nouns.flatMap((noun) => [...from(noun)])) {
        if (found.get(id) === 'core') continue
        if (needed.has(id)) found.set(id, SHARED)
        needed.add(id)
      }
    },
  }
}

function isExternal(id: string): boolean {
  return (
    id.startsWith('node:') ||
    Object.keys(manifest.dependencies).some((name) => id === name || id.startsWith(`${name}/`))
  )
}

/**
 * Built-in modules that commander imports, each as the code that stands in for it. Importing one touches every member it
 * has (of process, stdin too) and costs milliseconds at every start; most of them only serve subcommands that are
 * programs of their own, which there are none of here.
 */
const standIns: Readonly<Record<string, string>> = {
  'node:child_process': memberByMember('node:child_process'),
  'node:fs': memberByMember('node:fs'),
  'node:process': 'export default process',
}

function memberByMember(name: string): string {
  return `export default new Proxy({}, { get: (_, member) => ${builtin(name)}[member] })`
}

function builtin(name: string): string {
  return `process.getBuiltinModule(${JSON.stringify(name)})`
}

function isOnDemand(id: string, importer: string | undefined): boolean {
  return /\/node_modules\/commander\//.test(importer ?? '') && id in standIns
}

function builtinsOnDemand(): Plugin {
  const prefix = '\0on-demand:'
  return {
    name: 'builtins-on-demand',
    resolveId: (id, importer) => (isOnDemand(id, importer) ? prefix + id : undefined),
    load: (id) => (id.startsWith(prefix) ? standIns[id.slice(prefix.length)] : undefined),
  }
}
