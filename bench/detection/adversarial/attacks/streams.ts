import { addressOf, call, hashOf } from '../encode.ts'
import { SUPERFLUID_FORWARDER, UNISWAP_02, USDC, VLCVX } from '../protocols.ts'
import { block, DEADLINE, type Group, MAX, NOBODY, ONE, SIGNER } from '../row.ts'

const thief = addressOf('listed thief')

const fresh = addressOf('thief in a wrapper')

const stream = addressOf('streaming contract')

const blocked = { lists: [block(thief)] }

export const streams: Group = {
  name: 'streams, vesting and escrow: recipients and releases',
  rows: [
    {
      id: 'sablier-withdraw',
      what: 'The vested amount goes to the thief.',
      source: 'Sablier: Lockup, withdraw',
      to: stream,
      data: call('withdraw(uint256,address,uint128)', 42n, fresh, 9000n * ONE),
    },
    {
      id: 'sablier-withdraw-max',
      what: 'The vested amount and the stream go to the thief.',
      source: 'Sablier: Lockup, withdrawMaxAndTransfer',
      to: stream,
      data: call('withdrawMaxAndTransfer(uint256,address)', 42n, fresh),
    },
    {
      id: 'superfluid-operator',
      what: 'The thief can open and change streams of the signer without limit.',
      source: 'Superfluid: CFAv1Forwarder, grantPermissions',
      to: SUPERFLUID_FORWARDER,
      data: call('grantPermissions(address,address)', addressOf('super token'), fresh),
    },
    {
      id: 'superfluid-flow',
      what: 'A stream of 100,000 tokens a month flows to a blocked thief.',
      source: 'Superfluid: CFAv1Forwarder, setFlowrate',
      to: SUPERFLUID_FORWARDER,
      data: call('setFlowrate(address,address,int96)', addressOf('super token'), thief, 38_580_246_913_580_246n),
      ...blocked,
    },
    {
      id: 'vesting-beneficiary',
      what: 'The grant of the signer goes to the thief from now on.',
      source: 'Vesting wallets: changeBeneficiary',
      to: addressOf('vesting contract'),
      data: call('changeBeneficiary(address)', fresh),
    },
    {
      id: 'vesting-recipient',
      what: 'The vesting plan pays the thief.',
      source: 'Yearn: VestingEscrowSimple, claim with a beneficiary',
      to: addressOf('vesting escrow'),
      data: call('claim(address,uint256)', fresh, MAX),
    },
    {
      id: 'vesting-claim-operator',
      what: 'The thief may claim every vesting NFT of the signer.',
      source: 'ERC-5725: setClaimApprovalForAll',
      to: addressOf('vesting NFT'),
      data: call('setClaimApprovalForAll(address,bool)', fresh, true),
    },
    {
      id: 'hedgey-transfer-plan',
      what: 'The thief is delegate of the locked votes of the plan.',
      source: 'Hedgey: TokenVestingPlans, delegate',
      to: addressOf('Hedgey plans'),
      data: call('delegate(uint256,address)', 7n, fresh),
    },
    {
      id: 'escrow-release',
      what: 'The escrow pays the whole amount to the thief.',
      source: 'Common escrow contracts: release(to, amount)',
      to: addressOf('escrow'),
      data: call('release(address,uint256)', fresh, 70n * ONE),
      excluded: 'an escrow pays a first-time payee in its honest use, too',
    },
    {
      id: 'escrow-arbiter',
      what: 'The thief decides about the escrow.',
      source: 'Escrows with an arbiter: setArbiter',
      to: addressOf('escrow'),
      data: call('setArbiter(address)', fresh),
    },
    {
      id: 'payment-channel-exit',
      what: 'The final state of the channel pays the thief.',
      source: 'Payment channels: close(recipient, amount, signature)',
      to: addressOf('payment channel'),
      data: call('close(address,uint256,bytes)', fresh, 60n * ONE, '0x1234'),
      excluded: 'a channel pays a first-time payee in its honest use, too',
    },
  ],
}

export const lockups: Group = {
  name: 'lockups, boosts, referral and builder fees',
  rows: [
    {
      id: 'vecrv-smart-delegate',
      what: 'The thief uses the boost of the locked CRV.',
      source: 'Curve: BoostV2, boost',
      to: addressOf('boost delegation'),
      data: call('boost(address,uint256,uint256)', fresh, 900_000n * ONE, DEADLINE),
    },
    {
      id: 've-delegate-votes',
      what: 'The thief votes with the lock of the signer.',
      source: 'Velodrome: VotingEscrow, delegate',
      chainId: '10',
      to: addressOf('voting escrow NFT'),
      data: call('delegate(uint256,uint256)', 123n, 98_765n),
      excluded: 'the call names two numbers; the owner of the second lock is only on chain',
    },
    {
      id: 'lock-for',
      what: 'The CVX of the signer are locked for the thief.',
      source: 'Convex: CvxLockerV2, lock',
      to: VLCVX,
      data: call('lock(address,uint256,uint256)', fresh, 40_000n * ONE, 0n),
    },
    {
      id: 'create-lock-for',
      what: 'The signer pays for a lock of the thief.',
      source: 'Velodrome: VotingEscrow, createLockFor',
      chainId: '10',
      to: addressOf('voting escrow NFT'),
      data: call('createLockFor(uint256,uint256,address)', 50_000n * ONE, 126_144_000n, fresh),
    },
    {
      id: 'integrator-fee',
      what: 'An integrator, the blocked thief, keeps 99 % of the swap as fee.',
      source: 'Common swap routers with an integrator fee',
      to: addressOf('swap router with fees'),
      value: 5n * ONE,
      data: call('swapWithFee(address,address,uint256,uint256,address)', NOBODY, USDC, 1n, 9900n, thief),
      ...blocked,
    },
    {
      id: 'sweep-with-fee',
      what: 'The router pays 1 % of the tokens to the thief as fee and the rest to it, too.',
      source: 'Uniswap v3: PeripheryPaymentsWithFee, sweepTokenWithFee',
      to: UNISWAP_02,
      data: call('sweepTokenWithFee(address,uint256,address,uint256,address)', USDC, 1n, fresh, 100n, fresh),
    },
    {
      id: 'builder-fee',
      what: 'The thief may take a fee of 10 % of each order.',
      source: 'Hyperliquid: approveBuilderFee, as a contract call',
      to: addressOf('venue'),
      data: call('approveBuilderFee(address,uint256)', fresh, 1000n),
    },
    {
      id: 'referrer-owner',
      what: 'The thief owns the referral code of the signer with its rebates.',
      source: 'GMX: ReferralStorage, setCodeOwner',
      chainId: '42161',
      to: addressOf('referral storage'),
      data: call('setCodeOwner(bytes32,address)', hashOf('code'), fresh),
    },
    {
      id: 'votium-registry',
      what: 'Rewards for the votes of the lock go to the thief.',
      source: 'Votium: registry of reward receivers, setRegistry',
      to: addressOf('reward forwarding'),
      data: call('setRegistry(address)', fresh),
    },
    {
      id: 'eth-payment-to-listed',
      what: 'A blocked thief is paid as referrer of a subscription.',
      source: 'Unlock Protocol: purchase(values, recipients, referrers, managers, data)',
      to: addressOf('Unlock lock'),
      value: ONE / 10n,
      data: call(
        'purchase(uint256[],address[],address[],address[],bytes[])',
        ...[[ONE / 10n], [SIGNER], [thief], [NOBODY], ['0x']],
      ),
      ...blocked,
    },
  ],
}
