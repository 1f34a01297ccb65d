import type { FollowStep } from '../vocabulary.ts'

type CommandText = (...parameters: readonly string[]) => string

/**
 * The commands that texts name, made where a text meets a person: on a terminal, and in messages to receivers. What decides
 * that a step helps knows only its code.
 */
export const commandFor = {
  'explain-transaction': (svcTxId) => `txwarden tx show ${svcTxId}`,
  'explain-history': (svcTxId) => `txwarden tx show ${svcTxId} --history`,
  'list-group': (deliveryId) => `txwarden delivery list --group ${deliveryId}`,
  'show-hold': (holdId) => `txwarden hold show ${holdId}`,
  'approve-hold': (holdId) => `txwarden hold approve ${holdId}`,
  'reject-hold': (holdId) => `txwarden hold reject ${holdId}`,
  'check-safe': (safe, chain, hash) => `txwarden safe check ${safe} --chain ${chain} --tx-hash ${hash}`,
  'show-safe': (safe, chain) => `txwarden safe show ${safe} --chain ${chain}`,
  'show-activity': (address) => `txwarden monitor activity ${address}`,
  'show-exposure': (address, chain) => `txwarden monitor exposure ${address} --chain ${chain}`,
  'allow-destination': (host) => `txwarden config set allow-destination ${host}`,
  'remove-entry': (controlListId) => `txwarden control-list remove ${controlListId}`,
  'show-chain': (chain) => `txwarden chain status ${chain}`,
  'set-finality': (chain) => `txwarden chain set ${chain} --finality <blocks>`,
  'add-node': (chain) => `txwarden chain add ${chain}`,
  'test-nodes': (chain) => `txwarden chain test ${chain}`,
  resume: (chain) => `txwarden chain resume ${chain}`,
  follow: (chain) => `txwarden serve --follow ${chain}`,
  'longer-gap': (chain) => `txwarden serve --follow ${chain} --max-gap 30d`,
  skip: (chain) => `txwarden chain skip ${chain} --to-block latest`,
  diagnose: () => 'txwarden doctor',
} as const satisfies Readonly<Record<FollowStep, CommandText> & Record<string, CommandText>>
