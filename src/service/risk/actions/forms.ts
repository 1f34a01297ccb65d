import type { Role } from '../../../api/text/roles.ts'
import type { KnownAs } from '../evidence.ts'

/** By forms of grants, what the spender is. */
export const grantRoles = {
  approve: 'spender',
  'increase-allowance': 'spender',
  permit: 'spender',
  'permit2-approve': 'spender',
  'permit2-permit': 'spender',
  'permit2-transfer': 'recipient',
  'approval-for-all': 'operator',
} as const satisfies Record<string, Role>

export type GrantForm = keyof typeof grantRoles
export const grantForms = Object.keys(grantRoles) as GrantForm[]

/**
 * As what an account runs code of another contract. implementation: behind its proxy · module: may call anything for it,
 * or decides which signatures count · handler: is called for it by anyone · library: by a delegatecall · delegate: of an account
 * with a key (EIP-7702) · master-copy: as a clone
 */
export type CodeUse = 'implementation' | 'module' | 'handler' | 'library' | 'delegate' | 'master-copy'

/**
 * By forms of control: what the authority is, as what it must be known, and as what the account runs its code. The others are keys, or
 * may only refuse.
 */
export const controls = {
  upgrade: { role: 'implementation', asked: ['implementation'], code: 'implementation' },
  ownership: { role: 'new-owner', asked: [] },
  role: { role: 'new-owner', asked: [] },
  module: { role: 'module', asked: ['module'], code: 'module' },
  guard: { role: 'module', asked: ['module'] },
  'fallback-handler': { role: 'module', asked: ['handler'], code: 'handler' },
  signer: { role: 'new-owner', asked: ['module'] },
  delegatecall: { role: 'delegate', asked: ['library'], code: 'library' },
  'account-delegation': { role: 'delegate', asked: ['delegate'], code: 'delegate' },
} as const satisfies Record<string, { role: Role; asked: readonly KnownAs[]; code?: CodeUse }>

export type ControlForm = keyof typeof controls
export const controlForms = Object.keys(controls) as ControlForm[]

/**
 * manage: withdraw, trade or close a position · borrow: debt in the name of the owner · spend: a session key or spending
 * limit of an account · name: a domain name · records: where a name points · stake: validate or restake with the stake ·
 * payout: income, rewards or fees from now on · withdrawal: where later withdrawals go · votes · use: rent or act as the
 * holder of an item · mint: create tokens · bridge: send or verify messages between chains · operate: a privileged part of
 * a protocol, such as keeper, relayer or price source · claim: collect for the owner
 *
 * What its holder has is to precede its owner; `asked` is as what the holder must be known. An unknown one gets points by what the
 * right allows: take or owe assets, then income, then influence.
 */
export const rights = {
  manage: { text: 'the right to manage the positions of', asked: ['module'], points: 60 },
  borrow: { text: 'the right to borrow in the name of', asked: ['module'], points: 60 },
  spend: { text: 'the right to spend from', asked: ['module'], points: 60 },
  mint: { text: 'the right to create tokens of', asked: ['bridge', 'module'], points: 60 },
  bridge: { text: 'the right to send or confirm messages between chains for', asked: ['bridge'], points: 60 },
  name: { text: 'a domain name of', asked: ['name'], points: 55 },
  records: { text: 'control of the records of a name of', asked: ['name'], points: 45 },
  stake: { text: 'the right to operate with the stake of', asked: ['market', 'payee'], points: 45 },
  withdrawal: { text: 'all later withdrawals of', asked: ['payee'], points: 55 },
  payout: { text: 'the future income of', asked: ['payee'], points: 50 },
  claim: { text: 'the right to collect for', asked: ['module'], points: 50 },
  operate: { text: 'a privileged role in', asked: ['oracle', 'bridge', 'module'], points: 50 },
  use: { text: 'the use of items of', asked: ['module'], points: 40 },
  votes: { text: 'the votes of', asked: ['payee'], points: 35 },
} as const satisfies Record<string, { text: string; asked: readonly KnownAs[]; points: number }>

export type RightName = keyof typeof rights

/**
 * What comes of an exchange, by its form. repayment: the receiver is the account whose debt is paid · refund: of gas, by an account to
 * the one that submits
 */
export const outputs = {
  swap: { text: 'the output of a swap', arrivesNow: true },
  liquidity: { text: 'the tokens of a liquidity pool', arrivesNow: true },
  deposit: { text: 'what is deposited', arrivesNow: true },
  withdrawal: { text: 'a withdrawal', arrivesNow: true },
  claim: { text: 'a claim', arrivesNow: true },
  mint: { text: 'new tokens', arrivesNow: true },
  bridge: { text: 'what is sent to another chain', arrivesNow: false },
  borrow: { text: 'a loan', arrivesNow: true },
  stake: { text: 'what is staked', arrivesNow: false },
  repayment: { text: 'the repayment of a debt', arrivesNow: false },
  refund: { text: 'the gas refund', arrivesNow: false },
} as const

export type ExchangeForm = keyof typeof outputs
export const exchangeForms = Object.keys(outputs) as ExchangeForm[]

/** Forms whose output arrives now, on this chain. */
export const paidOut: readonly ExchangeForm[] = exchangeForms.filter((form) => outputs[form].arrivesNow)

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
