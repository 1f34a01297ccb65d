import { addressOf, call, hashOf } from '../encode.ts'
import { AAVE_DEBT_USDC, BAYC, DAI, PERMIT2, UNISWAP_POSITIONS, USDC, USDT, WBTC, WETH } from '../protocols.ts'
import { DEADLINE, type Group, granted, MAX, MAX_160, ONE, PROTOCOL, paid, SIGNER, usd } from '../row.ts'

const thief = addressOf('thief of grants')
const FOREVER = 2n ** 48n - 1n
const signature = [27, hashOf('r'), hashOf('s')]

export const permits: Group = {
  name: 'token grants: Permit2, permits, operators, callbacks',
  rows: [
    {
      id: 'permit2-approve',
      what: 'The thief can take all USDC through Permit2.',
      source: 'Permit2: AllowanceTransfer, approve',
      to: PERMIT2,
      data: call('approve(address,address,uint160,uint48)', USDC, thief, MAX_160, FOREVER),
    },
    {
      id: 'permit2-permit',
      what: 'The signer’s signature gives the thief all WETH through Permit2.',
      source: 'Permit2: AllowanceTransfer, permit',
      to: PERMIT2,
      data: call(
        'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)',
        ...[SIGNER, [[WETH, MAX_160, FOREVER, 0n], thief, DEADLINE], '0x1234'],
      ),
    },
    {
      id: 'permit2-transfer-batch',
      what: 'Two tokens of the signer go to the thief at once.',
      source: 'Permit2: AllowanceTransfer, transferFrom (batch)',
      to: PERMIT2,
      data: call('transferFrom((address,address,uint160,address)[])', [
        [SIGNER, thief, usd(90_000), USDC],
        [SIGNER, thief, 30n * ONE, WETH],
      ]),
    },
    {
      id: 'permit-vrs',
      what: 'The thief can take all USDC of the signer.',
      source: 'ERC-2612: permit',
      to: USDC,
      data: call(
        'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
        ...[SIGNER, thief, MAX, DEADLINE, ...signature],
      ),
    },
    {
      id: 'permit-bytes',
      what: 'The thief can take all USDC of the signer; the signature is bytes.',
      source: 'Circle: FiatToken v2.2, permit with bytes',
      to: USDC,
      data: call('permit(address,address,uint256,uint256,bytes)', SIGNER, thief, MAX, DEADLINE, '0x1234'),
    },
    {
      id: 'dai-permit',
      what: 'The thief can take all DAI of the signer.',
      source: 'DAI: permit',
      to: DAI,
      data: call(
        'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
        ...[SIGNER, thief, 0n, 0n, true, ...signature],
      ),
    },
    {
      id: 'erc4494-permit',
      what: 'The thief can take position 812345.',
      source: 'Uniswap v3: ERC721Permit, permit',
      to: UNISWAP_POSITIONS,
      data: call('permit(address,uint256,uint256,uint8,bytes32,bytes32)', thief, 812_345n, DEADLINE, ...signature),
    },
    {
      id: 'erc777-operator',
      what: 'The thief can send all tokens of the signer.',
      source: 'ERC-777: authorizeOperator',
      to: addressOf('ERC-777 token'),
      data: call('authorizeOperator(address)', thief),
    },
    {
      id: 'erc1363-approve-and-call',
      what: 'A contract of the thief takes the tokens in the same transaction.',
      source: 'ERC-1363: approveAndCall',
      to: addressOf('ERC-1363 token'),
      data: call('approveAndCall(address,uint256,bytes)', thief, MAX, '0xdeadbeef'),
    },
    {
      id: 'erc6909-approve',
      what: 'The thief can take all of token 7.',
      source: 'ERC-6909: approve',
      to: addressOf('multi-token'),
      data: call('approve(address,uint256,uint256)', thief, 7n, MAX),
    },
    {
      id: 'increase-approval',
      what: 'The thief can take more of the tokens.',
      source: 'OpenZeppelin 1: StandardToken, increaseApproval',
      to: addressOf('old token'),
      data: call('increaseApproval(address,uint256)', thief, MAX),
    },
    {
      id: 'first-payee',
      what: 'The signer is instructed to pay 5,000 USDT to the thief.',
      source: 'ERC-20: transfer',
      to: USDT,
      data: call('transfer(address,uint256)', thief, usd(5000)),
      excluded: 'a payment to a first-time payee is what every first payment looks like',
    },
  ],
}

const spender = addressOf('patient thief')
const grantAll = call('approve(address,uint256)', spender, MAX)

export const laundering: Group = {
  name: 'trust laundering: an earlier small transaction with the thief',
  rows: [
    {
      id: 'payment-then-approval',
      what: 'After a payment of 1 USDT, the thief gets an unlimited allowance.',
      source: 'ERC-20: approve',
      to: USDT,
      data: grantAll,
      history: [paid(spender, USDT, usd(1))],
    },
    {
      id: 'payments-then-approval',
      what: 'After three payments of ether, the thief gets all USDC.',
      source: 'ERC-20: approve',
      to: USDC,
      data: grantAll,
      history: [paid(spender), paid(spender), paid(spender)],
    },
    {
      id: 'payment-then-operator',
      what: 'After a payment, the thief gets all apes.',
      source: 'ERC-721: setApprovalForAll',
      to: BAYC,
      data: call('setApprovalForAll(address,bool)', spender, true),
      history: [paid(spender, USDC)],
    },
    {
      id: 'payment-then-ownership',
      what: 'After a payment of 20 USDC, the thief owns the protocol.',
      source: 'OpenZeppelin: Ownable, transferOwnership',
      to: PROTOCOL,
      data: call('transferOwnership(address)', spender),
      history: [paid(spender, USDC, usd(20))],
    },
    {
      id: 'payment-then-delegation',
      what: 'After a payment, the thief may borrow for the signer.',
      source: 'Aave v3: credit delegation',
      to: AAVE_DEBT_USDC,
      data: call('approveDelegation(address,uint256)', spender, MAX),
      history: [paid(spender, USDC, usd(20))],
    },
    {
      id: 'small-grant-then-unlimited',
      what: 'After an allowance of 5 USDC, the thief gets an unlimited one.',
      source: 'ERC-20: approve',
      to: USDC,
      data: grantAll,
      history: [granted(spender, USDC, usd(5))],
    },
    {
      id: 'other-token',
      what: 'After an allowance of a worthless token, the thief gets all WBTC.',
      source: 'ERC-20: approve',
      to: WBTC,
      data: grantAll,
      history: [granted(spender, addressOf('worthless token'), MAX)],
    },
    {
      id: 'after-a-warning',
      what: 'The signer went on in spite of a warning; the second allowance is for all WETH.',
      source: 'ERC-20: approve',
      to: WETH,
      data: grantAll,
      history: [{ kind: 'grant', to: spender, token: WETH, amount: MAX, verdict: 'warning' }],
    },
    {
      id: 'payment-after-a-warning',
      what: 'A payment with a warning came first; the allowance takes all DAI.',
      source: 'ERC-20: approve',
      to: DAI,
      data: grantAll,
      history: [{ kind: 'payment', to: spender, token: DAI, amount: ONE, verdict: 'warning' }],
    },
    {
      id: 'tagged-spender',
      what: 'The thief has given itself the name of a router in a tag feed.',
      source: 'ERC-20: approve',
      to: USDC,
      data: grantAll,
      intel: [{ kind: 'tag', label: 'Uniswap V4: Router', address: spender }],
    },
    {
      id: 'tagged-and-paid',
      what: 'A tagged thief with an earlier payment gets all apes.',
      source: 'ERC-721: setApprovalForAll',
      to: BAYC,
      data: call('setApprovalForAll(address,bool)', spender, true),
      intel: [{ kind: 'tag', label: 'Seaport conduit', address: spender }],
      history: [paid(spender)],
    },
    {
      id: 'payment-then-upgrade',
      what: 'After a payment to a contract, the protocol runs its code.',
      source: 'OpenZeppelin: UUPSUpgradeable, upgradeTo',
      to: PROTOCOL,
      data: call('upgradeTo(address)', spender),
      history: [paid(spender)],
    },
    {
      id: 'payment-then-permit2',
      what: 'After a payment, the thief gets all USDC through Permit2.',
      source: 'Permit2: AllowanceTransfer, approve',
      to: PERMIT2,
      data: call('approve(address,address,uint160,uint48)', USDC, spender, MAX_160, FOREVER),
      history: [paid(spender, USDC)],
    },
    {
      id: 'payment-then-safe-owner',
      what: 'After a payment, the thief becomes an owner of the account.',
      source: 'Coinbase Smart Wallet: MultiOwnable, addOwnerAddress',
      to: SIGNER,
      data: call('addOwnerAddress(address)', spender),
      history: [paid(spender)],
    },
    {
      id: 'larger-payment',
      what: 'After a payment of 1 USDC, the thief gets 400,000 USDC.',
      source: 'ERC-20: transfer',
      to: USDC,
      data: call('transfer(address,uint256)', spender, usd(400_000)),
      history: [paid(spender, USDC, usd(1))],
      excluded: 'a larger payment to a known payee is also usual business',
    },
  ],
}
