import type { TypedMember } from './destinations/destination.ts'
import type { DecodedPayload } from './payload/decode.ts'
import type { PayloadReport, VerifyRequest } from './payload/verify.ts'
import type { ServeOptions, Serving } from './serve.ts'
import { destinationPolicyOf, type ServiceOptions } from './service.ts'
import type { DecodeReport, DecodeRequest } from './validation/decode-report.ts'

/** The service's only door: handle(), and the administration that no endpoint offers. */
export { type Administration, administer } from './administration/administration.ts'
export type { TypedMember } from './destinations/destination.ts'
export type { DecodedPayload } from './payload/decode.ts'
export type { PayloadReport, VerifyRequest } from './payload/verify.ts'
export type { ServeOptions, Serving } from './serve.ts'
export { openService, type Service, type ServiceOptions } from './service.ts'
export type { DecodeReport, DecodeRequest } from './validation/decode-report.ts'

/** The local service over HTTP; loaded by the one command that needs it. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const server = await import('./serve.ts')
  return server.serve(options)
}

/** What a transaction does, call by call; needs no database. Throws for no input. */
export async function decode(request: DecodeRequest): Promise<DecodeReport> {
  const { decodeReport } = await import('./validation/decode-report.ts')
  return decodeReport(request)
}

/** The parts of a signed payload; needs no database. Throws a WardenError for what is none. */
export async function decodePayload(hex: string): Promise<DecodedPayload> {
  const payload = await import('./payload/decode.ts')
  return payload.decodePayload(hex)
}

/** Whether a signed payload is good for a transaction; needs no database. Throws a WardenError for what cannot be checked. */
export async function verifyPayload(request: VerifyRequest): Promise<PayloadReport> {
  const payload = await import('./payload/verify.ts')
  return payload.verifyPayload(request)
}

/**
 * What is wrong with a member of a destination, as a person types it; needs no database.
 * @param options of the local service; undefined for a remote one
 */
export async function typedMemberFault(
  typed: TypedMember,
  options: Pick<ServiceOptions, 'env' | 'allowDestinations'> | undefined,
): Promise<string | undefined> {
  const destinations = await import('./destinations/destination.ts')
  if (!options) return destinations.typedMemberFault(typed, undefined)
  return destinations.typedMemberFault(typed, await destinationPolicyOf(options))
}
