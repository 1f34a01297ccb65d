/** The service's only door: handle(), and the administration that no endpoint offers. */
export type { Answer } from './handle.ts'
export type { Caller } from './keys/authenticate.ts'
export { openService, type Service, type ServiceOptions } from './service.ts'
