import { chainText } from '../../../api/text/chains.ts'
import type { ArgumentValue } from '../decode/arguments.ts'

/** A chain whose accounts are no EVM addresses. */
export interface OtherChain {
  readonly name: string
  /**
   * Bytes of an account: a key or hash of 32, or 20 that a bridge pads on the left like an EVM address, which they are not: no one has
   * a key of an EVM account there.
   */
  readonly accountBytes: 20 | 32
}

const keys = (name: string): OtherChain => ({ name, accountBytes: 32 })
const hashes = (name: string): OtherChain => ({ name, accountBytes: 20 })

/** Endpoint ids without their version (V1: 1xx, V2: 30xxx): @layerzerolabs/lz-definitions, EndpointId. */
const layerZero: Readonly<Record<string, OtherChain>> = {
  108: keys('Aptos'),
  168: keys('Solana'),
  325: keys('Movement'),
  326: hashes('Initia'),
  343: keys('TON'),
  378: keys('Sui'),
  420: hashes('Tron'),
  423: keys('IOTA'),
  500: keys('Starknet'),
  600: keys('Stellar'),
}

/** By the numbers that a bridge gives chains; every other number is that of an EVM chain, or unknown. */
const chains = {
  /** developers.circle.com: CCTP domains; cctp-rs for Starknet. */
  cctp: {
    4: hashes('Noble'),
    5: keys('Solana'),
    8: keys('Sui'),
    9: keys('Aptos'),
    25: keys('Starknet'),
  },
  layerZero,
  /** wormhole-foundation/wormhole, sdk/vaa/structs.go. */
  wormhole: {
    1: keys('Solana'),
    3: hashes('Terra'),
    8: keys('Algorand'),
    15: keys('NEAR'),
    18: hashes('Terra 2'),
    19: hashes('Injective'),
    20: hashes('Osmosis'),
    21: keys('Sui'),
    22: keys('Aptos'),
    26: keys('Pythnet'),
    28: hashes('XPLA'),
    3104: hashes('Wormchain'),
    4000: hashes('Cosmos Hub'),
    4002: hashes('Kujira'),
    4003: hashes('Neutron'),
    4004: hashes('Celestia'),
    4005: hashes('Stargaze'),
    4007: hashes('Dymension'),
    4009: hashes('Noble'),
  },
  /** hyperlane-xyz/hyperlane-registry: chains whose protocol is not ethereum. */
  hyperlane: {
    745: hashes('Stride'),
    875: hashes('Osmosis'),
    574456: keys('svmBNB'),
    6909546: hashes('Injective'),
    50075007: keys('SOON'),
    358974494: keys('Starknet'),
    507150715: keys('Sonic SVM'),
    514051890: keys('Paradex'),
    1128614981: hashes('Celestia'),
    1264145989: hashes('KYVE'),
    1313817164: hashes('Noble'),
    1399811149: keys('Solana'),
    1408864445: keys('Eclipse'),
    1570310961: hashes('Dymension'),
    1634493807: keys('Aleo'),
    1633970780: keys('Radix'),
    1668248429: hashes('Cosmos Hub'),
    1835625579: hashes('MilkyWay'),
    1853125230: hashes('Neutron'),
    1936682104: keys('Solaxy'),
  },
  /** smartcontractkit/chain-selectors: selectors of other families. */
  ccip: {
    '124615329519749607': keys('Solana'),
    '4741433654826277614': keys('Aptos'),
  },
  /** Across: ACROSS_CHAIN_ID_SOLANA in the LI.FI contracts and its SDK. */
  across: { 34268394551451: keys('Solana') },
  /** allbridge-io/allbridge-core-js-sdk: chain ids. */
  allbridge: { 3: hashes('Tron'), 4: keys('Solana'), 7: keys('Stellar'), 13: keys('Sui') },
  /** docs.debridge.com: internal chain ids. */
  debridge: { 7565164: keys('Solana'), 100000026: hashes('Tron') },
  /** docs.li.fi: chain ids of other ecosystems. */
  lifi: {
    728126428: hashes('Tron'),
    1151111081099710: keys('Solana'),
    9270000000000000: keys('Sui'),
  },
  /** Chain ids (EIP-155). */
  evm: {},
} as const satisfies Readonly<Record<string, Readonly<Record<string, OtherChain>>>>

export type ChainNumbers = keyof typeof chains

export const chainNumbers = Object.keys(chains) as readonly ChainNumbers[]

/** EVM chains by the numbers of bridges that have their own, from the same sources; others use chain ids. */
const evmChains: Readonly<Partial<Record<ChainNumbers, Readonly<Record<string, string>>>>> = {
  cctp: { 0: '1', 1: '43114', 2: '10', 3: '42161', 6: '8453', 7: '137' },
  layerZero: { 101: '1', 102: '56', 106: '43114', 109: '137', 110: '42161', 111: '10', 184: '8453' },
  wormhole: { 2: '1', 4: '56', 5: '137', 6: '43114', 23: '42161', 24: '10', 30: '8453' },
  ccip: {
    '5009297550715157269': '1',
    '3734403246176062136': '10',
    '11344663589394136015': '56',
    '4051577828743386545': '137',
    '15971525489660198786': '8453',
    '4949039107694359620': '42161',
    '6433500567565415381': '43114',
  },
  allbridge: {},
}

/** Undefined: an EVM chain, or one that the table does not know. */
export function otherChainOf(numbers: ChainNumbers, value: ArgumentValue | undefined): OtherChain | undefined {
  const number = numberOf(numbers, value)
  return number === undefined ? undefined : (chains[numbers] as Readonly<Record<string, OtherChain>>)[number]
}

/** The chain id of the EVM chain with a number of a bridge. Undefined: another chain, or a number that the table does not know. */
export function evmChainOf(numbers: ChainNumbers, value: ArgumentValue | undefined): string | undefined {
  const number = numberOf(numbers, value)
  if (number === undefined || otherChainOf(numbers, value)) return undefined
  const ids = evmChains[numbers]
  return ids ? ids[number] : number
}

/** The name of a chain within a sentence: "base", "Solana", "chain 4242". Undefined: a number that the table does not know. */
export function chainNameOf(numbers: ChainNumbers, value: ArgumentValue | undefined): string | undefined {
  const other = otherChainOf(numbers, value)
  const id = evmChainOf(numbers, value)
  return other?.name ?? (id === undefined ? undefined : chainText(id))
}

function numberOf(numbers: ChainNumbers, value: ArgumentValue | undefined): string | undefined {
  if (typeof value !== 'bigint' && typeof value !== 'number') return undefined
  return String(numbers === 'layerZero' ? BigInt(value) % 10_000n : value)
}
