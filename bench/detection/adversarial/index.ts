import { delegatecalls, throughAccounts, unnamedSigners } from './attacks/account-code.ts'
import { delegations7702, recovery, safes, smartAccounts } from './attacks/accounts.ts'
import { bridges, messaging } from './attacks/bridges.ts'
import { operations, payouts, roles } from './attacks/control.ts'
import { governance, upgrades } from './attacks/governance.ts'
import { laundering, permits } from './attacks/grants.ts'
import { hidden, unknownProtocols } from './attacks/hidden.ts'
import { lendingManagers, positions, vaultReceivers } from './attacks/lending.ts'
import { liquidityLimits, markets } from './attacks/markets.ts'
import { nameServices, rewardClaims, staking } from './attacks/names-staking.ts'
import { orders, rentals } from './attacks/orders.ts'
import { lockups, streams } from './attacks/streams.ts'
import { swaps } from './attacks/swaps.ts'
import { factories, wrapped } from './attacks/wrapped.ts'
import * as accounts from './honest/accounts.ts'
import * as administration from './honest/administration.ts'
import * as approvals from './honest/approvals.ts'
import * as batches from './honest/batches.ts'
import * as ownBridges from './honest/bridges.ts'
import * as lending from './honest/lending.ts'
import * as nfts from './honest/nfts.ts'
import * as payments from './honest/payments.ts'
import * as ownStaking from './honest/staking.ts'
import * as trade from './honest/trade.ts'
import type { Group, Row } from './row.ts'

/** By family. */
export const attacks: readonly Group[] = [
  ...[lendingManagers, vaultReceivers, positions, nameServices, staking, rewardClaims, bridges, messaging],
  ...[governance, upgrades, roles, payouts, operations, smartAccounts, recovery, safes, delegations7702],
  ...[throughAccounts, delegatecalls, unnamedSigners],
  ...[orders, swaps, rentals, permits, laundering, hidden, unknownProtocols, wrapped, factories, streams, lockups],
  ...[markets, liquidityLimits],
]

/** By kind. */
export const honest: readonly Group[] = [
  ...[payments.knownPayments, payments.firstPayments, approvals.approvals, approvals.revocations, batches.batches],
  ...[lending.lending, lending.vaults, ownStaking.staking, ownStaking.claims, trade.swaps, trade.liquidity],
  ...[ownBridges.bridges, administration.administration, administration.voting, accounts.accounts, nfts.nfts],
  ...[nfts.names, accounts.streams, accounts.unknown],
]

/** Unique in the set: the first words of its group and its own id. */
export function idOf({ name }: Group, { id }: Row): string {
  const [words = ''] = name.split(/[:,]/)
  return `${words.toLowerCase().replaceAll(' ', '-')}/${id}`
}
