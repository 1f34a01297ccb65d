import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { WorkerAnswer } from '../../../../src/service/chain/blocks/block-reader.ts'
import { nodeFailure } from '../../../../src/service/chain/rpc/json-rpc.ts'
import { PATIENCE_MS } from '../../../support/patience.ts'
import {
  answersOf,
  blockOf,
  blockWithTransfers,
  openReader,
  readFrom,
  STRANGER,
  startProxy,
  TOKEN,
  upstreamOf,
  WATCHED,
} from './blocks-node.ts'

const generated = blockWithTransfers()
const answers = answersOf(generated)

test('a block is read with what touches the watched address', async () => {
  const reading = await readFrom(answers)
  const block = blockOf(reading)
  expect(block.header).toEqual({
    number: 100,
    hash: generated.hash,
    parentHash: generated.block.parentHash,
    timestamp: 1_700_000_000,
  })
  expect(block.transactions).toBe(12)
  expect(block.matched.map(({ transaction, candidates }) => [transaction.from, transaction.to, candidates])).toEqual([
    [STRANGER, WATCHED, [WATCHED]],
    [STRANGER, TOKEN, [WATCHED]],
  ])
  expect(block.matched[0]?.transaction.value).toBe(5n)
  expect(block.matched[1]?.receipt.logs).toHaveLength(1)
  expect(reading.requests).toBe(2)
  expect(reading.methods).toEqual(['eth_getBlockByNumber', 'eth_getBlockReceipts'])
})

test('with logs, the receipts of matched transactions are read one by one', async () => {
  const whole = blockOf(await readFrom(answers))
  const reading = await readFrom(answers, { receipts: 'logs' })
  expect(blockOf(reading)).toEqual(whole)
  expect(reading.methods).toEqual([
    'eth_getBlockByNumber',
    'eth_getLogs',
    'eth_getTransactionReceipt',
    'eth_getTransactionReceipt',
  ])
  expect(reading.requests).toBe(4)
})

test('without any receipts, the outcome of transactions is not known', async () => {
  const { eth_getTransactionReceipt: _, ...without } = answers
  const reading = await readFrom(without, { receipts: 'logs', block: generated.hash })
  const [payment, transfer] = blockOf(reading).matched
  expect(payment?.receipt).toEqual({ succeeded: undefined, fee: undefined, created: undefined, logs: [] })
  expect(transfer?.receipt.logs).toHaveLength(1)
  expect(reading.methods.slice(0, 2)).toEqual(['eth_getBlockByHash', 'eth_getLogs'])
})

test('more logs than the node gives at once are read from the receipts', async () => {
  await using proxy = await startProxy(({ method }) =>
    method === 'eth_getLogs'
      ? { error: { code: -32_005, message: 'query returned more than 10000 results' } }
      : { result: answers[method] },
  )
  const request = { chainId: '1', url: proxy.url, block: 100, receipts: 'logs', timeoutMs: PATIENCE_MS } as const
  const reading = await openReader().read({ ...request, only: [WATCHED] })
  expect(blockOf(reading).matched[0]?.receipt.succeeded).toBe(true)
  expect(reading.requests).toBe(3)
})

test('receipts and logs are requested by the hash of the block', async () => {
  const params: unknown[] = []
  await using proxy = await startProxy(({ method, params: [first] }) => {
    params.push([method, first])
    return { result: answers[method] }
  })
  const request = { chainId: '1', url: proxy.url, block: 100, timeoutMs: PATIENCE_MS }
  const reader = openReader()
  await reader.read({ ...request, receipts: 'receipts' })
  await reader.read({ ...request, receipts: 'logs' })
  expect(params).toEqual([
    ['eth_getBlockByNumber', '0x64'],
    ['eth_getBlockReceipts', generated.hash],
    ['eth_getBlockByNumber', '0x64'],
    ['eth_getLogs', { blockHash: generated.hash }],
  ])
})

test('watched addresses are looked for on their chain', async () => {
  const reader = openReader()
  await reader.watch('1', [WATCHED])
  await using proxy = await startProxy(upstreamOf(answers))
  const request = { url: proxy.url, block: 100, receipts: 'receipts', timeoutMs: PATIENCE_MS } as const
  expect(blockOf(await reader.read({ ...request, chainId: '1' })).matched).toHaveLength(2)
  expect(blockOf(await reader.read({ ...request, chainId: '10' })).matched).toHaveLength(0)
})

test('a crash of the thread fails the reads in flight, and the next thread knows the watched addresses', async () => {
  const reader = openReader()
  await reader.watch('1', [WATCHED])
  await using silent = await startProxy(upstreamOf(answers))
  silent.script('slow head')
  await using honest = await startProxy(upstreamOf(answers))
  const request = { chainId: '1', block: 100, receipts: 'receipts', timeoutMs: PATIENCE_MS } as const
  const inFlight = reader.read({ ...request, url: silent.url })
  await expect(reader.watch('1', [null as never])).rejects.toThrow('the reader of blocks stopped')
  const { host } = new URL(silent.url)
  expect(await inFlight).toEqual({
    block: nodeFailure(host, 'failed', 'the reader of blocks stopped'),
    requests: 0,
  })
  expect(blockOf(await reader.read({ ...request, url: honest.url })).matched).toHaveLength(2)
})

test('a reader that was closed fails its reads', async () => {
  const reader = openReader()
  await using silent = await startProxy(upstreamOf(answers))
  silent.script('slow head')
  const request = { chainId: '1', url: silent.url, block: 100, receipts: 'receipts', timeoutMs: PATIENCE_MS } as const
  const inFlight = reader.read(request)
  await reader.close()
  expect(await inFlight).toMatchObject({ block: { kind: 'failed' } })
  expect(await reader.read(request)).toMatchObject({ block: { kind: 'failed' } })
})

test('the thread of the build reads blocks too', async () => {
  const worker = new Worker(join(import.meta.dirname, '../../../../dist/block-worker.cjs'), {
    workerData: { tables: new Map() },
  })
  await using proxy = await startProxy(upstreamOf(answers))
  const read = {
    chainId: '1',
    url: proxy.url,
    block: 100,
    receipts: 'receipts',
    timeoutMs: PATIENCE_MS,
    only: [WATCHED],
  }
  const answer = await new Promise<WorkerAnswer>((resolve, reject) => {
    worker.on('message', resolve).on('error', reject).postMessage({ id: 1, read })
  })
  await worker.terminate()
  expect('reading' in answer && blockOf(answer.reading).matched).toHaveLength(2)
})

test('the thread keeps the process alive while it reads, and no longer', () => {
  const reader = new URL('../../../../src/service/chain/blocks/worker-block-reader.ts', import.meta.url)
  const program = `
    const { createBlockReader } = await import(${JSON.stringify(reader.href)})
    const reader = createBlockReader()
    await reader.watch('1', ['${WATCHED}'])
    const request = { chainId: '1', url: 'http://127.0.0.1:1', block: 1, receipts: 'receipts', timeoutMs: ${PATIENCE_MS} }
    reader.read(request).then(({ block }) => console.log(block.kind))`
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  })
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'network\n', stderr: '' })
})
