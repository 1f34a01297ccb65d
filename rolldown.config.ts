import { defineConfig, type Plugin } from 'rolldown'
import manifest from './package.json' with { type: 'json' }
import { thirdPartyNotices } from './scripts/third-party-notices.ts'

/** Modules that every command line needs to be read. */
const core = new Set<string>()

/**
 * What a short command loads is bundled and split, so that it starts fast (devDependencies);
 * what only the server loads stays in node_modules (dependencies).
 */
export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  external: (id, importer) => isExternal(id) && !isOnDemand(id, importer),
  plugins: [builtinsOnDemand(), noteStaticImports(core), thirdPartyNotices('THIRD-PARTY-NOTICES.txt')],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // One file for them: each further file costs a lookup.
    codeSplitting: { groups: [{ name: 'core', test: (id) => core.has(id) }] },
  },
})

/** What the entry imports without `await import()`, and what that imports in turn. */
function noteStaticImports(found: Set<string>): Plugin {
  return {
    name: 'note-static-imports',
    buildEnd() {
      const note = (id: string) => {
        if (found.has(id)) return
        found.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) note(imported)
      }
      for (const id of this.getModuleIds()) if (this.getModuleInfo(id)?.isEntry) note(id)
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
  'node:util': `export const stripVTControlCharacters = (text) => ${builtin('node:util')}.stripVTControlCharacters(text)`,
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
