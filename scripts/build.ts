import { rolldown } from 'rolldown'
import config, { blockWorker } from '../rolldown.config.ts'
import { compileAhead } from './compile-ahead.ts'
import { lightChunks } from './light-chunks.ts'

/**
 * Builds `dist` without output; the rolldown command would list every file.
 * @param forPackage optimizes the start time; slower, and runs some commands
 */
export async function build(forPackage = false): Promise<void> {
  const faster = forPackage ? [lightChunks(), compileAhead()] : []
  await using bundle = await rolldown({ ...config, plugins: [...config.plugins, ...faster] })
  await bundle.write(config.output)
  await using worker = await rolldown(blockWorker)
  await worker.write(blockWorker.output)
}

if (import.meta.main) {
  const { npm_lifecycle_event: event, npm_command: command = '' } = process.env
  // npm runs `prepare` after `prepack`, which would replace the packaged build.
  const isPacked = event === 'prepare' && ['pack', 'publish'].includes(command)
  if (!isPacked) await build(event === 'prepack')
}
