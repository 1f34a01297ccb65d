import { type AssetId, NATIVE } from '../../../../src/service/evm/asset.ts'
import type { BalanceChange } from '../../../../src/service/evm/holdings.ts'
import type { ChainAccount } from '../../../../src/service/risk/chain/account.ts'
import type { ChainObservation } from '../../../../src/service/risk/chain/observation.ts'
import type {
  LoweredApproval,
  SimulatedApproval,
  SimulationEvidence,
} from '../../../../src/service/risk/chain/simulation.ts'
import { sender } from '../situation.ts'

/** Builds what a node says, with defaults. */

export function account(address: string, about: Partial<ChainAccount> = {}): ChainAccount {
  return {
    address,
    kind: 'contract',
    balance: 0n,
    nonce: 1,
    codeSize: 1000,
    codeHash: `0x${'ab'.repeat(32)}`,
    delegate: undefined,
    proxy: undefined,
    safe: undefined,
    token: undefined,
    owner: undefined,
    hadCodeBefore: undefined,
    ...about,
  }
}

export const eoa = (address: string) => account(address, { kind: 'eoa', codeSize: 0, codeHash: undefined })
export const neverUsed = (address: string) => account(address, { kind: 'empty', codeSize: 0, codeHash: undefined })
export const delegated = (address: string, delegate: string) =>
  account(address, { kind: 'delegated', codeSize: 23, delegate })
export const old = (address: string, about: Partial<ChainAccount> = {}) =>
  account(address, { hadCodeBefore: true, ...about })
export const young = (address: string, about: Partial<ChainAccount> = {}) =>
  account(address, { hadCodeBefore: false, ...about })

export function proxy(about: Partial<NonNullable<ChainAccount['proxy']>>): Pick<ChainAccount, 'proxy'> {
  return { proxy: { form: 'eip1967', implementation: undefined, admin: undefined, beacon: undefined, ...about } }
}

export function tokenCalled(
  address: string,
  symbol: string | undefined,
  about: { readonly name?: string; readonly decimals?: number } = {},
): ChainAccount {
  return old(address, { token: { symbol, name: about.name, decimals: about.decimals ?? 18, standard: 'erc20' } })
}

export function observation(
  accounts: readonly ChainAccount[] = [],
  simulated: Partial<SimulationEvidence> = {},
  about: Partial<ChainObservation> = {},
): ChainObservation {
  return {
    node: 'node.example',
    block: { number: 25_310_112n, hash: `0x${'9f'.repeat(32)}`, timestamp: 1_790_000_000 },
    accounts: new Map(accounts.map((each) => [each.address, each])),
    simulation: { ...unavailable, ...simulated },
    missing: [],
    ...about,
  }
}

const unavailable: SimulationEvidence = {
  status: 'unavailable',
  method: 'none',
  reason: undefined,
  changes: [],
  claims: [],
  approvals: [],
  lowered: [],
  differences: [],
  slots: [],
  control: [],
  safes: [],
  trace: undefined,
  isMeasured: false,
  simulated: 'transaction',
}

/** A simulation that succeeds and measures balances. */
export function measured(about: Partial<SimulationEvidence> = {}): Partial<SimulationEvidence> {
  return { status: 'ok', method: 'simulate', isMeasured: true, ...about }
}

const native: AssetId = { standard: 'native', token: NATIVE, id: undefined }

export function change(amount: bigint, token = NATIVE, about: Partial<BalanceChange> = {}): BalanceChange {
  return { ...native, ...(token !== NATIVE && { standard: 'erc20', token }), owner: sender, amount, ...about }
}

export function approval(spender: string, token: string, about: Partial<SimulatedApproval> = {}): SimulatedApproval {
  return {
    kind: 'allowance',
    standard: 'erc20',
    token,
    id: undefined,
    owner: sender,
    spender,
    amount: 2n ** 256n - 1n,
    takes: undefined,
    ...about,
  }
}

/** @param before undefined: an operator or an item */
export function lowered(
  spender: string,
  token: string,
  about: Partial<LoweredApproval> & Pick<LoweredApproval, 'before'>,
): LoweredApproval {
  return { ...approval(spender, token, { amount: 0n }), ...about }
}
