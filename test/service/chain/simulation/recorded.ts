import { readFileSync } from 'node:fs'
import type { Capabilities, Head } from '../../../../src/service/chain/nodes/chain-node.ts'
import type { RpcReply } from '../../../../src/service/chain/rpc/json-rpc.ts'
import type { SimulationResult } from '../../../../src/service/chain/simulation/result.ts'
import { simulate } from '../../../../src/service/chain/simulation/simulate.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import type { Transaction } from '../../../../src/service/risk/types.ts'
import { everything, seeded } from '../../../support/chain/simulate-on.ts'

/** A transaction, and what anvil answered: a trace, then eth_simulateV1 in a realistic block and in its own. */
export interface Recorded {
  readonly transaction: Transaction
  readonly head: Head
  readonly replies: readonly unknown[]
}

export const recordedNames = ['approval', 'payment', 'pill', 'revert'] as const

/** Without what the answers are not read for: roots, blooms, hashes. */
export function recorded(name: (typeof recordedNames)[number]): Recorded {
  const text = readFileSync(new URL(`recorded/${name}.json`, import.meta.url), 'utf8')
  const { transaction, head, replies } = JSON.parse(text)
  const { number, gasLimit, baseFee } = head
  return {
    transaction: { ...transaction, chainId: '1', value: BigInt(transaction.value) },
    head: { ...head, number: BigInt(number), gasLimit: BigInt(gasLimit), baseFee: BigInt(baseFee) },
    replies,
  }
}

/** Simulates with the given replies, one after another; a missing one is `undefined`. */
export function replay(
  { transaction, head, replies }: Recorded,
  can: Partial<Capabilities> = {},
  reply = (result: unknown): RpcReply => ({ result }),
): SimulationResult {
  const rest = replies.map(reply)
  const analysis = analyze(transaction)
  const input = { analysis, head, can: { ...everything, ...can }, randomBytes: seeded(), trace: undefined }
  const discovery = simulate(input)
  const discovered = discovery.read(rest.splice(0, discovery.requests.length))
  const measurement = discovered.measure(
    discovered.trace ? analyze(transaction, discovered.trace) : analysis,
    new Map(),
  )
  return measurement.read(rest.splice(0, measurement.requests.length))
}
