import { addressOf, call, hashOf, packed } from '../encode.ts'
import {
  BAYC,
  COW,
  DELEGATE_XYZ,
  DELEGATE_XYZ_1,
  ONE_INCH_6,
  OPENSEA_CONDUIT,
  PUNKS,
  SEAPORT,
  TRANSFER_HELPER,
  USDC,
  WETH,
  ZEROX,
} from '../protocols.ts'
import { DEADLINE, type Group, NOBODY, ONE, SIGNER, usd } from '../row.ts'

const thief = addressOf('thief in trade')

const NONE = `0x${'0'.repeat(64)}`

const OFFER = '(uint8,address,uint256,uint256,uint256)'

const CONSIDERATION = '(uint8,address,uint256,uint256,uint256,address)'

const PARAMETERS = `(address,address,${OFFER}[],${CONSIDERATION}[],uint8,uint256,uint256,bytes32,uint256,bytes32,uint256)`

/** Item types of Seaport: 0 native, 1 ERC-20, 2 ERC-721. */
const parameters = (offerer: string, offer: readonly unknown[], consideration: readonly unknown[]) => [
  ...[offerer, NOBODY, offer, consideration, 0, 1_700_000_000n, DEADLINE, NONE, 9n, NONE],
  BigInt(consideration.length),
]

const order = (offerer: string, offer: readonly unknown[], consideration: readonly unknown[]) => [
  parameters(offerer, offer, consideration),
  '0x1234',
]

export const orders: Group = {
  name: 'order books: assets for nothing',
  rows: [
    {
      id: 'seaport-fulfill-bait',
      what: 'The signer gives an ape and gets 1 wei of WETH.',
      source: 'Seaport 1.6: fulfillOrder',
      to: SEAPORT,
      data: call(
        `fulfillOrder((${PARAMETERS},bytes),bytes32)`,
        ...[order(thief, [[1, WETH, 0n, 1n, 1n]], [[2, BAYC, 4321n, 1n, 1n, thief]]), NONE],
      ),
    },
    {
      id: 'seaport-fulfill-nothing',
      what: 'The signer gives 60,000 USDC; the order offers nothing.',
      source: 'Seaport 1.6: fulfillOrder',
      to: SEAPORT,
      data: call(
        `fulfillOrder((${PARAMETERS},bytes),bytes32)`,
        ...[order(thief, [], [[1, USDC, 0n, usd(60_000), usd(60_000), thief]]), NONE],
      ),
    },
    {
      id: 'seaport-recipient',
      what: 'The signer pays 20 ETH, the thief receives the NFT.',
      source: 'Seaport 1.6: fulfillAdvancedOrder, recipient',
      to: SEAPORT,
      value: 20n * ONE,
      data: call(
        `fulfillAdvancedOrder((${PARAMETERS},uint120,uint120,bytes,bytes),(uint256,uint8,uint256,uint256,bytes32[])[],bytes32,address)`,
        ...[
          [
            parameters(
              addressOf('seller'),
              [[2, BAYC, 1n, 1n, 1n]],
              [[0, NOBODY, 0n, 20n * ONE, 20n * ONE, addressOf('seller')]],
            ),
            1n,
            1n,
            '0x1234',
            '0x',
          ],
          [],
          NONE,
          thief,
        ],
      ),
    },
    {
      id: 'seaport-validate-free',
      what: 'The signer validates on chain its own order that sells an ape for 1 wei to anybody.',
      source: 'Seaport 1.6: validate',
      to: SEAPORT,
      data: call(`validate((${PARAMETERS},bytes)[])`, [
        order(SIGNER, [[2, BAYC, 4321n, 1n, 1n]], [[0, NOBODY, 0n, 1n, 1n, SIGNER]]),
      ]),
    },
    {
      id: 'seaport-match-private',
      what: 'Two orders move an NFT of the signer to the thief without a price.',
      source: 'Seaport 1.6: matchOrders',
      to: SEAPORT,
      data: call(
        `matchOrders((${PARAMETERS},bytes)[],((uint256,uint256)[],(uint256,uint256)[])[])`,
        ...[
          [order(SIGNER, [[2, BAYC, 77n, 1n, 1n]], []), order(thief, [], [[2, BAYC, 77n, 1n, 1n, thief]])],
          [[[[0n, 0n]], [[1n, 0n]]]],
        ],
      ),
    },
    {
      id: 'bulk-transfer',
      what: 'Three apes go to the thief.',
      source: 'OpenSea: TransferHelper, bulkTransfer',
      to: TRANSFER_HELPER,
      data: call(
        'bulkTransfer(((uint8,address,uint256,uint256)[],address,bool)[],bytes32)',
        ...[[[[1n, 2n, 3n].map((id) => [2, BAYC, id, 1n]), thief, true]], OPENSEA_CONDUIT.padEnd(66, '0')],
      ),
    },
    {
      id: 'punk-private-offer',
      what: 'The thief can buy a punk for 0 wei.',
      source: 'CryptoPunks: offerPunkForSaleToAddress',
      to: PUNKS,
      data: call('offerPunkForSaleToAddress(uint256,uint256,address)', 3100n, 0n, thief),
    },
    {
      id: 'punk-offer-free',
      what: 'Anybody, first a bot of the thief, can buy a punk for 0 wei.',
      source: 'CryptoPunks: offerPunkForSale',
      to: PUNKS,
      data: call('offerPunkForSale(uint256,uint256)', 3100n, 0n),
    },
    {
      id: '1inch-limit-order',
      what: 'The signer pays 80,000 USDC for 1 wei.',
      source: '1inch v6: fillOrder',
      to: ONE_INCH_6,
      data: call(
        'fillOrder((uint256,uint256,uint256,uint256,uint256,uint256,uint256,uint256),bytes32,bytes32,uint256,uint256)',
        ...[
          [1n, BigInt(thief), 0n, BigInt(WETH), BigInt(USDC), 1n, usd(80_000), 0n],
          ...[hashOf('r'), hashOf('vs'), usd(80_000), 0n],
        ],
      ),
    },
    {
      id: '0x-limit-order',
      what: 'The signer fills an order of the thief: 90,000 USDC for 1 wei of WETH.',
      source: '0x v4: fillLimitOrder',
      to: ZEROX,
      data: call(
        'fillLimitOrder((address,address,uint128,uint128,uint128,address,address,address,address,bytes32,uint64,uint256),(uint8,uint8,bytes32,bytes32),uint128)',
        ...[
          [WETH, USDC, 1n, usd(90_000), 0n, thief, NOBODY, NOBODY, NOBODY, NONE, DEADLINE, 1n],
          [2, 27, hashOf('r'), hashOf('s')],
          usd(90_000),
        ],
      ),
    },
    {
      id: 'cow-ether-flow',
      what: 'The signer sells 30 ETH for 1 USDC unit, which the thief receives.',
      source: 'CoW Protocol: EthFlow, createOrder',
      to: addressOf('EthFlow'),
      value: 30n * ONE,
      data: call(
        'createOrder((address,address,uint256,uint256,bytes32,uint256,uint32,bool,int64))',
        ...[[USDC, thief, 30n * ONE, 1n, NONE, 0n, 1_900_000_000, false, 5n]],
      ),
    },
    {
      id: 'zora-ask',
      what: 'The ape is offered for 1 wei and the proceeds go to the thief.',
      source: 'Zora: Asks, createAsk',
      to: addressOf('Zora asks'),
      data: call('createAsk(address,uint256,uint256,address,address,uint16)', BAYC, 4321n, 1n, NOBODY, thief, 0),
    },
    {
      id: 'cow-presign',
      what: 'The order behind the uid sells everything for nothing.',
      source: 'CoW Protocol: setPreSignature',
      to: COW,
      data: call('setPreSignature(bytes,bool)', packed(hashOf('order'), SIGNER, [32, 1_900_000_000]), true),
      excluded: 'the uid holds the hash of the order only',
    },
  ],
}

const NFT = addressOf('collection with rental')

export const rentals: Group = {
  name: 'rentals and delegate registries',
  rows: [
    {
      id: 'erc4907-user',
      what: 'The thief uses the NFT until 2030 without paying.',
      source: 'ERC-4907: setUser',
      to: NFT,
      data: call('setUser(uint256,address,uint64)', 5n, thief, DEADLINE),
    },
    {
      id: 'erc5006-user-record',
      what: 'The thief uses 10 of the items for years.',
      source: 'ERC-5006: createUserRecord',
      to: NFT,
      data: call('createUserRecord(address,address,uint256,uint64,uint64)', SIGNER, thief, 8n, 10n, DEADLINE),
    },
    {
      id: 'delegate-all',
      what: 'The thief may claim for everything that the wallet holds.',
      source: 'delegate.xyz v2: delegateAll',
      to: DELEGATE_XYZ,
      data: call('delegateAll(address,bytes32,bool)', thief, NONE, true),
    },
    {
      id: 'delegate-contract',
      what: 'The thief may claim for all apes of the wallet.',
      source: 'delegate.xyz v2: delegateContract',
      to: DELEGATE_XYZ,
      data: call('delegateContract(address,address,bytes32,bool)', thief, BAYC, NONE, true),
    },
    {
      id: 'delegate-1',
      what: 'The thief may claim for everything that the wallet holds.',
      source: 'delegate.cash v1: delegateForAll',
      to: DELEGATE_XYZ_1,
      data: call('delegateForAll(address,bool)', thief, true),
    },
    {
      id: 'warm-hot-wallet',
      what: 'The thief is the hot wallet of the signer’s vault.',
      source: 'Warm: HotWalletProxy, setHotWallet',
      to: addressOf('hot wallet proxy'),
      data: call('setHotWallet(address,uint256,bool)', thief, DEADLINE, false),
    },
    {
      id: 'erc721-approve',
      what: 'The thief can take an ape.',
      source: 'ERC-721: approve',
      to: BAYC,
      data: call('approve(address,uint256)', thief, 4321n),
    },
    {
      id: 'erc6909-operator',
      what: 'The thief can take all tokens of the contract.',
      source: 'ERC-6909: setOperator',
      to: addressOf('multi-token'),
      data: call('setOperator(address,bool)', thief, true),
    },
    {
      id: 'erc1155-batch',
      what: 'Five kinds of items go to the thief at once.',
      source: 'ERC-1155: safeBatchTransferFrom',
      to: addressOf('game items'),
      data: call(
        'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
        ...[SIGNER, thief, [1n, 2n, 3n, 4n, 5n], [9n, 9n, 9n, 9n, 9n], '0x'],
      ),
    },
    {
      id: 'land-operator',
      what: 'The thief manages all land of the signer.',
      source: 'Decentraland: LANDRegistry, setUpdateManager',
      to: addressOf('land registry'),
      data: call('setUpdateManager(address,address,bool)', SIGNER, thief, true),
    },
  ],
}
