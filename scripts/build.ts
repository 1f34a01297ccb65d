import { join, resolve } from 'node:path'
import { type OutputOptions, type Plugin, rolldown } from 'rolldown'
import config, { complete, threads, unused } from '../rolldown.config.ts'
import { compileAhead } from './compile-ahead.ts'
import { lightChunks } from './light-chunks.ts'
import { unusedModules } from './unused-modules.ts'
import { printedHelp, runUsualCommands } from './usual-commands.ts'

const HELP = join(import.meta.dirname, '../src/cli/program/prepared-help.ts')

/**
 * Builds the program, usually into `dist`, without output; the rolldown command would list every file.
 * @param forPackage optimizes the start time; slower, and runs some commands
 */
export async function build(forPackage = false, dir = 'dist'): Promise<void> {
  await (forPackage ? writeFast(config, dir) : write(config, dir))
  await writeThreads(dir)
}

/**
 * Builds the program for the single executable into a folder.
 * @returns the files that the usual commands load
 */
export async function buildComplete(folder: string): Promise<ReadonlySet<string>> {
  const loaded = await writeFast(complete, folder)
  await writeThreads(folder)
  return loaded
}

type Program = typeof config | typeof complete

/** Builds twice: what the usual commands do not use of the first build is loaded later in the second. */
async function writeFast(program: Program, dir: string): Promise<ReadonlySet<string>> {
  const entries = new Set<string>()
  const notes = { comments: { ...program.output.comments, annotation: true } }
  await write(program, dir, [noteEntries(entries)], notes)
  const help = printedHelp(resolve(dir))
  for (const id of unusedModules(runUsualCommands(resolve(dir)), entries)) unused.add(id)
  const loaded = new Set<string>()
  await write(program, dir, [prepareHelp(help), lightChunks(), compileAhead((file) => loaded.add(file))])
  unused.clear()
  return loaded
}

function prepareHelp(text: string): Plugin {
  return {
    name: 'prepare-help',
    load: (id) => (id === HELP ? `export const preparedHelp = ${JSON.stringify(text)}` : undefined),
  }
}

/** Modules that are loaded by `import()`, and the program. */
function noteEntries(found: Set<string>): Plugin {
  return {
    name: 'note-entries',
    buildEnd() {
      for (const id of this.getModuleIds()) {
        const module = this.getModuleInfo(id)
        if (module?.isEntry || module?.dynamicImporters.length) found.add(id)
      }
    },
  }
}

async function write(program: Program, dir: string, more: readonly Plugin[] = [], output: OutputOptions = {}) {
  await using bundle = await rolldown({ ...program, plugins: [...program.plugins, ...more] })
  await bundle.write({ ...program.output, ...output, dir })
}

async function writeThreads(dir: string): Promise<void> {
  for (const thread of threads) {
    await using worker = await rolldown(thread)
    await worker.write({ ...thread.output, dir })
  }
}

if (import.meta.main) {
  const { npm_lifecycle_event: event, npm_command: command = '' } = process.env
  // npm runs `prepare` after `prepack`, which would replace the packaged build.
  const isPacked = event === 'prepare' && ['pack', 'publish'].includes(command)
  if (!isPacked) await build(event === 'prepack')
}
