import { allows, right } from '../../effects/effect.ts'
import type { KnownMessage } from '../known-message.ts'
import type { TypedMessage } from '../typed-message.ts'
import { byEffects, harmless } from './by-effects.ts'

/** Votes off chain: no contract is named. */
function isSnapshotVote({ primaryType, domain }: TypedMessage): boolean {
  return primaryType === 'Vote' && domain.name === 'snapshot' && domain.verifyingContract === undefined
}

/** Rights beyond tokens: debt, positions, session keys, votes. */
export const rightMessages: readonly KnownMessage[] = [
  // Debt in the name of the signer, up to an amount.
  byEffects({
    type: 'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
    source: 'Debt tokens of Aave 3',
    effects: [right('borrow', 'delegatee', { unless: 'value' })],
    until: 'deadline',
  }),
  // The manager may withdraw and borrow for the owner.
  byEffects({
    type: 'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)',
    source: 'allowBySig of Compound 3',
    owner: 'owner',
    effects: [right('manage', 'manager', { of: 'owner', unless: 'isAllowed' })],
    until: 'expiry',
  }),
  byEffects({
    type: 'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)',
    source: 'setAuthorizationWithSig of Morpho Blue',
    owner: 'authorizer',
    effects: [right('manage', 'authorized', { of: 'authorizer', unless: 'isAuthorized' })],
    until: 'deadline',
  }),
  byEffects({
    type: 'Session(address owner,address delegate,uint48 validAfter,uint48 validUntil,uint32 maxCalls,uint16 maxFeeBps,AssetLimit[] limits,bytes32 salt)AssetLimit(address token,uint256 limit)',
    source: 'SessionManager of Flying Tulip',
    owner: 'owner',
    effects: [right('spend', 'delegate', { of: 'owner' })],
    until: 'validUntil',
  }),
  byEffects({
    type: 'Delegation(address delegatee,uint256 nonce,uint256 expiry)',
    source: 'ERC20Votes (ERC-5805)',
    effects: [right('votes', 'delegatee')],
    until: 'expiry',
  }),
  // The first 20 bytes are the address; zeros end the link.
  byEffects({
    type: 'LinkSigner(bytes32 sender,bytes32 signer,uint64 nonce)',
    source: 'Vertex and its successors: trades and withdraws for a sub-account',
    effects: [right('manage', 'signer.@start', { unless: 'signer' })],
  }),
  // The tokens are locked already; the arbiter decides who gets them.
  byEffects({
    type: 'Compact(address arbiter,address sponsor,uint256 nonce,uint256 expires,bytes12 lockTag,address token,uint256 amount)',
    source: 'The Compact 1',
    owner: 'sponsor',
    effects: [allows('permit', { token: 'token', amount: 'amount' }, 'arbiter', { of: 'sponsor' })],
    until: 'expires',
  }),
  ...['Delegate', 'AddProposer'].map((name) =>
    byEffects({
      type: `${name}(address delegateAddress,uint256 totp)`,
      source: 'Transaction service of Safe and Ledger Multisig: proposes transactions',
      effects: [right('operate', 'delegateAddress', { of: '@contract' })],
    }),
  ),
  harmless('RemoveProposer(address delegateAddress,uint256 totp)', 'Ledger Multisig'),
  harmless('DeleteRequest(bytes32 safeTxHash,uint256 totp)', 'Transaction service of Safe and Ledger Multisig'),
  harmless('AuthentAddressBook(uint256 totp)', 'Ledger Multisig'),
  harmless(isSnapshotVote, 'snapshot.js'),
  harmless('Ballot(uint256 proposalId,bool support)', 'GovernorAlpha of Compound'),
  harmless('Ballot(uint256 proposalId,uint8 support)', 'Governor of Compound and OpenZeppelin 4'),
  harmless('Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)', 'Governor of OpenZeppelin 5'),
  harmless('ExtendedBallot(uint256 proposalId,uint8 support,string reason,bytes params)', 'Governor of OpenZeppelin 4'),
  harmless(
    'ExtendedBallot(uint256 proposalId,uint8 support,address voter,uint256 nonce,string reason,bytes params)',
    'Governor of OpenZeppelin 5',
  ),
]
