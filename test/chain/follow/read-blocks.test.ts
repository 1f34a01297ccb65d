import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { CheckedBlock } from '../../../src/service/chain/blocks/block.ts'
import type { BlockReader, ReceiptSource } from '../../../src/service/chain/blocks/block-reader.ts'
import { createBlockReader } from '../../../src/service/chain/blocks/worker-block-reader.ts'
import { rpcOf } from '../../support/chain/rpc.ts'
import { people, startWorld, type World } from '../../support/chain/world.ts'
import { needs } from '../../support/needs.ts'

type Json = Readonly<Record<string, unknown>>

/** Where the blocks of the world have transactions. */
const FIRST_BLOCKS = 60

const anvil = needs('anvil')
const hardhat = needs('hardhat')

describe.each([
  { kind: 'anvil', receipts: 'receipts', needed: anvil },
  { kind: 'anvil', receipts: 'logs', needed: anvil },
  { kind: 'hardhat', receipts: 'logs', needed: hardhat },
] as const)('blocks of $kind, with $receipts', ({ kind, receipts, needed }) => {
  let world: World
  let reader: BlockReader
  const alice = people.alice.address.toLowerCase()

  needed.describe('are read', () => {
    beforeAll(async () => {
      world = await startWorld(kind)
      reader = createBlockReader()
      await reader.watch('1', [alice])
    })
    afterAll(async () => {
      await reader?.close()
      await world?.[Symbol.asyncDispose]()
    })

    const read = async (block: number | string, source: ReceiptSource = receipts) => {
      return reader.read({ chainId: '1', url: world.url, block, receipts: source, timeoutMs: 20_000 })
    }

    needed.test('with every transaction that names the watched address, and no other', async () => {
      const rpc = rpcOf(world.url)
      let found = 0
      for (let number = 0; number < FIRST_BLOCKS; number++) {
        const block = (await rpc('eth_getBlockByNumber', `0x${number.toString(16)}`, true)) as Json
        const named: unknown[] = []
        for (const { hash, from, to } of block.transactions as readonly Json[]) {
          const { contractAddress, logs } = (await rpc('eth_getTransactionReceipt', hash)) as Json
          const places = [
            from,
            to,
            contractAddress,
            (logs as readonly Json[]).map(({ address, topics }) => [address, topics]),
          ]
          if (JSON.stringify(places).toLowerCase().includes(alice.slice(2))) named.push(hash)
        }
        const { matched, header } = (await read(number)).block as CheckedBlock
        expect(header).toMatchObject({ number, hash: block.hash, parentHash: block.parentHash })
        expect(matched.map(({ transaction }) => transaction.hash)).toEqual(named)
        found += named.length
      }
      expect(found).toBeGreaterThan(5)
    })

    needed.test('a block that is not there is lagging', async () => {
      expect(await read(1_000_000)).toMatchObject({ block: { kind: 'lagging' } })
      expect(await read(`0x${'12'.repeat(32)}`)).toMatchObject({ block: { kind: 'lagging' } })
    })

    if (kind === 'hardhat')
      needed.test('receipts of a whole block are not offered', async () => {
        expect(await read(5, 'receipts')).toMatchObject({ block: { kind: 'closed' } })
      })
  })
})
