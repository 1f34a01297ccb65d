import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type OperationId, operation, operationIds } from '../../src/api/operations/operations.ts'

export interface AnyService {
  readonly url: string
  /** Requests since the list was last cleared. */
  readonly asked: OperationId[]
}

/** A service with a configurable response for every operation, independent of the request. */
export async function serveAnything(answer: (id: OperationId) => unknown): Promise<AnyService> {
  const asked: OperationId[] = []
  const server = createServer((request, response) => {
    const id = operationOf(request.method ?? '', new URL(request.url ?? '', 'http://service').pathname)
    request.resume()
    // The nil UUID: key checks use it and expect 404.
    if (!id || /0{8}-0{4}/.test(request.url ?? '')) return void response.writeHead(404).end()
    asked.push(id)
    const body = answer(id)
    response.writeHead(200, { 'content-type': 'application/json' }).end(body === undefined ? '' : JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** A path without parameters wins over one with parameters. */
function operationOf(method: string, path: string): OperationId | undefined {
  const fits = operationIds.filter((id) => {
    const row = operation(id)
    const form = row.path.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')
    return row.method === method && new RegExp(`^${form}$`).test(path)
  })
  return fits.find((id) => operation(id).path === path) ?? fits[0]
}
