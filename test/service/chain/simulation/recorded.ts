import { readFileSync } from 'node:fs'
import type { Capabilities, Head } from '../../../../src/service/chain/nodes/chain-node.ts'
import type { RpcReply } from '../../../../src/service/chain/rpc/json-rpc.ts'
import type { SimulationResult } from '../../../../src/service/chain/simulation/result.ts'
import { simulate } from '../../../../src/service/chain/simulation/simulate.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import type { Transaction } from '../../../../src/service/risk/types.ts'
import { accountsFrom, everything, type SimpleAccount, seeded } from '../../../support/chain/simulate-on.ts'

/**
 * A transaction, and what anvil answered: a trace with the real balance and one with a higher one, an estimate of the gas, then
 * eth_simulateV1 in a realistic block, in its own, and with the gas of a wallet.
 */
export interface Recorded {
  readonly transaction: Transaction
  readonly head: Head
  readonly accounts: readonly SimpleAccount[]
  readonly replies: readonly unknown[]
}

export const recordedNames = ['approval', 'ether', 'payment', 'pill', 'revert'] as const

export function recordedFile(name: string): URL {
  return new URL(`recorded/${name}.json`, import.meta.url)
}

/** As test/chain/recorded.test.ts writes it, without what answers are not read for: roots, blooms, hashes. */
export function recorded(name: (typeof recordedNames)[number]): Recorded {
  const text = readFileSync(recordedFile(name), 'utf8')
  const { transaction, head, accounts, replies } = JSON.parse(text)
  const { number, gasLimit, baseFee } = head
  return {
    transaction: { ...transaction, chainId: '1', value: BigInt(transaction.value) },
    head: { ...head, number: BigInt(number), gasLimit: BigInt(gasLimit), baseFee: BigInt(baseFee) },
    accounts: accounts.map((account: SimpleAccount) => ({ ...account, balance: BigInt(account.balance) })),
    replies,
  }
}

/** Simulates with the given replies, one after another; a missing one is `undefined`. */
export function replay(
  { transaction, head, accounts, replies }: Recorded,
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
    accountsFrom(accounts),
  )
  return measurement.read(rest.splice(0, measurement.requests.length))
}
