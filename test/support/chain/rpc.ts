/** One JSON-RPC request, as a test client sends it: no bounds, no retries. Rejects with the node's error. */
export type Rpc = (method: string, ...params: readonly unknown[]) => Promise<unknown>

export class RpcFailure extends Error {
  readonly code: number

  constructor(method: string, { code, message }: { readonly code: number; readonly message: string }) {
    super(`${method}: ${message}`)
    this.code = code
  }
}

interface Reply {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

export function rpcOf(url: string): Rpc {
  return async (method, ...params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result, error } = (await response.json()) as Reply
    if (error) throw new RpcFailure(method, error)
    return result
  }
}
