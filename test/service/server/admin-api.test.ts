import { describe, expect, test } from 'vitest'
import { type OperationId, operation, operationIds } from '../../../src/api/operations/operations.ts'
import { sendTo } from '../../contract/over-http.ts'
import { serveForTest } from '../../support/served.ts'

const local = operationIds.filter((id) => operation(id).scope === 'local')
const others = operationIds.filter((id) => operation(id).scope !== 'local')

async function served(hasAdminApi: boolean) {
  const { url, keys } = await serveForTest({ hasAdminApi })
  const send = sendTo(url)
  return async (
    id: OperationId,
    key: 'validation' | 'management' | undefined,
    method: string = operation(id).method,
  ) => {
    const { status, body } = await send({
      method,
      path: operation(id).path.replace('{chainId}', '1'),
      headers: key === undefined ? {} : { 'x-api-key': keys[key] },
      body: undefined,
    })
    return { status, code: body === '' ? undefined : (JSON.parse(body) as { code?: string }).code }
  }
}

test('what shows how the service runs needs the management key', () => {
  expect(local.length).toBeGreaterThan(5)
  expect(local.map((id) => operation(id).key)).toEqual(local.map(() => 'management'))
})

describe('without --admin-api', () => {
  test('there are no such paths, whatever the key or the method', async () => {
    const ask = await served(false)
    for (const id of local)
      for (const key of ['management', 'validation', undefined] as const)
        for (const method of ['GET', 'POST', 'DELETE'])
          expect(await ask(id, key, method), id).toEqual({ status: 404, code: 'unknown-route' })
  })

  test('all others are there', async () => {
    const ask = await served(false)
    for (const id of others) expect((await ask(id, undefined)).code, id).toBe('missing-key')
  })
})

describe('with --admin-api', () => {
  test('a management key is required', async () => {
    const ask = await served(true)
    for (const id of local) {
      expect(await ask(id, undefined), id).toEqual({ status: 401, code: 'missing-key' })
      expect(await ask(id, 'validation'), id).toEqual({ status: 403, code: 'wrong-key-kind' })
      const { status, code } = await ask(id, 'management')
      expect([401, 403], id).not.toContain(status)
      expect(code, id).not.toBe('unknown-route')
    }
  })
})

test('none takes an address to connect to', () => {
  const members = local.flatMap((id) => {
    const { query, body } = operation(id)
    return [...Object.keys(query?.().shape ?? {}), ...memberNames(body?.())]
  })
  // The source is a name in the catalogue.
  expect([...new Set(members)].toSorted()).toEqual([
    'address',
    'block',
    'chainId',
    'nodes',
    'rescreen',
    'seconds',
    'selector',
    'source',
  ])
})

function memberNames(schema: unknown): string[] {
  return Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
}
