/**
 * Room: The HTTP core, derived from the operations: requests, transports, retries, reading of answers.
 *
 * It knows no database and no command.
 */

import type { ApiResponse } from '../api/operations/message.ts'
import type { KeyKind, Operation } from '../api/operations/operation.ts'
import { type CallInput, type OperationId, type Output, operation } from '../api/operations/operations.ts'
import { WardenError } from '../shared/errors.ts'
import { parseJson } from '../shared/json/json.ts'
import { errorFromResponse } from './errors/error-response.ts'
import { isUnknownPath } from './errors/unknown-path.ts'
import { type AnyRequest, anyRequest } from './requests/any-request.ts'
import { type OperationInput, operationRequest, type SendOptions } from './requests/request.ts'
import { readResponse } from './response.ts'
import type { Outgoing, Progress, Transport } from './transport.ts'

export interface ClientOptions {
  readonly transport: Transport
  /** A random key for each POST. */
  readonly newIdempotencyKey: () => string | undefined
  /** Prints a notice on stderr. */
  readonly notice: (line: string) => void
  /** Adds advice to an error about a missing or refused key. */
  readonly aboutKey?: (error: WardenError, kind: KeyKind) => WardenError
  /** Says that the service does not offer an operation of the scope `local`. */
  readonly notOffered?: (error: WardenError, kind: KeyKind) => WardenError
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** For a caller that may repeat the same POST in a later run; default: a new key. */
  readonly idempotencyKey?: string
  /** The call cannot change anything, such as one that only tests a key. */
  readonly changesNothing?: boolean
  /** For work that takes long; called only by the service in this process. */
  readonly onProgress?: Progress
}

export interface ClientExchange<T> {
  readonly body: T
  readonly response: ApiResponse
}

/** Every call throws WardenError for a failure, and RequestPreview in a dry run. */
export interface Client {
  /** Calls an operation of the contract, and checks the response against it. */
  call<K extends OperationId>(id: K, input?: CallInput<K>, options?: CallOptions): Promise<Output<K>>
  /** The same, with status and headers of the response. */
  callRaw<K extends OperationId>(id: K, input?: CallInput<K>, options?: CallOptions): Promise<ClientExchange<Output<K>>>
  /** Sends any request. The body is parsed JSON, otherwise text, undefined if empty; it is not checked. */
  send(request: AnyRequest, options?: CallOptions): Promise<ClientExchange<unknown>>
}

export function createClient({ transport, newIdempotencyKey, notice, aboutKey, notOffered }: ClientOptions): Client {
  const exchange = async (outgoing: Outgoing): Promise<ApiResponse> => {
    try {
      const response = await transport(outgoing)
      if (response.status < 200 || response.status > 299) throw errorFromResponse(outgoing, response)
      return response
    } catch (error) {
      if (aboutKey && error instanceof WardenError && error.kind === 'auth') throw aboutKey(error, outgoing.key)
      throw error
    }
  }

  const offered = async (row: Operation, outgoing: Outgoing): Promise<ApiResponse> => {
    try {
      return await exchange(outgoing)
    } catch (error) {
      if (row.scope === 'local' && notOffered && isUnknownPath(error)) throw notOffered(error, row.key)
      throw error
    }
  }

  const sendOptions = ({ signal, idempotencyKey, onProgress }: CallOptions): SendOptions => ({
    newIdempotencyKey: () => idempotencyKey ?? newIdempotencyKey(),
    ...(signal ? { signal } : {}),
    ...(onProgress ? { onProgress } : {}),
  })

  const callRaw: Client['callRaw'] = async <K extends OperationId>(
    id: K,
    input: CallInput<K> = {},
    options: CallOptions = {},
  ) => {
    const row = operation(id)
    // One shape for every operation.
    const given = input as OperationInput
    const outgoing = operationRequest(row, given, sendOptions(options))
    const response = await offered(row, options.changesNothing ? { ...outgoing, changes: false } : outgoing)
    const body = readResponse({ row, params: given.params ?? {}, notice }, response)
    return { body: body as Output<K>, response }
  }

  return {
    callRaw,
    call: async (id, input, options) => (await callRaw(id, input, options)).body,
    send: async (request, options = {}) => {
      const response = await exchange(anyRequest(request, sendOptions(options)))
      return { body: looseBody(response.body), response }
    },
  }
}

function looseBody(text: string): unknown {
  if (text === '') return undefined
  const value = parseJson(text)
  return value === undefined ? text : value
}
