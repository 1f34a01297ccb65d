import { addressOf, call, hashOf } from '../encode.ts'
import { BALANCER, USDC } from '../protocols.ts'
import { type Group, MAX, ONE, PROTOCOL, SIGNER, usd } from '../row.ts'

const thief = addressOf('thief of control')

export const roles: Group = {
  name: 'roles: owners, administrators, minters, pausers',
  rows: [
    {
      id: 'ownership',
      what: 'The thief owns the protocol.',
      source: 'OpenZeppelin: Ownable, transferOwnership',
      to: PROTOCOL,
      data: call('transferOwnership(address)', thief),
    },
    {
      id: 'access-manager-role',
      what: 'The thief gets the administrator role of the access manager.',
      source: 'OpenZeppelin: AccessManager, grantRole',
      to: PROTOCOL,
      data: call('grantRole(uint64,address,uint32)', 0n, thief, 0),
    },
    {
      id: 'access-manager-target-admin',
      what: 'The protocol follows an authority of the thief.',
      source: 'OpenZeppelin: AccessManager, updateAuthority',
      to: PROTOCOL,
      data: call('updateAuthority(address,address)', addressOf('managed contract'), thief),
    },
    {
      id: 'default-admin',
      what: 'The thief becomes default administrator after the delay.',
      source: 'OpenZeppelin: AccessControlDefaultAdminRules, beginDefaultAdminTransfer',
      to: PROTOCOL,
      data: call('beginDefaultAdminTransfer(address)', thief),
    },
    {
      id: 'maker-rely',
      what: 'The thief becomes a ward.',
      source: 'Maker: auth, rely',
      to: PROTOCOL,
      data: call('rely(address)', thief),
    },
    {
      id: 'nominate-owner',
      what: 'The thief is nominated as owner.',
      source: 'Synthetix: Owned, nominateNewOwner',
      to: PROTOCOL,
      data: call('nominateNewOwner(address)', thief),
    },
    {
      id: 'curve-commit-owner',
      what: 'The thief will own the pool.',
      source: 'Curve: commit_transfer_ownership',
      to: PROTOCOL,
      data: call('commit_transfer_ownership(address)', thief),
    },
    {
      id: 'usdc-minter',
      what: 'The thief may mint 100 million.',
      source: 'Circle: FiatToken, configureMinter',
      to: PROTOCOL,
      data: call('configureMinter(address,uint256)', thief, usd(100_000_000)),
    },
    {
      id: 'add-minter',
      what: 'The thief may mint the signer’s token.',
      source: 'OpenZeppelin 2: MinterRole, addMinter',
      to: PROTOCOL,
      data: call('addMinter(address)', thief),
    },
    {
      id: 'solady-roles',
      what: 'The thief gets all roles.',
      source: 'Solady: OwnableRoles, grantRoles',
      to: PROTOCOL,
      data: call('grantRoles(address,uint256)', thief, MAX),
    },
    {
      id: 'pauser',
      what: 'The thief can stop the protocol.',
      source: 'Circle: FiatToken, updatePauser',
      to: PROTOCOL,
      data: call('updatePauser(address)', thief),
    },
    {
      id: 'mint',
      what: 'A billion new tokens of the signer’s project go to the thief.',
      source: 'OpenZeppelin: ERC20PresetMinterPauser, mint',
      to: PROTOCOL,
      data: call('mint(address,uint256)', thief, 10n ** 9n * ONE),
    },
  ],
}

export const payouts: Group = {
  name: 'payouts: fee recipients, treasuries, beneficiaries, rescue functions',
  rows: [
    {
      id: 'fee-to',
      what: 'All protocol fees go to the thief.',
      source: 'Uniswap v2: Factory, setFeeTo',
      to: PROTOCOL,
      data: call('setFeeTo(address)', thief),
    },
    {
      id: 'fee-recipient',
      what: 'Vault fees go to the thief.',
      source: 'MetaMorpho: setFeeRecipient',
      to: PROTOCOL,
      data: call('setFeeRecipient(address)', thief),
    },
    {
      id: 'treasury',
      what: 'Reserves of the protocol go to the thief.',
      source: 'Aave: AToken and forks, setTreasury',
      to: PROTOCOL,
      data: call('setTreasury(address)', thief),
    },
    {
      id: 'collect-protocol',
      what: 'The collected fees of the pool go to the thief.',
      source: 'Uniswap v3: Pool, collectProtocol',
      to: PROTOCOL,
      data: call('collectProtocol(address,uint128,uint128)', thief, 10n ** 12n, 10n ** 20n),
    },
    {
      id: 'royalty',
      what: 'The royalties of the collection go to the thief.',
      source: 'OpenZeppelin: ERC2981, setDefaultRoyalty',
      to: PROTOCOL,
      data: call('setDefaultRoyalty(address,uint96)', thief, 750n),
    },
    {
      id: 'seadrop-payout',
      what: 'The income of the drop goes to the thief.',
      source: 'SeaDrop: updateCreatorPayoutAddress',
      to: PROTOCOL,
      data: call('updateCreatorPayoutAddress(address,address)', addressOf('SeaDrop'), thief),
    },
    {
      id: 'split-control',
      what: 'The thief controls the shares of the split.',
      source: '0xSplits: SplitMain, transferControl',
      to: addressOf('split main'),
      data: call('transferControl(address,address)', addressOf('split of the signer'), thief),
    },
    {
      id: 'split-update',
      what: 'The thief gets 95 % of the split.',
      source: '0xSplits: SplitMain, updateSplit',
      to: addressOf('split main'),
      data: call(
        'updateSplit(address,address[],uint32[],uint32)',
        ...[addressOf('split of the signer'), [SIGNER, thief], [50_000, 950_000], 0],
      ),
    },
    {
      id: 'rescue',
      what: 'All USDC of the protocol go to the thief.',
      source: 'Common administration: rescueTokens(token, to, amount)',
      to: PROTOCOL,
      data: call('rescueTokens(address,address,uint256)', USDC, thief, usd(800_000)),
    },
    {
      id: 'sweep',
      what: 'The ether of the protocol goes to the thief.',
      source: 'Common administration: withdrawTo(to, amount)',
      to: PROTOCOL,
      data: call('withdrawTo(address,uint256)', thief, 300n * ONE),
    },
    {
      id: 'beneficiary',
      what: 'Payments of the contract go to the thief.',
      source: 'Auction and sale contracts: setBeneficiary',
      to: PROTOCOL,
      data: call('setBeneficiary(address)', thief),
    },
  ],
}

export const operations: Group = {
  name: 'operations: oracles, keepers, relayers of an own protocol',
  rows: [
    {
      id: 'price-oracle',
      what: 'The thief sets the prices of the lending market.',
      source: 'Compound: Comptroller, _setPriceOracle',
      to: PROTOCOL,
      data: call('_setPriceOracle(address)', thief),
    },
    {
      id: 'asset-sources',
      what: 'A price source of the thief decides what USDC is worth.',
      source: 'Aave v3: AaveOracle, setAssetSources',
      to: PROTOCOL,
      data: call('setAssetSources(address[],address[])', [USDC], [thief]),
    },
    {
      id: 'keeper',
      what: 'The thief runs the strategy.',
      source: 'Yearn: strategies, setKeeper',
      to: PROTOCOL,
      data: call('setKeeper(address)', thief),
    },
    {
      id: 'relayer',
      what: 'The thief may act for every user of the vault.',
      source: 'Balancer v2: Vault, setRelayerApproval',
      to: BALANCER,
      data: call('setRelayerApproval(address,address,bool)', SIGNER, thief, true),
    },
    {
      id: 'trusted-forwarder',
      what: 'The thief may pretend to be any sender.',
      source: 'ERC-2771: contracts with setTrustedForwarder',
      to: PROTOCOL,
      data: call('setTrustedForwarder(address)', thief),
    },
    {
      id: 'strategy',
      what: 'The vault lends all its assets to a strategy of the thief.',
      source: 'Yearn v2: Vault, addStrategy',
      to: PROTOCOL,
      data: call('addStrategy(address,uint256,uint256,uint256,uint256)', thief, 10_000n, 0n, MAX, 0n),
    },
    {
      id: 'allocator',
      what: 'The thief decides where the vault puts its assets.',
      source: 'MetaMorpho: setIsAllocator',
      to: PROTOCOL,
      data: call('setIsAllocator(address,bool)', thief, true),
    },
    {
      id: 'signer-of-claims',
      what: 'Vouchers signed by the thief are paid.',
      source: 'Contracts with signed vouchers: setSigner',
      to: PROTOCOL,
      data: call('setSigner(address)', thief),
    },
    {
      id: 'merkle-root',
      what: 'A root with one leaf pays the whole airdrop to the thief.',
      source: 'Merkle distributors with an owner: setMerkleRoot',
      to: PROTOCOL,
      data: call('setMerkleRoot(bytes32)', hashOf('tree of the thief')),
      excluded: 'the thief is only in the preimage of the root',
    },
  ],
}
