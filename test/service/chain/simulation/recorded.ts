import { readFileSync } from 'node:fs'
import type { Capabilities, NodeHead } from '../../../../src/service/chain/nodes/chain-node.ts'
import type { RpcReply } from '../../../../src/service/chain/rpc/json-rpc.ts'
import type { SimulationResult } from '../../../../src/service/chain/simulation/result.ts'
import { simulate } from '../../../../src/service/chain/simulation/simulate.ts'
import type { Log } from '../../../../src/service/evm/logs.ts'
import { analyze } from '../../../../src/service/risk/analyze.ts'
import type { Transaction } from '../../../../src/service/risk/types.ts'
import type { RecordedName } from '../../../support/chain/recordings.ts'
import { accountsFrom, everything, type SimpleAccount, seeded } from '../../../support/chain/simulate-on.ts'

/**
 * A transaction, and what anvil answered: with all that it can do, a trace with the real balance and one with a higher one, an estimate
 * of the gas, then eth_simulateV1 in a realistic block, in its own, and with the gas of a wallet. Where events name an item that is not
 * read yet, the last three once more.
 */
export interface Recorded {
  readonly transaction: Transaction
  readonly head: NodeHead
  readonly accounts: readonly SimpleAccount[]
  /** What is used of all that anvil can do. */
  readonly can: Partial<Capabilities>
  readonly replies: readonly RpcReply[]
}

export function recordedFile(name: string): URL {
  return new URL(`recorded/${name}.json`, import.meta.url)
}

/** As test/chain/recorded.test.ts writes it, without what answers are not read for: roots, blooms, hashes. */
export function recorded(name: RecordedName): Recorded {
  const text = readFileSync(recordedFile(name), 'utf8')
  const { transaction, head, accounts, can, replies } = JSON.parse(text)
  const { number, gasLimit, baseFee } = head
  return {
    transaction: { ...transaction, chainId: '1', value: BigInt(transaction.value) },
    head: { ...head, number: BigInt(number), gasLimit: BigInt(gasLimit), baseFee: BigInt(baseFee) },
    accounts: accounts.map((account: SimpleAccount) => ({ ...account, balance: BigInt(account.balance) })),
    can,
    replies,
  }
}

/** A transaction in a block of anvil: its receipt and its trace, as the node gives them. */
export interface RecordedMined {
  readonly transaction: { readonly from: string; readonly to: string; readonly value: string; readonly data: string }
  readonly receipt: { readonly status: string; readonly logs: readonly Log[] }
  readonly trace: Readonly<Record<string, unknown>>
}

export const minedNames = ['approval', 'operator', 'approved-item', 'revert', 'sent-item', 'swap', 'unwrap'] as const

export type MinedName = (typeof minedNames)[number]

export function mined(name: MinedName): RecordedMined {
  return JSON.parse(readFileSync(recordedFile(`mined-${name}`), 'utf8'))
}

/** Simulates with the given replies, one after another; a missing one is `undefined`. */
export function replay({ transaction, head, accounts, can, replies }: Recorded): SimulationResult {
  const rest = [...replies]
  const analysis = analyze(transaction)
  const input = { analysis, head, can: { ...everything, ...can }, randomBytes: seeded(), trace: undefined }
  const discovery = simulate(input)
  const discovered = discovery.read(rest.splice(0, discovery.requests.length))
  const measurement = discovered.measure(
    discovered.trace ? analyze(transaction, discovered.trace) : analysis,
    accountsFrom(accounts),
  )
  const measured = rest.splice(0, measurement.requests.length)
  const more = measurement.more(measured)
  return more ? more.read(rest) : measurement.read(measured)
}
