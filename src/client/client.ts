import type { ApiResponse } from '../api/message.ts'
import type { KeyKind } from '../api/operation.ts'
import { type CallInput, type OperationId, type Output, operation } from '../api/operations.ts'
import { WardenError } from '../shared/errors.ts'
import { parseJson } from '../shared/json.ts'
import { type AnyRequest, anyRequest } from './any-request.ts'
import { errorFromResponse } from './error-response.ts'
import { type Delivery, type OperationInput, operationRequest } from './request.ts'
import { readResponse } from './response.ts'
import type { Outgoing, Transport } from './transport.ts'

export interface ClientOptions {
  readonly transport: Transport
  /** A fresh, unguessable text for each POST. */
  readonly newIdempotencyKey: () => string | undefined
  /** One line of talk, for stderr. */
  readonly notice: (line: string) => void
  /** The same error with what helps, where a key is missing or not taken. */
  readonly aboutKey?: (error: WardenError, kind: KeyKind) => WardenError
}

export interface CallOptions {
  readonly signal?: AbortSignal
  /** For a caller that may repeat the same POST in a later run (bulk with resume); default: a new one. */
  readonly idempotencyKey?: string
  /** The call is known to find nothing that it could change, such as one that only tries a key. */
  readonly changesNothing?: boolean
}

export interface Exchange<T> {
  readonly body: T
  readonly response: ApiResponse
}

/** Every call throws WardenError where there is no good answer, and lets RequestPreview of a dry run pass. */
export interface Client {
  /** One operation of the contract; the answer is checked against the contract. */
  call<K extends OperationId>(id: K, input?: CallInput<K>, options?: CallOptions): Promise<Output<K>>
  /** The same, with the answer's status and headers beside it. */
  callRaw<K extends OperationId>(id: K, input?: CallInput<K>, options?: CallOptions): Promise<Exchange<Output<K>>>
  /** Any request. The body is parsed JSON, text where it is none, undefined where it is empty; nothing is checked. */
  send(request: AnyRequest, options?: CallOptions): Promise<Exchange<unknown>>
}

export function createClient({ transport, newIdempotencyKey, notice, aboutKey }: ClientOptions): Client {
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

  const deliveryOf = ({ signal, idempotencyKey }: CallOptions): Delivery => ({
    newIdempotencyKey: () => idempotencyKey ?? newIdempotencyKey(),
    ...(signal ? { signal } : {}),
  })

  const callRaw: Client['callRaw'] = async <K extends OperationId>(
    id: K,
    input: CallInput<K> = {},
    options: CallOptions = {},
  ) => {
    const row = operation(id)
    // The row decides what is in it; for the fold it is one shape.
    const given = input as OperationInput
    const outgoing = operationRequest(row, given, deliveryOf(options))
    const response = await exchange(options.changesNothing ? { ...outgoing, changes: false } : outgoing)
    const body = readResponse({ row, params: given.params ?? {}, notice }, response)
    return { body: body as Output<K>, response }
  }

  return {
    callRaw,
    call: async (id, input, options) => (await callRaw(id, input, options)).body,
    send: async (request, options = {}) => {
      const response = await exchange(anyRequest(request, deliveryOf(options)))
      return { body: looseBody(response.body), response }
    },
  }
}

function looseBody(text: string): unknown {
  if (text === '') return undefined
  const value = parseJson(text)
  return value === undefined ? text : value
}
