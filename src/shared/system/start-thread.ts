import { Worker, type WorkerOptions } from 'node:worker_threads'
import { embeddedFile } from './embedded-file.ts'

/**
 * Starts the thread `<name>.ts`, a file beside a module of the source.
 * @param module URL of the module
 */
export function startThread(name: string, module: string, options: WorkerOptions = {}): Worker {
  const embedded = embeddedFile(`${name}.cjs`)
  return new Worker(embedded ? Buffer.from(embedded).toString() : fileOf(name, module), {
    ...options,
    eval: embedded !== undefined,
    // Not the options and loaders of the process: Node runs the source as well.
    execArgv: [],
  })
}

/** The build puts it beside its chunks (rolldown.config.ts). */
export function fileOf(name: string, module: string): URL {
  return new URL(module.endsWith('.ts') ? `${name}.ts` : `../${name}.cjs`, module)
}
