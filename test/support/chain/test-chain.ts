import { AbiFunction, AbiParameters } from 'ox'
import { artefact } from './artefacts.ts'
import type { Rpc } from './rpc.ts'

/** A transaction as a wallet asks for it. */
export interface Tx {
  readonly from: string
  /** Absent: it creates a contract. */
  readonly to?: string
  readonly data?: string
  readonly value?: bigint
}

interface Receipt {
  readonly transactionHash: string
  readonly status: string
  readonly contractAddress: string | null
  readonly logs: readonly unknown[]
}

export const hex = (value: bigint | number) => `0x${value.toString(16)}`

/** Call data of a function: `callData('transfer(address,uint256)', to, 1n)`. */
export function callData(signature: string, ...args: readonly unknown[]): string {
  return AbiFunction.encodeData(described(signature), args as never)
}

function described(signature: string): AbiFunction.AbiFunction {
  return AbiFunction.from([`function ${signature}`] as readonly string[]) as AbiFunction.AbiFunction
}

/**
 * Sends transactions of any account to a node of the test, which does not make blocks by itself, and reads its state. anvil
 * and Hardhat have these methods.
 */
export class TestChain {
  readonly rpc: Rpc
  readonly #impersonated = new Set<string>()

  constructor(rpc: Rpc) {
    this.rpc = rpc
  }

  /** Included in a block of its own. @throws when it fails. */
  async send(tx: Tx): Promise<Receipt> {
    const receipt = await this.trySend(tx)
    if (receipt.status !== '0x1') throw new Error(`the transaction to ${tx.to} failed`)
    return receipt
  }

  /** The receipt also where it failed. */
  async trySend({ from, to, data, value = 0n }: Tx): Promise<Receipt> {
    if (!this.#impersonated.has(from)) await this.rpc('hardhat_impersonateAccount', from)
    this.#impersonated.add(from)
    const gas = { gas: hex(8_000_000), maxFeePerGas: hex(100_000_000_000), maxPriorityFeePerGas: '0x0' }
    const hash = await this.rpc('eth_sendTransaction', { from, to, data, value: hex(value), ...gas })
    await this.rpc('evm_mine')
    const receipt = (await this.rpc('eth_getTransactionReceipt', hash)) as Receipt | null
    if (receipt === null) throw new Error(`the transaction to ${to} is not in a block`)
    return receipt
  }

  /** Calls a function of a contract from an account. */
  async invoke(from: string, to: string, signature: string, ...args: readonly unknown[]): Promise<Receipt> {
    return await this.send({ from, to, data: callData(signature, ...args) })
  }

  /** Creates a contract. @param parameters of its constructor, for example `address, bytes` */
  async create(from: string, name: string, parameters = '', ...args: readonly unknown[]): Promise<string> {
    const encoded =
      parameters === ''
        ? ''
        : AbiParameters.encode(AbiParameters.from(parameters) as AbiParameters.AbiParameters, args as never)
    const { contractAddress } = await this.send({ from, data: artefact(name).creation + encoded.slice(2) })
    if (contractAddress === null) throw new Error(`no contract ${name} was created`)
    return contractAddress
  }

  /** Puts code where the real contract is. */
  async put(address: string, name: string): Promise<void> {
    await this.rpc('hardhat_setCode', address, artefact(name).code)
  }

  /** What a function that changes nothing returns: its first value. */
  async read<T>(to: string, signature: string, ...args: readonly unknown[]): Promise<T> {
    const answer = await this.rpc('eth_call', { to, data: callData(signature, ...args) }, 'latest')
    return AbiFunction.decodeResult(described(signature), answer as `0x${string}`) as T
  }

  async balance(account: string): Promise<bigint> {
    return BigInt((await this.rpc('eth_getBalance', account, 'latest')) as string)
  }

  /** Does something, then sets the state back. */
  async onTrial<T>(act: () => Promise<T>): Promise<T> {
    const snapshot = await this.rpc('evm_snapshot')
    try {
      return await act()
    } finally {
      await this.rpc('evm_revert', snapshot)
    }
  }
}
