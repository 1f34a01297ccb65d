/**
 * Attacks that call data and evidence do not separate from a payment, or a deposit for somebody else, to a payee without a
 * history: NO DATA by design, as for every salary. Listed after the first measurement, so that the sets give both figures.
 */
export const payments: readonly string[] = [
  // Payments in the name of the signer, its contracts and accounts.
  'erc6909-transfer',
  'joe-transfer',
  've-merge',
  'boring-manage',
  'governor-relay',
  'timelock',
  'propose',
  'tba',
  'sablier-create',
  'flow-create',
  'superfluid',
  'disperse',
  'gaslite',
  'splits',
  'erc7821',
  'permit2-pull',
  'multicall-value',
  'erc3009',
  'userop',
  'safe-transfer',
  'calibur',
  'biconomy',
  // Deposits for somebody else: a notice.
  'pendle-sy',
  'aave-repay-atokens-supply',
  'symbiotic-deposit',
  'puffer-deposit',
  'erc7540-deposit',
  'nftx-mint',
]
