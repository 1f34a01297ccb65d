/**
 * Room: The local service: `service.ts` composes it, `serve.ts` puts it behind node:http.
 *
 * `index.ts` is the only door. Others load it with `await import()`.
 */

import { refusal, WardenError } from '../shared/errors.ts'
import type { Administration } from './administration/administration.ts'
import type { DatabaseOptions } from './administration/database-options.ts'
import { parseNodeUrl } from './chain/rpc/node-url.ts'
import type { TypedMember } from './destinations/destination.ts'
import type { DecodedPayload } from './payload/decode.ts'
import type { PayloadReport, VerifyRequest } from './payload/verify.ts'
import type { TypedDataDigests } from './risk/typed-data/digests.ts'
import type { Following, ServeFollowOptions, ServeOptions, Serving } from './serve.ts'
import { destinationPolicyOf, type ServiceOptions } from './service.ts'
import type { DecodeReport, DecodeRequest } from './validation/reports/decode-report.ts'

export type ContractFileTools = typeof import('./intel/contracts/files.ts')

/** The service's public interface: handle(), and administration that no endpoint offers. */
export type { Administration } from './administration/administration.ts'
export type { MigrateReport } from './administration/copies/migrate.ts'
export type { DatabaseStatus } from './administration/status.ts'
export type { AttemptReport, SendReport } from './alerts/delivery/delivery-administration.ts'
export type { ChainAdministration } from './chain/administration.ts'
export type { NodeTest } from './chain/nodes/list-nodes.ts'
export type { TypedMember } from './destinations/destination.ts'
export type { ChainMode, FollowerAdministration, SkipPlan } from './follower/administration.ts'
export type { IntelAdministration } from './intel/administration.ts'
export type { ImportControl, SyncReport } from './intel/import/import-request.ts'
export type { KeyRecord } from './keys/administration.ts'
export type { DecodedPayload } from './payload/decode.ts'
export type { PayloadReport, VerifyRequest } from './payload/verify.ts'
export type { TypedDataDigests } from './risk/typed-data/digests.ts'
export type { SafeCheck, SafeFacts } from './safes/check/check-safe.ts'
export type { NamedSafe, QueueRow, SafeChecks } from './safes/check/safe-checks.ts'
export type { Following, ServeFollowOptions, ServeOptions, Serving } from './serve.ts'
export { openService, type Service, type ServiceOptions } from './service.ts'

/** Loaded on demand, as what follows. */
export async function administer(options: DatabaseOptions): Promise<Administration> {
  return (await import('./administration/administration.ts')).administer(options)
}
export type { NonceRecord } from './signing/payload-administration.ts'
export type { IntegrityReport } from './store/sqlite/integrity-check.ts'
export type { DecodeReport, DecodeRequest } from './validation/reports/decode-report.ts'

/** Serves the local service over HTTP. Loaded on demand: only `serve` needs it. */
export async function serve(options: ServeOptions): Promise<Serving> {
  return (await import('./serve.ts')).serve(options)
}

/** Follows chains without answering over HTTP. */
export async function follow(options: ServeFollowOptions): Promise<Following> {
  return (await import('./serve.ts')).follow(options)
}

/** Decodes a transaction, call by call. Needs no database and never throws. */
export async function decode(request: DecodeRequest): Promise<DecodeReport> {
  return (await import('./validation/reports/decode-report.ts')).decodeReport(request)
}

/** Reads and writes files that describe contracts. Needs no database. */
export async function contractFiles(): Promise<ContractFileTools> {
  return import('./intel/contracts/files.ts')
}

/** Decodes a signed payload. Needs no database. Throws WardenError for anything else. */
export async function decodePayload(hex: string): Promise<DecodedPayload> {
  return (await import('./payload/decode.ts')).decodePayload(hex)
}

/** Verifies a signed payload for a transaction. Needs no database. Throws WardenError when it cannot be checked. */
export async function verifyPayload(request: VerifyRequest): Promise<PayloadReport> {
  return (await import('./payload/verify.ts')).verifyPayload(request)
}

/** The hashes that a signature of typed data (EIP-712) is about. Needs no database. Throws WardenError for invalid typed data. */
export async function typedDataDigests(typedData: unknown): Promise<TypedDataDigests> {
  const { readTypedData } = await import('./risk/typed-data/read-message.ts')
  const { digests } = readTypedData(typedData)
  if (digests) return digests
  throw refusal('invalid-typed-data', 'wallets hash a type with uint or int differently: write uint256 or int256')
}

/** What is wrong with the URL of a node, as a person types it; needs no database. */
export async function nodeUrlFault(url: string): Promise<string | undefined> {
  try {
    parseNodeUrl(url)
    return undefined
  } catch (error) {
    if (error instanceof WardenError) return error.message
    throw error
  }
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
  return destinations.typedMemberFault(typed, options && (await destinationPolicyOf(options)))
}
