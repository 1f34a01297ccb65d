import type { ValidatedMethod } from '../../../src/proxy/decide/methods.ts'
import { readSigningRequest } from '../../../src/proxy/params/read-params.ts'
import type { SigningRequest } from '../../../src/proxy/params/signing-request.ts'
import { type RpcError, RpcFault } from '../../../src/proxy/rpc/json-rpc.ts'

export function read(method: ValidatedMethod, params: readonly unknown[], chainId = '1'): SigningRequest {
  return readSigningRequest(method, params, { chainId })
}

/** The error of params that are not read; throws where they are, or where anything else is thrown. */
export function faultOf(method: ValidatedMethod, params: readonly unknown[], chainId?: string): RpcError {
  try {
    read(method, params, chainId)
  } catch (error) {
    if (error instanceof RpcFault) return error.error
    throw error
  }
  throw new Error(`it was read: ${JSON.stringify(params).slice(0, 300)}`)
}
