export const grantForms = [
  'approve',
  'increase-allowance',
  'permit',
  'permit2-approve',
  'permit2-permit',
  'permit2-transfer',
  'approval-for-all',
] as const

export type GrantForm = (typeof grantForms)[number]

export const controlForms = [
  'upgrade',
  'ownership',
  'role',
  'module',
  'guard',
  'fallback-handler',
  'signer',
  'delegatecall',
  'account-delegation',
] as const

export type ControlForm = (typeof controlForms)[number]

/**
 * As what an account runs code of another contract. implementation: behind its proxy · module: may call anything for it,
 * or decides which signatures count · handler: is called for it by anyone · library: by a delegatecall · delegate: of an account
 * with a key (EIP-7702) · master-copy: as a clone
 */
export type CodeUse = 'implementation' | 'module' | 'handler' | 'library' | 'delegate' | 'master-copy'

/** Control that is code which runs as the account. The others are keys, or may only refuse. */
export const codeUses: Readonly<Partial<Record<ControlForm, CodeUse>>> = {
  upgrade: 'implementation',
  module: 'module',
  'fallback-handler': 'handler',
  delegatecall: 'library',
  'account-delegation': 'delegate',
}

/**
 * manage: withdraw, trade or close a position · borrow: debt in the name of the owner · spend: a session key or spending
 * limit of an account · name: a domain name · records: where a name points · stake: validate or restake with the stake ·
 * payout: income, rewards or fees from now on · withdrawal: where later withdrawals go · votes · use: rent or act as the
 * holder of an item · mint: create tokens · bridge: send or verify messages between chains · operate: a privileged part of
 * a protocol, such as keeper, relayer or price source · claim: collect for the owner
 */
export type RightName =
  | 'manage'
  | 'borrow'
  | 'spend'
  | 'name'
  | 'records'
  | 'stake'
  | 'payout'
  | 'withdrawal'
  | 'votes'
  | 'use'
  | 'mint'
  | 'bridge'
  | 'operate'
  | 'claim'

/** What the holder of a right has, to precede its owner. */
export const rightTexts: Readonly<Record<RightName, string>> = {
  manage: 'the right to manage the positions of',
  borrow: 'the right to borrow in the name of',
  spend: 'the right to spend from',
  mint: 'the right to create tokens of',
  bridge: 'the right to send or confirm messages between chains for',
  name: 'a domain name of',
  records: 'control of the records of a name of',
  stake: 'the right to operate with the stake of',
  withdrawal: 'all later withdrawals of',
  payout: 'the future income of',
  claim: 'the right to collect for',
  operate: 'a privileged role in',
  use: 'the use of items of',
  votes: 'the votes of',
}

/** repayment: the receiver is the account whose debt is paid · refund: of gas, by an account to the one that submits */
export const exchangeForms = [
  'swap',
  'liquidity',
  'deposit',
  'withdrawal',
  'claim',
  'mint',
  'bridge',
  'borrow',
  'stake',
  'repayment',
  'refund',
] as const

export type ExchangeForm = (typeof exchangeForms)[number]

/** Forms whose output arrives now, on this chain. */
export const paidOut: readonly ExchangeForm[] = [
  'swap',
  'liquidity',
  'deposit',
  'withdrawal',
  'claim',
  'mint',
  'borrow',
]

/** What a sentence may say that no rule distinguishes. */
export const termForms = [
  'wrap',
  'unwrap',
  'request',
  'lock',
  'burn',
  'registration',
  'renewal',
  'vote',
  'flash-loan',
  'purchase',
  'payment',
  'stream',
  'spend',
  'revocation',
  'rest',
  'threshold',
  'signer-removal',
  'allowance',
  'credit',
  'act',
] as const
export type TermForm = ExchangeForm | (typeof termForms)[number]
