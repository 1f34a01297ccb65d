/**
 * Cases that are stricter than when they were frozen, by id, each with the reason: one sentence that says what is known
 * today that was not known then.
 */
export const worse: Readonly<Record<string, string>> = {
  'decode-bounds/modular-50': 'Together it pays 50 times the earlier payment: history vouches for ten times.',
  'decode-bounds/modular-200': 'Together it pays 200 times the earlier payment: history vouches for ten times.',
  'decode-bounds/batch-200': 'Together it pays 200 times the earlier payment: history vouches for ten times.',
  'router-outputs/remove-liquidity': 'Limits of one base unit protect nothing: bots may take nearly all of it.',
  'router-outputs/fee-and-sweep': 'The fee is a share that the call does not fix: history vouches for amounts.',
  'router-outputs/fee-and-unwrap': 'The fee is a share that the call does not fix: history vouches for amounts.',
  'history/other-token': 'The payee was paid in another asset only: history vouches for each asset.',
  'history/other-token-ether': 'The payee was paid in another asset only: history vouches for each asset.',
  'history/much-more': 'It pays more than ten times the earlier payment: history vouches for ten times.',
  'markets/morpho-base': 'No source knows the oracle of the market, which decides over what is paid in.',
  'markets/morpho-new': 'No source knows the oracle of the market, which decides over what is paid in.',
  'markets/pendle-new': 'No source knows the market, which decides over what is paid in.',
  'markets/balancer-bal': 'No source knows the pool, which decides over what is paid in.',
  'markets/balancer-new': 'No source knows the pool, which decides over what is paid in.',
  'markets/v2-add-new-token': 'No source knows a token of the pair: what its liquidity is worth is not known.',
  'markets/v4-hook-new': 'No source knows the hook, which decides over what is paid in.',
  'markets/cctp-new': 'No source knows the only address that may deliver what is sent.',
  'adversarial set: lending for oneself/morpho-supply':
    'No source knows the oracle of the market, which decides over what is paid in.',
  'adversarial set: liquidity for oneself/balancer-join':
    'No source knows the pool, which decides over what is paid in.',
  'adversarial set: payments to known payees/usdc-more':
    'It pays more than ten times the earlier payment: history vouches for ten times.',
  'adversarial set: payments to known payees/usdt':
    'The payee was paid in another asset only: history vouches for each asset.',
  'adversarial set: payments to known payees/erc1363':
    'The payee was paid in another asset only: history vouches for each asset.',
  'account-control/sequence-signers': 'The hash of the signers says nothing about who they are, as a public key.',
}
