import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAnvil } from './anvil.ts'
import { artefact } from './artefacts.ts'
import { type FundedAccount, fundedAccounts, genesisOf, type Signed, sign, type Unsigned } from './funded-accounts.ts'
import { startHardhat } from './hardhat.ts'
import type { Rpc } from './rpc.ts'
import { callData } from './test-chain.ts'
import { canonical } from './world.ts'

export interface ForkingChainOptions {
  readonly chainId?: number
  /** Number of accounts. */
  readonly accounts?: number
  /** Of the first block (seconds); default: now. The chain's clock goes on from it. */
  readonly timestamp?: number
}

export interface ChainHead {
  readonly number: number
  readonly hash: string
}

/** A transaction and its place in a fork: 0 is the first new block. */
export type Placed = readonly [transaction: Signed, block: number]

/**
 * A node of the test's own that makes blocks and forks when it is instructed to. Transactions are signed here, so that one has the
 * same hash in every fork; each sender sends once, so that no transaction waits for another.
 */
export class ForkingChain implements AsyncDisposable {
  readonly url: string
  readonly rpc: Rpc
  readonly chainId: number
  readonly accounts: readonly FundedAccount[]
  readonly #stop: () => Promise<void>
  #used = 0

  constructor(
    node: { readonly url: string; readonly rpc: Rpc },
    { chainId, accounts, stop }: { chainId: number; accounts: readonly FundedAccount[]; stop: () => Promise<void> },
  ) {
    this.url = node.url
    this.rpc = node.rpc
    this.chainId = chainId
    this.accounts = accounts
    this.#stop = stop
  }

  /** An account that has not sent yet. */
  fresh(): FundedAccount {
    const account = this.accounts[this.#used++]
    if (account === undefined) throw new Error(`all ${this.accounts.length} accounts were used`)
    return account
  }

  sign(from: FundedAccount, unsigned: Unsigned): Signed {
    return sign(from, this.chainId, unsigned)
  }

  /** Into the pool: the next block has it. */
  async send(from: FundedAccount, unsigned: Unsigned): Promise<Signed> {
    const signed = this.sign(from, unsigned)
    await this.resend(signed)
    return signed
  }

  async resend({ raw }: Signed): Promise<void> {
    await this.rpc('eth_sendRawTransaction', raw)
  }

  /** A block with what waits, and then empty ones. */
  async mine(count = 1): Promise<void> {
    for (let made = 0; made < count; made++) await this.rpc('evm_mine')
  }

  /** Sends and mines. */
  async include(from: FundedAccount, unsigned: Unsigned): Promise<Signed> {
    const signed = await this.send(from, unsigned)
    await this.mine()
    return signed
  }

  /** Replaces the last blocks by as many others, which have only what is placed in them. */
  async reorg(depth: number, placed: readonly Placed[] = []): Promise<void> {
    await this.rpc(
      'anvil_reorg',
      depth,
      placed.map(([{ raw }, block]) => [raw, block]),
    )
  }

  async head(): Promise<ChainHead> {
    const { number, hash } = (await this.rpc('eth_getBlockByNumber', 'latest', false)) as Record<string, string>
    return { number: Number(number), hash: hash as string }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stop()
  }
}

/** Call data of a payment in USDC. */
export function usdcTransfer(to: string, amount: bigint): Unsigned {
  return { to: canonical.usdc, data: callData('transfer(address,uint256)', to, amount) }
}

export function usdcApproval(spender: string, amount: bigint): Unsigned {
  return { to: canonical.usdc, data: callData('approve(address,uint256)', spender, amount) }
}

/** The same on Hardhat, which makes no forks and has no contract at the start. */
export async function startHardhatChain({
  chainId = 1,
  accounts: count = 40,
  timestamp = Math.floor(Date.now() / 1000),
}: ForkingChainOptions = {}): Promise<ForkingChain> {
  const accounts = fundedAccounts('forking chain', count)
  const node = await startHardhat({ chainId, timestamp })
  const chain = new ForkingChain(node, { chainId, accounts, stop: () => node.stop() })
  await chain.rpc('evm_setAutomine', false)
  for (const { address } of accounts) await chain.rpc('hardhat_setBalance', address, '0x3635c9adc5dea00000')
  await chain.mine(2)
  return chain
}

/** With USDC, and money in every account. The first blocks are made; all later ones are the test's. */
export async function startForkingChain({
  chainId = 1,
  accounts: count = 40,
  timestamp = Math.floor(Date.now() / 1000),
}: ForkingChainOptions = {}): Promise<ForkingChain> {
  const accounts = fundedAccounts('forking chain', count)
  const folder = mkdtempSync(join(tmpdir(), 'txwarden-chain-'))
  const usdc = canonical.usdc.toLowerCase()
  const state = join(folder, 'genesis.json')
  writeFileSync(
    state,
    JSON.stringify(genesisOf(accounts, { usdc, code: { [usdc]: artefact('Erc20').code }, timestamp })),
  )
  const node = await startAnvil({ chainId, noMining: true, state })
  const stop = async () => {
    await node.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const chain = new ForkingChain(node, { chainId, accounts, stop })
  try {
    await chain.rpc('hardhat_setCoinbase', '0x4838b106fce9647bdf1e7877bf73ce8b0bad5f97')
    const init = callData('init(string,string,uint8)', 'USD Coin', 'USDC', 6)
    await chain.include(chain.fresh(), { to: canonical.usdc, data: init })
    await chain.mine(2)
    return chain
  } catch (error) {
    await stop()
    throw error
  }
}
