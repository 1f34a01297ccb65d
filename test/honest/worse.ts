/**
 * Cases that are stricter than when they were frozen, by id, each with the reason: one sentence that says what is known
 * today that was not known then.
 */
export const worse: Readonly<Record<string, string>> = {
  'decode-bounds/modular-50': 'Together it pays 50 times the earlier payment: history vouches for ten times.',
  'decode-bounds/modular-200': 'Together it pays 200 times the earlier payment: history vouches for ten times.',
  'decode-bounds/batch-200': 'Together it pays 200 times the earlier payment: history vouches for ten times.',
  'router-outputs/fee-and-sweep': 'The fee is a share that the call does not fix: history vouches for amounts.',
  'router-outputs/fee-and-unwrap': 'The fee is a share that the call does not fix: history vouches for amounts.',
  'history/other-token': 'The payee was paid in another asset only: history vouches for each asset.',
  'history/other-token-ether': 'The payee was paid in another asset only: history vouches for each asset.',
  'history/much-more': 'It pays more than ten times the earlier payment: history vouches for ten times.',
  'adversarial set: payments to known payees/usdc-more':
    'It pays more than ten times the earlier payment: history vouches for ten times.',
  'adversarial set: payments to known payees/usdt':
    'The payee was paid in another asset only: history vouches for each asset.',
  'adversarial set: payments to known payees/erc1363':
    'The payee was paid in another asset only: history vouches for each asset.',
}
