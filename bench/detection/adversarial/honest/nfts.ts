import { addressOf, call, hashOf } from '../encode.ts'
import { BAYC, ENS_CONTROLLER, ENS_REGISTRY, ENS_RESOLVER, ENS_REVERSE, PUNKS, SEAPORT } from '../protocols.ts'
import { allow, DEADLINE, type Group, NOBODY, ONE, rows, SIGNER } from '../row.ts'

const colleague = addressOf('colleague')

const NONE = `0x${'0'.repeat(64)}`

const seller = addressOf('seller')

const collection = addressOf('collection')

const basic = [
  NOBODY,
  0n,
  19n * 10n ** 17n,
  seller,
  NOBODY,
  collection,
  12n,
  1n,
  0,
  1_700_000_000n,
  DEADLINE,
  NONE,
  9n,
  NONE,
  NONE,
  1n,
  [[10n ** 17n, addressOf('marketplace fees')]],
  '0x1234',
]

const vouched = { lists: [allow(colleague)] }

export const nfts: Group = {
  name: 'NFTs: purchases, listings, mints',
  rows: rows([
    [
      'seaport-basic',
      'The signer buys an NFT for 2 ETH.',
      'Seaport 1.6: fulfillBasicOrder',
      {
        to: SEAPORT,
        value: 2n * ONE,
        data: call(
          'fulfillBasicOrder((address,uint256,uint256,address,address,address,uint256,uint256,uint8,uint256,uint256,bytes32,uint256,bytes32,bytes32,uint256,(uint256,address)[],bytes))',
          basic,
        ),
      },
    ],
    [
      'seaport-basic-gas',
      'The same purchase with the cheaper function.',
      'Seaport 1.6: fulfillBasicOrder_efficient_6GL6yc',
      {
        to: SEAPORT,
        value: 2n * ONE,
        data: call(
          'fulfillBasicOrder_efficient_6GL6yc((address,uint256,uint256,address,address,address,uint256,uint256,uint8,uint256,uint256,bytes32,uint256,bytes32,bytes32,uint256,(uint256,address)[],bytes))',
          basic,
        ),
      },
    ],
    [
      'punk-buy',
      'The signer buys a punk.',
      'CryptoPunks: buyPunk',
      { to: PUNKS, value: 40n * ONE, data: call('buyPunk(uint256)', 3100n) },
    ],
    [
      'punk-offer',
      'A punk is offered for 60 ETH.',
      'CryptoPunks: offerPunkForSale',
      { to: PUNKS, data: call('offerPunkForSale(uint256,uint256)', 3100n, 60n * ONE) },
    ],
    [
      'punk-bid',
      'A bid for a punk.',
      'CryptoPunks: enterBidForPunk',
      { to: PUNKS, value: 30n * ONE, data: call('enterBidForPunk(uint256)', 3100n) },
    ],
    [
      'mint',
      'A mint of two NFTs.',
      'ERC-721A: mint',
      { to: collection, value: ONE / 10n, data: call('mint(uint256)', 2n) },
    ],
    [
      'mint-to-self',
      'A mint for the signer.',
      'OpenZeppelin: safeMint',
      { to: collection, value: ONE / 10n, data: call('safeMint(address)', SIGNER) },
    ],
    [
      'own-move',
      'An ape moves to a wallet on the allow list.',
      'ERC-721: safeTransferFrom',
      { to: BAYC, data: call('safeTransferFrom(address,address,uint256)', SIGNER, colleague, 4321n), ...vouched },
    ],
    [
      'auction-bid',
      'A bid in an auction.',
      'Nouns: AuctionHouse, createBid',
      { to: '0x830bd73e4184cef73443c15111a1df14e495c706', value: 3n * ONE, data: call('createBid(uint256)', 1201n) },
    ],
    [
      'zora-mint',
      'A mint for the signer with a comment.',
      'Zora: ERC721Drop, purchaseWithComment',
      {
        chainId: '8453',
        to: addressOf('Zora drop'),
        value: ONE / 1000n,
        data: call('purchaseWithComment(uint256,string)', 1n, 'nice'),
      },
    ],
  ]),
}

const node = hashOf('signer.eth')

export const names: Group = {
  name: 'names of oneself',
  rows: rows([
    [
      'renew',
      'The name is renewed for a year.',
      'ENS: ETHRegistrarController, renew',
      { to: ENS_CONTROLLER, value: ONE / 400n, data: call('renew(string,uint256)', 'signer', 31_536_000n) },
    ],
    [
      'commit',
      'The first step of a registration.',
      'ENS: ETHRegistrarController, commit',
      { to: ENS_CONTROLLER, data: call('commit(bytes32)', hashOf('commitment')) },
    ],
    [
      'register',
      'The signer registers a name for itself.',
      'ENS: ETHRegistrarController, register',
      {
        to: ENS_CONTROLLER,
        value: ONE / 400n,
        data: call(
          'register(string,address,uint256,bytes32,address,bytes[],bool,uint16)',
          'signer',
          SIGNER,
          31_536_000n,
          hashOf('secret'),
          ENS_RESOLVER,
          [],
          true,
          0,
        ),
      },
    ],
    [
      'address',
      'The name points to the signer.',
      'ENS: PublicResolver, setAddr',
      { to: ENS_RESOLVER, data: call('setAddr(bytes32,address)', node, SIGNER) },
    ],
    [
      'text',
      'The name gets a text.',
      'ENS: PublicResolver, setText',
      { to: ENS_RESOLVER, data: call('setText(bytes32,string,string)', node, 'url', 'https://example.org') },
    ],
    [
      'content',
      'The name gets a website.',
      'ENS: PublicResolver, setContenthash',
      { to: ENS_RESOLVER, data: call('setContenthash(bytes32,bytes)', node, `0xe3010170${'12'.repeat(34)}`) },
    ],
    [
      'resolver',
      'The name uses the public resolver.',
      'ENS: registry, setResolver',
      { to: ENS_REGISTRY, data: call('setResolver(bytes32,address)', node, ENS_RESOLVER) },
    ],
    [
      'reverse',
      'The signer gets a primary name.',
      'ENS: ReverseRegistrar, setName',
      { to: ENS_REVERSE, data: call('setName(string)', 'signer.eth') },
    ],
    [
      'remove-operator',
      'An operator of names is removed.',
      'ENS: registry, setApprovalForAll',
      { to: ENS_REGISTRY, data: call('setApprovalForAll(address,bool)', addressOf('former operator'), false) },
    ],
    [
      'subname',
      'A subname belongs to a colleague on the allow list.',
      'ENS: registry, setSubnodeOwner',
      {
        to: ENS_REGISTRY,
        data: call('setSubnodeOwner(bytes32,bytes32,address)', node, hashOf('team'), colleague),
        ...vouched,
      },
    ],
  ]),
}
