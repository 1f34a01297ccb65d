import { networkError } from '../../client/errors/network-error.ts'
import { RpcFault, rpcCodes } from '../rpc/json-rpc.ts'

/** The upstream gave no answer. */
export class UpstreamFault extends RpcFault {
  /** Whether the request may have arrived. */
  readonly mayHaveArrived: boolean

  constructor(message: string, mayHaveArrived: boolean) {
    super(rpcCodes.resourceUnavailable, message)
    this.mayHaveArrived = mayHaveArrived
  }
}

/** Nothing was written. */
const NOT_CONNECTED = ['connection-refused', 'host-not-found', 'name-lookup-failed', 'connect-timeout']

/** Texts of errors may hold the URL: only our own words. */
export function faultOf(error: unknown, host: string): UpstreamFault {
  if (error instanceof UpstreamFault) return error
  const { code, message } = networkError(error, `the upstream ${host}`)
  return new UpstreamFault(message, !NOT_CONNECTED.includes(code))
}
