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
  'markets/morpho-new': 'No source knows the oracle of the market, which decides over what is paid in.',
  'markets/pendle-new': 'No source knows the market, which decides over what is paid in.',
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
  'router-outputs/pair-as-recipient': 'The pair is known as a market, and not as a payee.',
  'payments-to-contracts/exchange-ether': 'A label of a feed names the contract, and vouches for no payment.',
  'payments-to-contracts/burn-ether': 'What is burned is destroyed, and nothing comes for it.',
  'payments-to-contracts/exchange-usdc': 'A label of a feed names the contract, and vouches for no payment.',
  'payments-to-contracts/burn-dai': 'What is burned is destroyed, and nothing comes for it.',
  'payments-to-contracts/burn-uni': 'What is burned is destroyed, and nothing comes for it.',
  'payments-to-contracts/vrf-subscription':
    'Whose subscription it is, is in the data of the transfer, which is not read.',
  'payments-to-contracts/transfer-and-call-exchange':
    'A label of a feed names the contract, and vouches for no payment.',
  'payments-to-contracts/wrapped-punks': 'A label of a feed names the contract, and vouches for no payment.',
  'payments-to-contracts/burn-item': 'What is burned is destroyed, and nothing comes for it.',
  'payments-to-contracts/burn-items': 'What is burned is destroyed, and nothing comes for it.',
  'payments-to-contracts/item-to-exchange': 'A label of a feed names the contract, and vouches for no payment.',
  'payments-to-contracts/item-to-treasury': 'The treasury is known to take ether and tokens, and no items.',
  'markets/morpho-tagged': 'A label of a feed names the market or oracle, and vouches for no deposit.',
  'markets/pendle-tagged': 'A label of a feed names the market or oracle, and vouches for no deposit.',
  'unseen calls/debridge': 'The token that is taken is not one of the chain that the order names.',
  'unseen calls/relay': 'The deposit names who receives it by an id alone.',
  'ordinary calls and messages/ERC-20: burn': 'What is burned is destroyed, and nothing comes for it.',
  'ordinary calls and messages/1inch: unoswap':
    'The pool is not known, and the call does not name what comes out of it.',
  'ordinary calls and messages/1inch: ethUnoswap':
    'The pool is not known, and the call does not name what comes out of it.',
  'ordinary calls and messages/Aerodrome: vote': 'The pool that gets the votes is not known.',
  'ordinary calls and messages/Aave V3: flashLoanSimple': 'The contract that receives the loan is not known.',
  'unseen messages/seaport-recipient': 'What the listed item is worth is not known.',
  'ordinary calls and messages/Orders: Seaport listing': 'What the listed item is worth is not known.',
  'unseen calls/ens-text': 'What the record of the name points to is not in the call.',
  'ordinary calls and messages/ENS: setText': 'What the record of the name points to is not in the call.',
  'adversarial set: names of oneself/text': 'What the record of the name points to is not in the call.',
  'adversarial set: names of oneself/content': 'What the record of the name points to is not in the call.',
  'ordinary calls and messages/OKX: uniswapV3SwapTo':
    'The pool is not known, and the call does not name what comes out of it.',
  'ordinary calls and messages/1inch: clipperSwap':
    'The exchange is not known, and the router does not hold it to the output.',
  'ordinary calls and messages/OKX: unxswapByOrderId':
    'The pool is not known, and the call does not name what comes out of it.',
}
