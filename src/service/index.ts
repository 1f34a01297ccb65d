import type { ServeOptions, Serving } from './serve.ts'

/** The service's only door: handle(), and the administration that no endpoint offers. */
export { type Administration, administer } from './administration/administration.ts'
export type { ServeOptions, Serving } from './serve.ts'
export { openService, type Service, type ServiceOptions } from './service.ts'

/** The local service over HTTP; loaded by the one command that needs it. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const server = await import('./serve.ts')
  return server.serve(options)
}
