import { type Plugin, rolldown } from 'rolldown'
import config, { blockWorker, complete } from '../rolldown.config.ts'
import { compileAhead } from './compile-ahead.ts'
import { lightChunks } from './light-chunks.ts'

/**
 * Builds `dist` without output; the rolldown command would list every file.
 * @param forPackage optimizes the start time; slower, and runs some commands
 */
export async function build(forPackage = false): Promise<void> {
  await write(config, 'dist', forPackage ? [lightChunks(), compileAhead()] : [])
}

/**
 * Builds the program for the single executable into a folder.
 * @returns the files that the usual commands load
 */
export async function buildComplete(folder: string): Promise<ReadonlySet<string>> {
  const loaded = new Set<string>()
  await write(complete, folder, [lightChunks(), compileAhead((file) => loaded.add(file))])
  return loaded
}

async function write(options: typeof config | typeof complete, dir: string, faster: readonly Plugin[]): Promise<void> {
  await using bundle = await rolldown({ ...options, plugins: [...options.plugins, ...faster] })
  await bundle.write({ ...options.output, dir })
  await using worker = await rolldown(blockWorker)
  await worker.write({ ...blockWorker.output, dir })
}

if (import.meta.main) {
  const { npm_lifecycle_event: event, npm_command: command = '' } = process.env
  // npm runs `prepare` after `prepack`, which would replace the packaged build.
  const isPacked = event === 'prepare' && ['pack', 'publish'].includes(command)
  if (!isPacked) await build(event === 'prepack')
}
