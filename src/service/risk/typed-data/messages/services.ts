import { output, right } from '../../effects/effect.ts'
import type { KnownMessage } from '../known-message.ts'
import { deGate } from '../protocols.ts'
import { byEffects, harmless } from './by-effects.ts'

const parts = 'Part[] creators,Part[] royalties)Part(address account,uint96 value)'

/** Who shares in the sales of an item that is minted when it is sold. */
const sharesOf = [right('payout', 'creators.account'), right('payout', 'royalties.account')]

/** Messages to services: accounts of a rollup, mints, loans. */
export const serviceMessages: readonly KnownMessage[] = [
  ...[
    byEffects({
      type: 'AccountUpdate(address owner,uint32 accountID,uint32 feeTokenID,uint96 maxFee,uint256 publicKey,uint32 validUntil,uint32 nonce)',
      source: 'DeGate 1: the key that trades and pays from the account',
      owner: 'owner',
      effects: [],
      until: 'validUntil',
      hides: 'who has the key that may trade and pay from the account',
    }),
    byEffects({
      type: 'Withdrawal(address owner,uint32 accountID,uint32 tokenID,uint248 amount,uint32 feeTokenID,uint96 maxFee,address to,uint248 minGas,uint32 validUntil,uint32 storageID)',
      source: 'DeGate 1',
      owner: 'owner',
      effects: [output('withdrawal', 'to', { payer: 'owner' })],
      until: 'validUntil',
    }),
    byEffects({
      type: 'Transfer(address owner,uint32 accountID,uint32 tokenID,uint248 amount,uint32 feeTokenID,uint96 maxFee,address to,uint32 validUntil,uint32 storageID)',
      source: 'DeGate 1',
      owner: 'owner',
      effects: [output('withdrawal', 'to', { payer: 'owner' })],
      until: 'validUntil',
    }),
  ].map((row) => ({ ...row, protocol: deGate })),
  byEffects({
    type: `Mint721(uint256 tokenId,string tokenURI,${parts}`,
    source: 'Lazy mint of Rarible',
    effects: sharesOf,
  }),
  byEffects({
    type: `Mint1155(uint256 tokenId,uint256 supply,string tokenURI,${parts}`,
    source: 'Lazy mint of Rarible',
    effects: sharesOf,
  }),
  byEffects({
    type: 'mint(address receiver,uint256 categoryId,uint256 collectionId)',
    source: 'Ledger Quest',
    effects: [output('mint', 'receiver')],
  }),
  byEffects({
    type: 'feeApproval(uint256 chainId,uint256 fee,uint256 expiry)',
    source: 'LBTC of Lombard: keeps at most the fee of what it mints',
    effects: [output('mint', '@actor')],
    until: 'expiry',
    remark: 'The contract may keep the fee of the message from each mint until then.',
  }),
  byEffects({
    type: 'LoanRequest(address collateralAddress,uint256 initialCollateralAmount,uint256 loanAmount,bytes32 loanId,uint64 loanInterestRate,uint64 loanTerm,address underlyingAddress)',
    source: 'SmartCredit: a loan for collateral',
    effects: [
      output('borrow', '@actor', {
        gives: [{ token: 'collateralAddress', amount: 'initialCollateralAmount' }],
        receives: [{ token: 'underlyingAddress', amount: 'loanAmount' }],
        isFixedRate: true,
      }),
    ],
  }),
  byEffects({
    type: 'AddAddressBookEntry(AddressBookEntry[] entries,uint256 totp)AddressBookEntry(string alias,address address)',
    source: 'Ledger Multisig',
    effects: [],
    hides: 'whose addresses the entries of the address book are',
    remark: 'Payments will be offered to these addresses by name: verify each of them.',
  }),
  harmless('CancelOrder(string orderId)', 'Flying Tulip'),
  harmless('TpslGroupCancel(address user,string positionId,string tpslGroupId,uint256 deadline)', 'Flying Tulip'),
]
