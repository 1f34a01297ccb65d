import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { serveForTest } from '../../support/served.ts'

test('a server loads no compiler of schemas, which its routes do not have', async () => {
  await serveForTest()
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  expect(loaded.filter((path) => path.includes('/node_modules/fastify/')).length).toBeGreaterThan(20)
  expect(loaded.filter((path) => /\/(ajv|fast-json-stringify)-compiler\//.test(path))).toEqual([])
})
