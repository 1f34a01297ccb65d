import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { chainShapes } from '../../test/support/chain/generated-blocks.ts'
import { blockHash, FIRST_NUMBER, PAID, PrebuiltBlocks } from './prebuilt-blocks.ts'

/**
 * Nodes of all chains in one process, at `/<chain id>`: each makes a block of its shape at the chain's own time. Every block
 * pays an address that the parent names. Tells the parent when the last byte of a block was sent.
 */
export interface Served {
  readonly chainId: string
  readonly number: number
  /** Wall time (ms). */
  readonly at: number
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

const payee = process.argv[2] as string
const now = () => performance.timeOrigin + performance.now()
const started = now()
const HISTORY = 2000
let requests = 0

interface ServedChain {
  readonly chainId: string
  readonly blockMs: number
  readonly blocks: PrebuiltBlocks
  /** Hashes, in headers. */
  readonly transactions: readonly string[]
  /** Numbers by hash. */
  readonly numbers: Map<string, number>
  known: number
}

const chains = new Map(
  chainShapes.map((shape) => {
    const { chainId, blockMs } = shape
    const blocks = new PrebuiltBlocks(shape, payee)
    // As many as the block has: a node that gave another count would not be asked for receipts.
    const transactions = Array.from({ length: shape.transactions }, (_, at) => blockHash(`transaction ${chainId}`, at))
    const numbers = new Map<string, number>()
    return [chainId, { chainId, blockMs, blocks, transactions, numbers, known: FIRST_NUMBER }]
  }),
)

const hex = (value: number | bigint) => `0x${value.toString(16)}`

/** Blocks before the start are as old as their number says. */
function headOf(chain: ServedChain): number {
  const head = FIRST_NUMBER + HISTORY + Math.floor((now() - started) / chain.blockMs)
  for (; chain.known <= head; chain.known++) chain.numbers.set(blockHash(chain.chainId, chain.known), chain.known)
  return head
}

function timeOf({ blockMs }: ServedChain, number: number): number {
  return Math.floor((started + (number - FIRST_NUMBER - HISTORY) * blockMs) / 1000)
}

function numberOf(chain: ServedChain, of: unknown): number | undefined {
  const head = headOf(chain)
  if (of === 'latest' || of === undefined) return head
  if (of === 'finalized' || of === 'safe') return head - 64
  const hash = typeof of === 'object' && of !== null ? (of as { blockHash?: string }).blockHash : of
  if (typeof hash !== 'string') return undefined
  const number = hash.length === 66 ? chain.numbers.get(hash) : Number(hash)
  return number === undefined || number > head ? undefined : number
}

function header(chain: ServedChain, number: number): string {
  return JSON.stringify({
    number: hex(number),
    hash: blockHash(chain.chainId, number),
    parentHash: blockHash(chain.chainId, number - 1),
    timestamp: hex(timeOf(chain, number)),
    baseFeePerGas: '0x1',
    gasLimit: '0x2255100',
    gasUsed: '0x0',
    transactions: chain.transactions,
    miner: `0x${'1'.repeat(40)}`,
    mixHash: `0x${'2'.repeat(64)}`,
    difficulty: '0x0',
  })
}

/** JSON of a result, in parts; undefined: the method is not offered. */
function resultOf(chain: ServedChain, { method, params }: Call): string | Buffer | undefined {
  if (method === 'eth_chainId') return `"${hex(Number(chain.chainId))}"`
  if (method === 'eth_blockNumber') return `"${hex(headOf(chain))}"`
  if (method === 'eth_getBlockByNumber' || method === 'eth_getBlockByHash') {
    const number = numberOf(chain, params[0])
    if (number === undefined) return 'null'
    return params[1] === true ? chain.blocks.get('block', number, timeOf(chain, number)) : header(chain, number)
  }
  if (method === 'eth_getBlockReceipts') {
    const number = numberOf(chain, params[0])
    return number === undefined ? 'null' : chain.blocks.get('receipts', number, timeOf(chain, number))
  }
  if (method === 'eth_getBalance') {
    const number = numberOf(chain, params[1])
    if (number === undefined) return 'null'
    return `"${hex(String(params[0]).toLowerCase() === payee ? BigInt(number - FIRST_NUMBER) * PAID : 0n)}"`
  }
  if (method === 'eth_getTransactionCount') return '"0x0"'
  if (method === 'eth_getCode' || method === 'eth_call') return '"0x"'
  return undefined
}

function answer(response: ServerResponse, chain: ServedChain, calls: readonly Call[], isBatch: boolean): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  if (isBatch) response.write('[')
  for (const [at, call] of calls.entries()) {
    const result = resultOf(chain, call)
    const start = `${at > 0 ? ',' : ''}{"jsonrpc":"2.0","id":${call.id},`
    if (result === undefined) response.write(`${start}"error":{"code":-32601,"message":"method not found"}}`)
    else {
      response.write(`${start}"result":`)
      response.write(result)
      response.write('}')
    }
  }
  response.end(isBatch ? ']' : '')
}

const served: Served[] = []
const server = createServer(async (request, response) => {
  const chain = chains.get(request.url?.slice(1) ?? '') as ServedChain
  const body = JSON.parse(await text(request)) as Call | readonly Call[]
  const isBatch = Array.isArray(body)
  const calls = (isBatch ? body : [body]) as readonly Call[]
  requests += calls.length
  const receipts = calls.find(({ method }) => method === 'eth_getBlockReceipts')
  const number = receipts && numberOf(chain, receipts.params[0])
  if (number !== undefined) response.once('finish', () => served.push({ chainId: chain.chainId, number, at: now() }))
  answer(response, chain, calls, isBatch)
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port, started, first: FIRST_NUMBER + HISTORY })
})
setInterval(() => process.send?.({ served: served.splice(0), requests }), 500)
process.once('disconnect', () => process.exit())
