import { addressOf, call, hashOf } from '../adversarial/encode.ts'
import { BAYC, ENS_CONTROLLER, ENS_RESOLVER, ENS_WRAPPER, SEAPORT, USDC } from '../adversarial/protocols.ts'
import { ACCOUNT, NOBODY, ONE, SIGNER, usd } from '../adversarial/row.ts'
import { attack, fair, family, pair } from './pair.ts'

const SUDO = addressOf('pair of sudoswap')
const NFTX = addressOf('vault of nftx')
const FOUNDATION = '0xcda72070e455bb31c7690a170224ce43623d0b6f'
const TBA = addressOf('token bound account')
const RENTAL = addressOf('rentable collection')
const node = hashOf('name')

export const markets = family('item markets and names of today', [
  pair(
    'sudo-recipient',
    'Sudoswap LSSVM2, sudoswap/lssvm2',
    SUDO,
    (who) => call('changeAssetRecipient(address)', who),
    'the proceeds of a pool',
  ),
  pair(
    'sudo-sell',
    'Sudoswap LSSVM2, sudoswap/lssvm2',
    SUDO,
    (to) => call('swapNFTsForToken(uint256[],uint256,address,bool,address)', [7n, 8n], ONE, to, false, NOBODY),
    'the price of items',
  ),
  pair(
    'nftx-redeem',
    'NFTX V3, NFTX-project/nftx-protocol-v3',
    NFTX,
    (to) => call('redeem(uint256[],address,uint256,uint256,bool)', [5n], to, 0n, 0n, false),
    'the items of a redemption',
  ),
  pair(
    'nftx-mint',
    'NFTX V3, NFTX-project/nftx-protocol-v3',
    NFTX,
    (to) => call('mint(uint256[],uint256[],address,address)', [5n, 6n], [], SIGNER, to),
    'shares of deposited items',
  ),
  attack(
    'foundation-price',
    'Foundation NFTMarket, f8n/fnd-protocol',
    FOUNDATION,
    call('setBuyPrice(address,uint256,uint256)', BAYC, 55n, 1n),
    'An item is offered for one wei.',
  ),
  pair(
    'tba',
    'ERC-6551',
    TBA,
    (to) => call('execute(address,uint256,bytes,uint8)', USDC, 0n, call('transfer(address,uint256)', to, usd(8000)), 0),
    'what an item owns',
  ),
  pair(
    'rental',
    'ERC-4907',
    RENTAL,
    (who) => call('setUser(uint256,address,uint64)', 9n, who, 1_893_456_000n),
    'the use of an item',
    { twin: call('setUser(uint256,address,uint64)', 9n, NOBODY, 0n) },
  ),
  pair(
    'erc1155-batch',
    'ERC-1155',
    addressOf('multi token'),
    (to) =>
      call('safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)', SIGNER, to, [1n, 2n], [5n, 5n], '0x'),
    'items',
    { own: ACCOUNT, ofTwin: { lists: [{ type: 'ALLOW', address: ACCOUNT }] } },
  ),
  pair(
    'ens-wrap',
    'ENS NameWrapper, ensdomains/ens-contracts',
    ENS_WRAPPER,
    (who) => call('wrapETH2LD(string,address,uint16,address)', 'name', who, 0, ENS_RESOLVER),
    'a name',
  ),
  pair(
    'ens-address',
    'ENS PublicResolver, ensdomains/ens-contracts',
    ENS_RESOLVER,
    (who) => call('setAddr(bytes32,uint256,bytes)', node, 60n, who),
    'the payments to a name',
  ),
  pair(
    'ens-resolver-approve',
    'ENS PublicResolver, ensdomains/ens-contracts',
    ENS_RESOLVER,
    (who) => call('approve(bytes32,address,bool)', node, who, true),
    'the records of a name',
    { twin: call('approve(bytes32,address,bool)', node, addressOf('old delegate'), false) },
  ),
  pair(
    'ens-subnode',
    'ENS NameWrapper, ensdomains/ens-contracts',
    ENS_WRAPPER,
    (who) => call('setSubnodeOwner(bytes32,string,address,uint32,uint64)', node, 'pay', who, 0, 1_893_456_000n),
    'a name below a name',
  ),
  fair(
    'ens-renew',
    'ENS controller',
    ENS_CONTROLLER,
    call('renew(string,uint256)', 'name', 31_536_000n),
    'It renews a name.',
    { value: ONE / 100n },
  ),
  fair('ens-commit', 'ENS controller', ENS_CONTROLLER, call('commit(bytes32)', node), 'It commits to a name.'),
  fair(
    'ens-text',
    'ENS PublicResolver',
    ENS_RESOLVER,
    call('setText(bytes32,string,string)', node, 'url', 'example.org'),
    'It sets a text.',
  ),
  fair('seaport-cancel', 'Seaport 1.6', SEAPORT, call('incrementCounter()'), 'It cancels all orders.'),
  fair(
    'foundation-fair',
    'Foundation NFTMarket',
    FOUNDATION,
    call('setBuyPrice(address,uint256,uint256)', BAYC, 55n, 12n * ONE),
    'It offers an item for a price of the market.',
  ),
])
