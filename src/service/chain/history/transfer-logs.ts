import { quantity, quantityOf } from '../../../shared/json/evm-json.ts'
import { isRecord } from '../../../shared/json/json.ts'
import { TRANSFER } from '../../evm/logs.ts'
import { word } from '../../evm/words.ts'
import type { RpcRequest } from '../rpc/json-rpc.ts'
import type { BlockRange, LogQuery } from './walk-logs.ts'

type Direction = 'sent' | 'received'

const BOTH: readonly Direction[] = ['sent', 'received']

/** Looks for the transfers of an address. */
export function transfersOf(address: string): LogQuery<LoggedTransfer> {
  return {
    noun: 'transfers',
    requests: (range) => BOTH.map((direction) => transfersRequest(address, direction, range)),
    read: (results, range) => {
      const read = BOTH.map((direction, at) => readTransfers(results[at], address, direction, range))
      return read.every((transfers) => transfers !== undefined) ? read.flat() : undefined
    },
  }
}

/** What a token says about a transfer. Addresses in lower case. */
export interface LoggedTransfer {
  readonly direction: Direction
  readonly token: string
  readonly other: string
  /** An amount above zero (ERC-20), or a token with an id (ERC-721). */
  readonly isPositive: boolean
  readonly block: bigint
  /** Time of the block (s), where the node says it. */
  readonly timestamp: number | undefined
}

function transfersRequest(address: string, direction: Direction, { first, last }: BlockRange): RpcRequest {
  const party = `0x${word(address)}`
  return {
    method: 'eth_getLogs',
    params: [
      {
        fromBlock: quantity(first),
        toBlock: quantity(last),
        topics: direction === 'sent' ? [TRANSFER, party] : [TRANSFER, null, party],
      },
    ],
  }
}

/** The transfers in an answer; undefined for an answer that is not one to this request. */
function readTransfers(
  result: unknown,
  address: string,
  direction: Direction,
  range: BlockRange,
): LoggedTransfer[] | undefined {
  if (!Array.isArray(result)) return undefined
  const transfers: LoggedTransfer[] = []
  for (const log of result) {
    const transfer = readTransfer(log, address.toLowerCase(), direction)
    if (transfer === undefined || transfer.block < range.first || transfer.block > range.last) return undefined
    transfers.push(transfer)
  }
  return transfers
}

function readTransfer(log: unknown, address: string, direction: Direction): LoggedTransfer | undefined {
  if (!isRecord(log) || !Array.isArray(log.topics) || typeof log.address !== 'string') return undefined
  const [event, ...parties] = log.topics as readonly unknown[]
  const [from, to] = parties.map(addressIn)
  const token = /^0x[0-9a-f]{40}$/i.exec(log.address)?.[0].toLowerCase()
  const block = quantityOf(log.blockNumber)
  if (event !== TRANSFER || !from || !to || token === undefined || block === undefined) return undefined
  if ((direction === 'sent' ? from : to) !== address) return undefined
  const timestamp = quantityOf(log.blockTimestamp)
  return {
    direction,
    token,
    other: direction === 'sent' ? to : from,
    isPositive: isPositive(parties.length, log.data),
    block,
    timestamp: timestamp !== undefined && timestamp <= Number.MAX_SAFE_INTEGER ? Number(timestamp) : undefined,
  }
}

/** With three indexed arguments the third is the id of an ERC-721 token, else the data is the amount. */
function isPositive(indexed: number, data: unknown): boolean {
  if (indexed === 3) return true
  return typeof data === 'string' && /^0x(?=[0-9a-f]{64}$)0*[1-9a-f]/i.test(data)
}

function addressIn(topic: unknown): string | undefined {
  return typeof topic === 'string'
    ? /^0x0{24}([0-9a-f]{40})$/i
        .exec(topic)?.[0]
        .replace(/^0x0{24}/, '0x')
        .toLowerCase()
    : undefined
}
