/**
 * Room: What is said in words: amounts, chains, rules, notes, missing data, commands in messages. Codes with parameters come in.
 */

import type { SubCategory } from '../vocabulary.ts'

/** What a source lists an address as. */
const listings: Readonly<Partial<Record<SubCategory, string>>> = {
  maliciousInteraction: 'is listed as malicious',
  financialScamInteraction: 'is listed as a scam',
  rugPullInteraction: 'is listed as a rug pull',
  impersonationScamInteraction: 'is listed as an imitation',
  addressPoisoning: 'is listed as address poisoning',
  mixerMaliciousContractInteraction: 'is listed as a mixer',
  sanctionedInteraction: 'is sanctioned',
  maliciousProtocolUpgrade: 'is listed as malicious',
  reentrancy: 'is listed as malicious',
}

/** By rule: clauses that follow an address, without any text of a source, a token or a service. */
const clauses = {
  'account-delegation': 'gets control of the account and is unknown',
  'address-poisoning': 'looks like an address that was paid before, and is another one',
  'below-worth': 'gets assets for much less than they are worth',
  'blocked-address': 'is on the block list',
  'bulk-transfer': 'gets several tokens or items at once and is unknown',
  'call-without-code': 'has no code, so the call does nothing there',
  'contract-lookalike': 'looks like a known contract, and is another one',
  'control-change': 'gets control of a contract and is unknown',
  'creation-payout': 'gets what the new contract is created with and is unknown',
  'decode-bounded': 'is called with call data that exceeds the limits of the decoder',
  'destroyed-asset': 'gets assets that nothing can return',
  'environment-difference': 'moves other amounts in a real block than in a simulation',
  'event-without-transfer': 'claims by an event to send assets that do not arrive',
  'excess-outflow': 'takes more than the call data names and is unknown',
  'foreign-delegatecall': 'is called by delegatecall and is unknown',
  'foreign-receiver': 'receives the output instead of the payer and is unknown',
  'grant-to-eoa': 'gets an allowance and has no code',
  'grant-to-young-contract': 'gets an allowance and is younger than three days',
  'hidden-approval': 'may take assets afterwards, which the call data does not show',
  'impostor-function': 'is unknown and is called with a function that pretends to secure a wallet',
  'left-output': 'keeps an output that anyone may take',
  'message-domain': 'is not the contract that such messages are for',
  'message-payee': 'is named as the payee of a message of an unknown type and is unknown',
  'mixer-call': 'is unknown and is called like a mixer',
  'named-third-party': 'is named in a call or message that is not read, and is unknown',
  'one-sided-order': 'gets assets by an order that pays nothing of value',
  'open-executor': 'makes any call for anyone, so anyone can take what it gets',
  'other-chain-receiver': 'is on another kind of chain and is an EVM address',
  'owner-powers': 'is an unknown token whose owner can stop its holders from selling',
  'payable-lure': 'is unknown and is called with a name that phishing contracts use',
  'reentrant-call': 'loses assets because the address it pays calls it again',
  'relayed-transfer': 'gets tokens by an earlier allowance and is unknown',
  'safe-invariant': 'changes its owners, threshold, modules or code, which the call data does not say',
  'safe-owners': 'gets owners or a threshold that protect it less',
  'sanctioned-address': 'is sanctioned',
  'silent-control-change': 'gets control of a contract, which the call data does not say, and is unknown',
  'spent-allowance': 'spends an allowance that was not validated here',
  'stray-payment': 'gets a payment that it does not accept',
  'swept-payment': 'runs the code of an unknown contract that forwards what arrives',
  'token-lookalike': 'has the symbol of a listed token, at another address',
  'transfer-fee': 'keeps more than half of what is sent',
  'transfer-without-event': 'takes assets without an event that says so',
  'unaccepted-value': 'is sent native currency that the function does not take',
  'undecodable-call': 'is called with call data that does not decode',
  'unknown-grant': 'gets an allowance and is unknown',
  'unknown-holder': 'decides over what is paid in and is unknown',
  'unknown-right': 'gets a right beyond tokens and is unknown',
  'unpaid-outflow': 'takes assets for nothing in return and is unknown',
  'unprotected-swap': 'accepts an output of zero',
  'unreadable-message': 'asks for a signature of a message that cannot be read',
  'unread-own-call': 'is named by a function of the account that is not read and is unknown',
  'unsent-change': 'changes its code or who controls it',
  'vanity-authority': 'is unknown and imitates the zero address',
  'weaker-account': 'loses protection',
  'zero-value-bait': 'receives a zero-value transfer: address poisoning',
} as const

/** Id of a detector: `rule` of a reason. Those that are not in the table say what a source lists the address as. */
export type RuleId = keyof typeof clauses | 'listed-address' | 'connected-address'

/** Undefined for a rule that is not known here. */
export function ruleClause(rule: string, subCategory: string): string | undefined {
  const listing = Object.hasOwn(listings, subCategory) ? listings[subCategory as SubCategory] : undefined
  if (rule === 'listed-address') return listing
  if (rule === 'connected-address') return listing && `is connected to an address that ${listing}`
  return Object.hasOwn(clauses, rule) ? clauses[rule as keyof typeof clauses] : undefined
}
