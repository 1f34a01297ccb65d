import { expect } from 'vitest'
import { addEdges, neighboursOf } from '../../../../src/service/store/repositories/graph.ts'
import { test } from '../../../support/open-service.ts'

const PAYER = `0x${'ab'.repeat(20)}`
/** Above what one statement of either database takes, with four parameters a row. */
const PAYEES = 20_000

test('a transaction may have more transfers than a statement takes', async ({ service }) => {
  const edges = Array.from({ length: PAYEES }, (_, index) => {
    return { chainId: '1', from: PAYER, to: `0x${index.toString(16).padStart(40, '0')}` }
  })
  await service.store.write((db) => addEdges(db, edges))
  expect(await neighboursOf(service.store.read, '1', [PAYER], 2 * PAYEES)).toHaveLength(PAYEES)
})
