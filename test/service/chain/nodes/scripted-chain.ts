import * as AbiParameters from 'ox/AbiParameters'
import type { NodeAnswer, RpcCall, Upstream } from '../../../support/fault-proxy.ts'

export interface ChainScript {
  readonly chainId: number
  head: number
  /** Of the head (s). */
  headTime: number
  readonly secondsPerBlock: number
  /** Answers that differ from those of a good node. */
  readonly odd?: Readonly<Record<string, (call: RpcCall) => NodeAnswer | Promise<NodeAnswer>>>
}

const SENDER = `0x${'5e'.repeat(20)}`
const EMITTER = '0x7478776172646e2070726f62652000000000004d'
const RECEIVER = '0x7478776172646e2070726f62652000000000005e'
const NATIVE = `0x${'ee'.repeat(20)}`
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const TOPIC = `0x${'7061'.repeat(16)}`

const hex = (number: number) => `0x${number.toString(16)}`
const word = (number: number | bigint): `0x${string}` => `0x${number.toString(16).padStart(64, '0')}`

/** What a node with every method answers to the questions of a probe. The tests on anvil show that a real one does. */
export function scriptedChain(script: ChainScript): Upstream {
  return (call) => script.odd?.[call.method]?.(call) ?? { result: honestAnswer(script, call) }
}

export function honestAnswer(script: ChainScript, { method, params }: RpcCall): unknown {
  switch (method) {
    case 'eth_chainId':
      return hex(script.chainId)
    case 'eth_getBlockByNumber':
      return header(script, params[0] === 'latest' ? script.head : Number(params[0]))
    case 'eth_call': {
      const balance = word(0x123456789)
      return AbiParameters.encode(AbiParameters.from(['bytes[] a', 'bool b', 'bytes c', 'bytes[] d']), [
        [balance],
        true,
        `0x${'5eed'.repeat(16)}`,
        [balance],
      ])
    }
    case 'debug_traceCall':
      return {
        type: 'CALL',
        logs: [{ address: EMITTER, topics: [TOPIC], data: word(1) }],
        calls: [{ type: 'CALL', to: RECEIVER, value: '0x0' }],
      }
    case 'eth_simulateV1':
      return [{ calls: [{ status: '0x1', logs: simulatedLogs(params) }] }]
    case 'eth_getBlockReceipts':
      return [{ blockHash: (params[0] as { blockHash: string }).blockHash }]
    case 'eth_getTransactionByBlockNumberAndIndex':
      return params[1] === '0x0' ? { from: SENDER, nonce: params[0] } : null
    // The sender's only transaction of each block has the block's number as nonce.
    case 'eth_getTransactionCount':
      return hex(Number(params[1]) + 1)
    case 'eth_getBalance':
      return '0x0'
    default:
      return undefined
  }
}

export function simulatedLogs(params: readonly unknown[]): { address: string; topics: string[]; data: string }[] {
  const [{ blockStateCalls }] = params as [{ blockStateCalls: [{ blockOverrides?: { time?: string } }] }]
  const time = blockStateCalls[0].blockOverrides?.time ?? '0x0'
  return [
    { address: EMITTER, topics: [TOPIC], data: word(BigInt(time)) },
    { address: NATIVE, topics: [TRANSFER, word(BigInt(EMITTER)), word(BigInt(RECEIVER))], data: word(7) },
  ]
}

export function header({ head, headTime, secondsPerBlock }: ChainScript, number: number): unknown {
  if (number > head) return null
  return {
    number: hex(number),
    hash: word(number + 1),
    parentHash: word(number),
    timestamp: hex(Math.floor(headTime - (head - number) * secondsPerBlock)),
    miner: `0x${'fe'.repeat(20)}`,
    gasLimit: '0x1c9c380',
    baseFeePerGas: '0x7',
    transactions: [word(number)],
  }
}
