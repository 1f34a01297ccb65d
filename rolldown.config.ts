import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Plugin, RolldownOptions } from 'rolldown'
import manifest from './package.json' with { type: 'json' }
import { thirdPartyNotices } from './scripts/third-party-notices.ts'

/**
 * Entries of each chunk. A chunk has the static imports of its entries, direct and indirect, except for modules of an
 * earlier group. Modules that load together are in one file, because each file costs a lookup at start.
 */
const together: Readonly<Record<string, readonly string[]>> = {
  core: ['src/main.ts'],
  // Not in `core`, so that the version loads no command.
  program: ['src/cli/program/program.ts', 'src/commands/index.ts'],
  // Not in `shared`, so that the help of most nouns does not load it.
  config: ['src/config/resolve.ts'],
  // Not in `context`, so that commands that compute offline load no schemas.
  base: ['src/cli/context/create-context.ts'],
  // Not in `local`, so that `safe hash` does not load the service.
  hash: [
    'src/shared/safe/read-transaction.ts',
    'src/shared/safe/hashes.ts',
    'src/shared/safe/expected.ts',
    'src/shared/safe/typed-data.ts',
    'src/api/address.ts',
  ],
  // Files that people have, as transactions.
  inputs: ['src/commands/inputs/read-inputs.ts'],
  context: ['src/cli/context/open-client.ts'],
  // Not in `local`, so that profile changes and remote calls do not load the service.
  lock: ['src/shared/files/exclusive-file.ts'],
  local: ['src/client/transports/local.ts', 'src/service/index.ts'],
  lists: ['src/service/http/handlers/control-lists.ts'],
  judge: ['src/service/http/handlers/transactions.ts'],
}
/** The verbs of each noun. Modules that most nouns need, or a noun and a group, are one more group, so that help loads nothing heavier. */
const nouns = globSync('src/commands/*/index.ts')
const SHARED = 'shared'
/** What only one noun imports is in one file with it, also where a resource or a check is loaded alone. */
const groupOfNoun = (noun: string) => `noun-${basename(dirname(noun))}`
/** The groups that every command loads. */
const ALWAYS = ['core', 'program']
/** The groups that keep what nouns need of them. */
const KEPT = [...ALWAYS, 'config']
/** Modules that fewer nouns need are left to the bundler: a file of their own, which the help of other nouns does not load. */
const MOST = 3
/** Group of each module id; filled in `buildEnd`. */
const groupOf = new Map<string, string>()
/**
 * Most packages are bundled and split, so that commands start fast (devDependencies). Packages that only the server or
 * --jq (jq-web) loads stay in node_modules (dependencies).
 */
const config = {
  input: { main: 'src/main.ts' },
  platform: 'node',
  // Only source files are run directly.
  transform: { define: { 'import.meta.main': 'false' } },
  preserveEntrySignatures: 'allow-extension',
  external: (id, importer) => isExternal(id) && !isOnDemand(id, importer),
  // For example, a static import of a module that should load on demand.
  onLog: (level, log, handle) => handle(level === 'warn' ? 'error' : level, log),
  plugins: [
    builtinsOnDemand(),
    shortManifest(),
    groupModules(groupOf),
    onlyAscii(),
    thirdPartyNotices('THIRD-PARTY-NOTICES.txt'),
  ],
  output: {
    dir: 'dist',
    // Node loads CommonJS faster than modules, and does not read every member of a built-in.
    format: 'cjs',
    dynamicImportInCjs: false,
    externalLiveBindings: false,
    cleanDir: true,
    // Reading comments took a fifth of the start time. Licenses stay.
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: '[name].cjs',
    chunkFileNames: 'chunks/[name]-[hash].cjs',
    codeSplitting: {
      // Of a group's imports, others are in other groups.
      includeDependenciesRecursively: false,
      groups: [...ALWAYS, SHARED, ...Object.keys(together), ...nouns.map(groupOfNoun)].map((name) => ({
        name,
        test: (id: string) => groupOf.get(id) === name,
      })),
    },
  },
} satisfies RolldownOptions

export default config

/** The program for the single executable (scripts/package): no package stays outside, and jq-web is one of its assets. */
export const complete = {
  ...config,
  external: (id, importer) => id.startsWith('node:') && !isOnDemand(id, importer),
} satisfies RolldownOptions

/**
 * Threads: each a file with all that it needs, because a chunk of the program brings more than it runs. Written after the
 * program into the same folder.
 */
export const threads = [
  thread('block-worker', 'src/service/chain/blocks/block-worker.ts'),
  thread('check-worker', 'src/service/store/sqlite/check-worker.ts'),
]

/** The main script of the single executable. */
export const loader = thread('loader', 'scripts/package/loader.cjs')

function thread(name: string, input: string) {
  return {
    input: { [name]: input },
    platform: 'node',
    external: isExternal,
    onLog: (level, log, handle) => handle(level === 'warn' ? 'error' : level, log),
    output: {
      dir: 'dist',
      format: 'cjs',
      dynamicImportInCjs: false,
      externalLiveBindings: false,
      comments: { legal: true, annotation: false, jsdoc: false },
      entryFileNames: '[name].cjs',
      codeSplitting: false,
    },
  } satisfies RolldownOptions
}

/** Assigns each module to a group. */
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
      const inGroup = new Set<string>()
      for (const [group, entries] of Object.entries(together))
        for (const id of entries.flatMap((entry) => [...from(entry)])) {
          if (!found.has(id)) found.set(id, group)
          if (!ALWAYS.includes(group)) inGroup.add(id)
        }
      const users = Map.groupBy(
        nouns.flatMap((noun) => [...from(noun)].map((id) => ({ id, noun }))),
        ({ id }) => id,
      )
      for (const [id, of] of users) {
        const [first] = of
        if (KEPT.includes(found.get(id) ?? '')) continue
        if (inGroup.has(id) || of.length >= MOST) found.set(id, SHARED)
        else if (first && of.length === 1) found.set(id, groupOfNoun(first.noun))
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
 * Replacements for built-in modules that commander imports. A real import reads every member (including process.stdin)
 * and costs milliseconds at each start; commander needs most of them only for executable subcommands, which txwarden
 * does not have.
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

/** The program reads its version and the Node that it needs; its scripts are no part of what each command loads. */
function shortManifest(): Plugin {
  const { version, engines } = manifest
  return {
    name: 'short-manifest',
    load: (id) => (id === join(import.meta.dirname, 'package.json') ? JSON.stringify({ version, engines }) : undefined),
  }
}

/**
 * Writes other characters as escapes: one of them makes V8 keep the whole file with two bytes a character. In a profile of `validate`,
 * decoding the files took 7 of 136 ms without it; times of whole commands on a busy machine show no difference.
 */
function onlyAscii(): Plugin {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'only-ascii',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          chunk.code = Array.from(chunk.code.split(''), (unit) => (unit > '\x7f' ? escaped(unit) : unit)).join('')
    },
  }
}

function builtinsOnDemand(): Plugin {
  const prefix = '\0on-demand:'
  return {
    name: 'builtins-on-demand',
    resolveId: (id, importer) => (isOnDemand(id, importer) ? prefix + id : undefined),
    load: (id) => (id.startsWith(prefix) ? standIns[id.slice(prefix.length)] : undefined),
  }
}
