import * as ContractAddress from 'ox/ContractAddress'
import type { Control } from '../actions/actions.ts'
import type { Analysis } from '../analyze.ts'
import type { EvidenceSet } from '../evidence.ts'
import { isControlledBy } from '../parties/controlled-accounts.ts'
import { liveFrames } from '../trace/live-frames.ts'
import type { Trace } from '../trace/trace.ts'
import type { ChainAccount } from './account.ts'
import { measuredBy } from './read-observation.ts'

/** Nonces of an account whose creations are looked at, the last ones. */
export const RECENT_NONCES = 256

/** New code of an upgrade: who created it, or why that makes the upgrade no quieter (a clause that follows "and"). */
export type OwnCode = { readonly creator: string } | { readonly doubt: string }

/**
 * Whether the account that upgrades, or the sender who controls it, created the new code itself and no other code comes
 * with it. Who made a contract by CREATE follows from its address; with CREATE2 the address names a factory only, and
 * nothing shows who requested it.
 */
export function ownCodeOf(upgrade: Control, { transaction }: Analysis, evidence: EvidenceSet): OwnCode {
  const { authority, call } = upgrade
  if (evidence.accountOf(authority)?.runsOwnCode !== true) return { doubt: 'may run other code than its own' }
  const creator = creatorOf(authority, call.actor, transaction.from, evidence)
  if (creator === undefined) return { doubt: 'nothing shows that its controller created it' }
  const simulation = measuredBy(evidence)
  if (!simulation) return { doubt: 'the upgrade could not be simulated' }
  const trace = simulation.trace ?? evidence.trace
  const isQuiet = trace && !trace.incomplete ? actsOnItselfOnly(upgrade, trace, evidence) : !passesData(upgrade)
  return isQuiet ? { creator } : { doubt: 'the upgrade may do more than change the code' }
}

/** The account that acts, or the sender who controls it, where it created a contract by CREATE. */
export function creatorOf(contract: string, actor: string, from: string, evidence: EvidenceSet): string | undefined {
  const makers = isControlledBy(from, actor, evidence.chain) ? [actor, from] : [actor]
  return makers.find((maker) => isCreatedBy(contract, evidence.accountOf(maker)))
}

/**
 * By its last nonces before the block. Only of an account that creates for its owners alone: a key, or a Safe. A delegate
 * (EIP-7702) may create for others.
 */
function isCreatedBy(contract: string, maker: ChainAccount | undefined): boolean {
  if (maker?.nonce === undefined || (maker.kind !== 'eoa' && maker.safe === undefined)) return false
  const count = Math.min(maker.nonce, RECENT_NONCES)
  const from = maker.address as `0x${string}`
  const latest = BigInt(maker.nonce)
  return Array.from({ length: count }, (_, back) => latest - 1n - BigInt(back)).some(
    (nonce) => ContractAddress.fromCreate({ from, nonce }) === contract,
  )
}

/** The contract calls no other account, and runs no code but that before and after the upgrade. */
function actsOnItselfOnly({ contract, authority }: Control, { root }: Trace, evidence: EvidenceSet): boolean {
  const own = new Set([authority, contract, evidence.accountOf(contract)?.proxy?.implementation])
  return liveFrames(root, () => false).every(({ frame: { to }, caller, context }) => {
    return caller !== contract || (to !== undefined && context === contract && own.has(to))
  })
}

/** Data of any kind beside addresses: what the contract calls after the upgrade. */
function passesData({ call }: Control): boolean {
  return Object.values(call.args).some((value) => typeof value === 'string' && value !== '0x' && !ADDRESS.test(value))
}

const ADDRESS = /^0x[0-9a-f]{40}$/i
