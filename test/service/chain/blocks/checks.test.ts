import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { BlockReader, BlockRequest } from '../../../../src/service/chain/blocks/block-reader.ts'
import { createBlockReader } from '../../../../src/service/chain/blocks/worker-block-reader.ts'
import { generateBlock, type Json } from '../../../support/chain/generated-blocks.ts'
import type { RpcFaultName } from '../../../support/fault-proxy.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'
import {
  type Answers,
  answersOf,
  blockOf,
  blockWithTransfers,
  changed,
  type Parts,
  readFrom,
  SMALL,
  startProxy,
  upstreamOf,
  WATCHED,
} from './blocks-node.ts'

const generated = blockWithTransfers()
const honest = answersOf(generated)
const other = generateBlock(SMALL, 100, { timestamp: 1_700_000_000, fork: 1 })

let reader: BlockReader
beforeAll(() => {
  reader = createBlockReader()
})
afterAll(() => reader.close())

const read = (answers: Answers, request: Partial<BlockRequest> = {}) => readFrom(answers, request, reader)
const readChanged = (change: (parts: Parts) => void, request: Partial<BlockRequest> = {}) =>
  read(answersOf(changed(generated, change)), request)

/** The first transaction to WATCHED is the third of the block; the second has a log. */
const PAYMENT = generated.receipts.findIndex(({ to }) => to === WATCHED)
const TRANSFER = PAYMENT + 1
const single = (hash: unknown) => generated.receipts.find(({ transactionHash }) => transactionHash === hash) as Json
const logsOf = (receipts: readonly Json[], index: number) => receipts[index]?.logs as Json[]

describe('a node that does not have the block yet is lagging', () => {
  test.each<[name: string, answers: Answers, request?: Partial<BlockRequest>]>([
    ['null for the block', { ...honest, eth_getBlockByNumber: null }],
    ['null for the block by hash', { ...honest, eth_getBlockByHash: null }, { block: generated.hash }],
    ['null for the receipts', { ...honest, eth_getBlockReceipts: null }],
    ['no receipts', { ...honest, eth_getBlockReceipts: [] }],
    ['too few receipts', { ...honest, eth_getBlockReceipts: generated.receipts.slice(0, -1) }],
    ['null for the logs', { ...honest, eth_getLogs: null }, { receipts: 'logs' }],
    ['no logs, against the bloom filter', { ...honest, eth_getLogs: [] }, { receipts: 'logs' }],
    ['null for a single receipt', { ...honest, eth_getTransactionReceipt: null }, { receipts: 'logs' }],
    [
      'receipts without their logs',
      { ...honest, eth_getBlockReceipts: generated.receipts.map((receipt) => ({ ...receipt, logs: [] })) },
    ],
  ])('%s', async (_name, answers, request) => {
    const { block } = await read(answers, request)
    expect(block).toMatchObject({ kind: 'lagging', message: expect.stringMatching(/^127\.0\.0\.1:\d+: [a-z ]+$/) })
  })
})

describe('parts that do not belong together are refused', () => {
  test.each<[name: string, message: string, change: (parts: Parts) => void, request?: Partial<BlockRequest>]>([
    [
      'another number',
      'gave another block than the requested one',
      ({ block }) => {
        block.number = '0x65'
      },
    ],
    [
      'another hash',
      'gave another block than the requested one',
      ({ block }) => {
        block.hash = other.hash
      },
      { block: generated.hash },
    ],
    [
      'another branch of the block',
      'gave receipts of another block',
      ({ block }) => {
        block.hash = other.hash
      },
    ],
    [
      'too many receipts',
      'gave more receipts than the block has transactions',
      ({ receipts }) => {
        receipts.push(...other.receipts.slice(0, 1))
      },
    ],
    [
      'receipts in another order',
      'gave receipts of another block',
      ({ receipts }) => {
        receipts.splice(0, 2, receipts[1] as Json, receipts[0] as Json)
      },
    ],
    [
      'a receipt of another branch',
      'gave receipts of another block',
      ({ receipts }) => {
        ;(receipts[4] as Json).blockHash = other.hash
      },
    ],
    [
      'a receipt of another transaction',
      'gave receipts of another block',
      ({ receipts }) => {
        ;(receipts[4] as Json).transactionHash = other.hash
      },
    ],
    [
      'a log of another transaction',
      'gave logs of another transaction',
      ({ receipts }) => {
        ;(logsOf(receipts, TRANSFER)[0] as Json).transactionHash = other.hash
      },
    ],
    [
      'a log of another branch',
      'gave logs of another transaction',
      ({ receipts }) => {
        ;(logsOf(receipts, TRANSFER)[0] as Json).blockHash = other.hash
      },
    ],
    [
      'less gas in the receipts',
      'the gas of the receipts is not that of the block',
      ({ receipts }) => {
        ;(receipts.at(-1) as Json).cumulativeGasUsed = '0x5208'
      },
    ],
    [
      'logs although the bloom filter is empty',
      'gave logs for a block whose bloom filter is empty',
      ({ block }) => {
        block.logsBloom = `0x${'0'.repeat(512)}`
      },
    ],
    [
      'logs of another block',
      'gave logs of another block',
      ({ logs }) => {
        ;(logs[0] as Json).transactionHash = other.hash
      },
      { receipts: 'logs' },
    ],
    [
      'logs of another branch',
      'gave logs of another transaction',
      ({ logs }) => {
        ;(logs[0] as Json).blockHash = other.hash
      },
      { receipts: 'logs' },
    ],
    [
      'no list of logs',
      'a receipt has no list of logs',
      ({ receipts }) => {
        ;(receipts[0] as Json).logs = null
      },
    ],
  ])('%s', async (_name, message, change, request) => {
    const { block } = await readChanged(change, request)
    expect(block).toMatchObject({ kind: 'bad-answer', message: expect.stringMatching(`^127.0.0.1:\\d+: ${message}$`) })
  })

  test.each<[name: string, message: string, receipt: unknown]>([
    ['of another transaction', 'a receipt of another block', generated.receipts[0]],
    [
      'of another branch',
      'a receipt of another block',
      (hash: unknown) => ({ ...single(hash), blockHash: other.hash }),
    ],
    ['with other logs', 'other logs than the block', (hash: unknown) => ({ ...single(hash), logs: [{}, {}] })],
    ['that is none', 'not an object', 'receipt'],
  ])('a single receipt %s', async (_name, message, receipt) => {
    const answer = typeof receipt === 'function' ? ([hash]: readonly unknown[]) => receipt(hash) : receipt
    const { block } = await read({ ...honest, eth_getTransactionReceipt: answer }, { receipts: 'logs' })
    expect(block).toMatchObject({ kind: 'bad-answer', message: expect.stringContaining(message) })
  })

  test('all receipts of another branch', async () => {
    const { block } = await read({ ...honest, eth_getBlockReceipts: other.receipts })
    expect(block).toMatchObject({ kind: 'bad-answer', message: expect.stringContaining('receipts of another block') })
  })
})

describe('a family of chains that no table names', () => {
  const changes: readonly (readonly [name: string, change: (parts: Parts) => void])[] = [
    [
      'receipts that do not count gas, as zkSync',
      ({ receipts }) => {
        for (const each of receipts) each.cumulativeGasUsed = '0x0'
      },
    ],
    [
      'no bloom filter, as zkSync',
      ({ block }) => {
        block.logsBloom = `0x${'0'.repeat(512)}`
      },
    ],
    [
      'a full bloom filter, as Filecoin',
      ({ block }) => {
        block.logsBloom = `0x${'f'.repeat(512)}`
      },
    ],
    [
      'another type of transaction',
      ({ block }) => {
        ;(block.transactions[PAYMENT] as Json).type = '0xff'
      },
    ],
    [
      'a deposit without a nonce',
      ({ block }) => {
        block.transactions[PAYMENT] = { ...block.transactions[PAYMENT], type: '0x7e', nonce: null }
      },
    ],
  ]

  test.each(changes)('may have %s', async (_name, change) => {
    const changed = blockOf(await readChanged(change, { chainId: '59144' }))
    expect(changed.matched.length).toBe(blockOf(await read(honest)).matched.length)
  })

  test('may have no nonce in deposits only', async () => {
    const { block } = await readChanged(({ block }) => void delete (block.transactions[PAYMENT] as Json).nonce, {
      chainId: '59144',
    })
    expect(block).toMatchObject({ kind: 'bad-answer', message: expect.stringContaining('nonce') })
  })
})

describe('what cannot be read is refused', () => {
  const transactionOf = ({ block }: Parts) => block.transactions[PAYMENT] as Json
  const receiptOf = ({ receipts }: Parts) => receipts[TRANSFER] as Json
  const logOf = (parts: Parts) => (receiptOf(parts).logs as Json[])[0] as Json
  test.each<[name: string, change: (parts: Parts) => void]>([
    [
      'a number that is no quantity',
      ({ block }) => {
        block.number = 100
      },
    ],
    [
      'a number beyond the safe integers',
      ({ block }) => {
        block.number = '0x20000000000000'
      },
    ],
    [
      'a short hash',
      ({ block }) => {
        block.hash = '0x12'
      },
    ],
    [
      'no parent',
      ({ block }) => {
        block.parentHash = null
      },
    ],
    [
      'a timestamp beyond the safe integers',
      ({ block }) => {
        block.timestamp = `0x${'f'.repeat(60)}`
      },
    ],
    [
      'no gas',
      ({ block }) => {
        block.gasUsed = undefined
      },
    ],
    [
      'no bloom filter',
      ({ block }) => {
        block.logsBloom = undefined
      },
    ],
    [
      'a short bloom filter',
      ({ block }) => {
        block.logsBloom = '0x00'
      },
    ],
    [
      'hashes for transactions',
      ({ block }) => {
        block.transactions = [generated.hash] as never
      },
    ],
    [
      'no transactions',
      ({ block }) => {
        block.transactions = {} as never
      },
    ],
    [
      'a list for a receipt',
      ({ receipts }) => {
        receipts[3] = [] as never
      },
    ],
    [
      'a value of 257 bits',
      (parts) => {
        transactionOf(parts).value = `0x1${'0'.repeat(64)}`
      },
    ],
    [
      'half a byte of data',
      (parts) => {
        transactionOf(parts).input = '0x123'
      },
    ],
    [
      'no data',
      (parts) => {
        transactionOf(parts).input = undefined
      },
    ],
    [
      'a short sender',
      (parts) => {
        transactionOf(parts).from = '0x12'
      },
    ],
    [
      'a nonce beyond the safe integers',
      (parts) => {
        transactionOf(parts).nonce = `0x${'f'.repeat(16)}`
      },
    ],
    [
      'a type of two bytes',
      (parts) => {
        transactionOf(parts).type = '0x100'
      },
    ],
    [
      'a minted value that is none',
      (parts) => {
        transactionOf(parts).mint = 'all'
      },
    ],
    [
      'five topics',
      (parts) => {
        logOf(parts).topics = [...(logOf(parts).topics as string[]), ...[1, 2].map(() => other.hash)]
      },
    ],
    [
      'a log without an address',
      (parts) => {
        logOf(parts).address = '0x'
      },
    ],
    [
      'a log with half a byte',
      (parts) => {
        logOf(parts).data = '0x1'
      },
    ],
    [
      'a withdrawal without an address',
      ({ block }) => {
        block.withdrawals = [{ amount: '0x1' }]
      },
    ],
    [
      'a withdrawal without an amount',
      ({ block }) => {
        block.withdrawals = [{ address: WATCHED }]
      },
    ],
  ])('%s', async (_name, change) => {
    expect((await readChanged(change)).block).toMatchObject({ kind: 'bad-answer' })
  })
})

describe('what nodes and chains do differently is accepted', () => {
  const otherGas = ({ receipts }: Parts) => {
    ;(receipts.at(-1) as Json).cumulativeGasUsed = '0x5208'
  }
  test.each<[name: string, change: (parts: Parts) => void, request?: Partial<BlockRequest>]>([
    ['gas of receipts on Polygon', otherGas, { chainId: '137' }],
    ['gas of receipts on Arbitrum', otherGas, { chainId: '42161' }],
    [
      'gas before refunds, from the Amsterdam hard fork on',
      (parts) => {
        parts.block.blockAccessListHash = other.hash
        otherGas(parts)
      },
    ],
    [
      'hex in upper case',
      (parts) => {
        const upper = (text: unknown) => String(text).toUpperCase().replace('0X', '0x')
        const { block, receipts } = parts
        Object.assign(block, { hash: upper(block.hash) })
        for (const transaction of block.transactions)
          Object.assign(transaction, { hash: upper(transaction.hash), to: transaction.to && upper(transaction.to) })
        for (const { logs } of receipts)
          for (const log of logs as Json[]) log.topics = (log.topics as string[]).map(upper)
      },
    ],
    [
      'a type that is not known',
      ({ block }) => {
        ;(block.transactions[PAYMENT] as Json).type = '0x55'
      },
    ],
    ['no type', ({ block }) => void delete (block.transactions[PAYMENT] as Json).type],
    ['data under its older name', ({ block }) => renameInput(block.transactions[PAYMENT] as Json)],
    ['no withdrawals', ({ block }) => void delete block.withdrawals],
  ])('%s', async (_name, change, request) => {
    const { header, matched } = blockOf(await readChanged(change, request))
    expect(header.hash).toBe(generated.hash)
    expect(matched.map(({ candidates }) => candidates)).toEqual([[WATCHED], [WATCHED]])
    expect(matched[0]?.transaction).toMatchObject({ to: WATCHED, value: 5n, data: '0x' })
  })

  test('a block without transactions needs no receipts', async () => {
    const empty = generateBlock({ chainId: '1', transactions: 0, blockMs: 1 }, 100, { timestamp: 1 })
    const reading = await read(answersOf(empty))
    expect(blockOf(reading)).toMatchObject({ transactions: 0, matched: [] })
    expect(reading.methods).toEqual(['eth_getBlockByNumber'])
  })
})

function renameInput(transaction: Json): void {
  transaction.data = transaction.input
  delete transaction.input
}

describe('failures of the node are failures of the read', () => {
  test.each<[fault: RpcFaultName, kind: string]>([
    ['truncated', 'bad-answer'],
    ['wrong id', 'bad-answer'],
    ['no result', 'bad-answer'],
    ['HTML 200', 'bad-answer'],
    ['50 MB body', 'bad-answer'],
    ['50 MB length', 'bad-answer'],
    ['redirect', 'bad-answer'],
    ['gzip', 'bad-answer'],
    ['cut body', 'network'],
    ['HTTP 429 Retry-After 3600', 'rate'],
    ['HTTP 402 daily limit', 'rate'],
    ['header not found', 'lagging'],
    ['missing trie node', 'pruned'],
    ['method not found', 'closed'],
  ])('%s: %s', async (fault, kind) => {
    await using proxy = await startProxy(upstreamOf(honest))
    proxy.script(fault)
    const url = `${proxy.url}/planted-key`
    const request = { chainId: '1', url, block: 100, receipts: 'receipts', timeoutMs: PATIENCE_MS } as const
    const { block } = await reader.read(request)
    expect(block).toMatchObject({ kind })
    expect(JSON.stringify(block)).not.toContain('planted-key')
  })

  test('the receipts fail where the block does not', async () => {
    await using proxy = await startProxy(upstreamOf({ eth_getBlockByNumber: generated.block }))
    const request = { chainId: '1', url: proxy.url, block: 100, receipts: 'receipts', timeoutMs: PATIENCE_MS } as const
    expect(await reader.read(request)).toMatchObject({ block: { kind: 'closed' }, requests: 2 })
  })

  test('a URL that cannot be used is no crash, and is not shown', async () => {
    const request = {
      chainId: '1',
      url: 'ftp://planted-key',
      block: 1,
      receipts: 'receipts',
      timeoutMs: PATIENCE_MS,
    } as const
    const { block, requests } = await reader.read(request)
    expect(block).toMatchObject({ kind: 'failed' })
    expect(JSON.stringify(block)).not.toContain('planted-key')
    expect(requests).toBe(0)
  })

  test('an address that nodes must not have is refused', async () => {
    const url = 'http://169.254.169.254/latest'
    const { block } = await reader.read({ chainId: '1', url, block: 1, receipts: 'receipts', timeoutMs: PATIENCE_MS })
    expect(block).toMatchObject({ kind: 'refused-address' })
  })

  test('a large answer of nothing but small values is refused before it is parsed', async () => {
    const body = `{"jsonrpc":"2.0","id":1,"result":[${'[],'.repeat(5_700_000)}0]}`
    const node = createServer((_request, response) => void response.end(body)).listen(0, '127.0.0.1')
    await once(node, 'listening')
    onTestFinished(() => void node.close())
    const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
    const { block } = await reader.read({ chainId: '1', url, block: 1, receipts: 'receipts', timeoutMs: PATIENCE_MS })
    expect(block).toMatchObject({ kind: 'bad-answer', message: expect.stringContaining('too many values') })
  })
})
