import { defineConfig, type Plugin } from 'rolldown'
import manifest from './package.json' with { type: 'json' }
import { thirdPartyNotices } from './scripts/third-party-notices.ts'

/**
 * What a short command loads is bundled and split, so that it starts fast (devDependencies);
 * what only the server loads stays in node_modules (dependencies).
 */
export default defineConfig({
  input: { main: 'src/main.ts' },
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  external: (id, importer) => isExternal(id) && !isOnDemand(id, importer),
  plugins: [builtinsOnDemand(), thirdPartyNotices('THIRD-PARTY-NOTICES.txt')],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    // One file for what every command line needs to be read: each further file costs a lookup.
    codeSplitting: { groups: [{ name: 'core', test: isNeededToReadACommandLine }] },
  },
})

function isNeededToReadACommandLine(id: string): boolean {
  return [
    /\/src\/main\.ts$/,
    /\/src\/api\/(errors|chains|vocabulary|quantity|page-size)\.ts$/,
    /\/src\/cli\/[a-z-]+\.ts$/,
    /\/src\/cli\/output\/(amount|fields|time|view)\.ts$/,
    /\/src\/client\/not-sent\.ts$/,
    /\/src\/commands\//,
    /\/node_modules\/commander\//,
    /^\0/,
  ].some((part) => part.test(id) && !/\/(create-context|prompts|card)\.ts$/.test(id))
}

function isExternal(id: string): boolean {
  return (
    id.startsWith('node:') ||
    Object.keys(manifest.dependencies).some((name) => id === name || id.startsWith(`${name}/`))
  )
}

/**
 * commander imports the first two to run subcommands that are programs of their own, which there are none of here.
 * Importing a built-in module touches every member it has (of process, stdin too) and costs milliseconds at every start:
 * these are loaded member by member.
 */
function isOnDemand(id: string, importer: string | undefined): boolean {
  return (
    /\/node_modules\/commander\//.test(importer ?? '') && ['node:child_process', 'node:fs', 'node:process'].includes(id)
  )
}

function builtinsOnDemand(): Plugin {
  const prefix = '\0on-demand:'
  return {
    name: 'builtins-on-demand',
    resolveId: (id, importer) => (isOnDemand(id, importer) ? prefix + id : undefined),
    load(id) {
      if (!id.startsWith(prefix)) return undefined
      if (id.endsWith('node:process')) return 'export default process'
      const name = JSON.stringify(id.slice(prefix.length))
      return `export default new Proxy({}, { get: (_, member) => process.getBuiltinModule(${name})[member] })`
    },
  }
}
