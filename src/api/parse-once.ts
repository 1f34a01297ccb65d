import { config } from 'zod'

/** For processes that use each schema once: compiling one costs more than it saves then. */
export function interpretSchemas(): void {
  config({ jitless: true })
}
