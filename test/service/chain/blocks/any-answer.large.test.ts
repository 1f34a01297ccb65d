import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AddressTable } from '../../../../src/service/chain/blocks/address-table.ts'
import type { BlockRequest } from '../../../../src/service/chain/blocks/block-reader.ts'
import { readCheckedBlock } from '../../../../src/service/chain/blocks/read-checked-block.ts'
import type { RpcNode } from '../../../../src/service/chain/rpc/json-rpc.ts'
import { generateBlock } from '../../../support/chain/generated-blocks.ts'
import { runs } from '../../../support/share.ts'
import {
  type Answers,
  answersOf,
  blockWithTransfers,
  isBlock,
  resultIn,
  STRANGER,
  TOKEN,
  WATCHED,
} from './blocks-node.ts'

const generated = blockWithTransfers()
const polygon = generateBlock({ chainId: '137', transactions: 3, blockMs: 1, delegations: 1 }, 100, {
  timestamp: 1,
  wanted: [{ token: TOKEN, from: STRANGER, to: WATCHED, amount: 1n }],
})

function nodeOf(answers: Answers): RpcNode {
  return {
    host: 'node',
    takesBatches: () => true,
    send: async (requests) => requests.map((call) => ({ result: resultIn(answers, call) ?? null })),
  }
}

function read(answers: Answers, request: Partial<BlockRequest>) {
  const whole = { chainId: '1', url: '', block: 100, receipts: 'receipts', timeoutMs: 1, only: [WATCHED], ...request }
  return readCheckedBlock(nodeOf(answers), whole as BlockRequest, new AddressTable(), 1)
}

/** What nodes might put anywhere. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    null,
    [],
    {},
    '',
    '0x',
    '0x0',
    `0x${'f'.repeat(64)}`,
    `0x${'f'.repeat(65)}`,
    WATCHED,
    2 ** 53,
    -1,
    '\u{1F4A9}',
  ),
)
const request = fc.record({
  receipts: fc.constantFrom('receipts' as const, 'logs' as const),
  block: fc.constantFrom(100, 0, '0x12', generated.hash),
})

/** Places in a value, as paths. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...path, key]))]
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const members = copy as Record<string, unknown>
  members[key] = replaced(members[key], rest, by)
  return copy
}

const FAULTS = ['lagging', 'bad-answer']

test('any JSON is a block or a failure of the node', async () => {
  const answers = fc.record({
    eth_getBlockByNumber: anything,
    eth_getBlockByHash: anything,
    eth_getBlockReceipts: anything,
    eth_getLogs: anything,
  })
  await fc.assert(
    fc.asyncProperty(answers, request, async (any, wanted) => {
      const { block } = await read(any, wanted)
      if (!isBlock(block)) expect(FAULTS).toContain(block.kind)
    }),
  )
})

test.each([
  { name: 'Ethereum', chainId: '1', of: generated },
  { name: 'Polygon', chainId: '137', of: polygon },
])('anything at one place of a block of $name is a block or a failure of the node', async ({ chainId, of }) => {
  const honest = answersOf(of)
  // Not the whole of them, which is a matter of this test and not of a node.
  const places = pathsOf(honest).filter((path) => path.length > 0)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), anything, request, async (path, by, wanted) => {
      const { block } = await read(replaced(honest, path, by) as Answers, { ...wanted, chainId })
      if (!isBlock(block)) expect(FAULTS).toContain(block.kind)
      // Never one that was not requested.
      else expect([block.header.number, block.header.hash]).toContain(wanted.block)
    }),
    { numRuns: runs(500) },
  )
})
