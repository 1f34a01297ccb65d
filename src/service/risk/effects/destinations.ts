import { chainById } from '../../../api/chains.ts'
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

/**
 * Further EVM chains by the numbers of bridges: they exist, and no list here is of them. Those without numbers of their own use chain
 * ids. Sources: as above; lifinance/contracts, config/networks.json, debridgedln.json and allbridge.json; version 3.1.13 of the endpoint
 * ids.
 */
const furtherChains: Readonly<Partial<Record<ChainNumbers, string>>> = {
  cctp: '10 11 12 13 14 15 16 17 18 19 21 22',
  layerZero:
    '112 114 115 116 118 125 126 138 145 148 149 150 151 152 153 154 155 158 159 161 165 167 173 175 176 177 181 ' +
    '182 183 195 196 197 198 199 202 205 210 211 212 213 214 215 216 217 218 230 234 235 236 237 238 243 255 257 ' +
    '260 263 265 266 267 273 274 278 279 280 281 282 283 284 285 290 291 292 293 294 295 301 302 303 309 311 312 ' +
    '313 314 315 316 317 318 319 320 321 322 323 324 327 328 329 330 331 332 333 334 335 336 337 338 339 340 341 ' +
    '342 359 360 361 362 363 364 365 366 367 368 369 370 371 372 373 374 375 376 377 379 380 381 382 383 384 385 ' +
    '386 387 388 389 390 391 392 393 394 395 396 397 398 399 400 401 402 403 404 405 406 407 408 409 410 411 412 ' +
    '413 414 415 416 417 418 461 462 464 465 466 467',
  wormhole: '10 13 14 16 25 31 33 34 35 37 38 39 40 42 44 45 46 47 48 50 52 53 54 55 57 58 59 63 64',
  ccip:
    '1456215246176062136 11964252391146578476 1477345371608778000 17673274061779414707 465200170687744372 ' +
    '1923510103922296319 1673871237479749969 3016212468291539606 1462016016387883143 1562403441176082196 ' +
    '16978377838628290997 2442541497099098535 8805746078405598895 12505351618335765396 1556008542357238666 ' +
    '9813823125703490621 1237925231416731909 14894068710063348487 7264351850409363825 1346049177634351622 ' +
    '1294465214383781161 17912061998839310979 3461204551265785888 4627098889531055414 4411394078118774322 ' +
    '13204309965629103672 3849287863852499584 9027416829622342829 6916147374840168594 465944652040885897 ' +
    '2049429975587534727 18164309074156128038 5608378062013572713 3577778157919314504 15293031020466096408 ' +
    '13624601974233774587 17349189558768828726 2459028469735686113 9335212494177455608 8481857512324358265 ' +
    '4426351306075016396 1523760397290643893 6093540873831549674 7281642695469137430 1804312132722180201',
  allbridge: '1 2 5 6 8 9 10 11 12 14 17',
  debridge: '100000002 100000004 100000009 100000021 100000031',
  evm:
    '14 25 30 40 50 88 100 122 130 143 146 196 204 232 252 288 324 480 747 988 999 1088 1135 1329 1480 1625 1672 ' +
    '1776 1868 2020 2741 2818 4217 4326 4663 5000 5031 5042 6900 8217 9745 13371 16661 33139 34443 42170 42220 ' +
    '42793 43111 57073 59144 60808 80094 81457 98866 534352 747474 5734951',
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

/** The number, where no table says which chain it is. Undefined: it is known, or is no number. */
export function unknownChainAt(numbers: ChainNumbers, value: ArgumentValue | undefined): string | undefined {
  const number = numberOf(numbers, value)
  if (number === undefined || otherChainOf(numbers, value)) return undefined
  const own = evmChains[numbers]
  const isKnown =
    (own ? own[number] !== undefined : chainById(number) !== undefined) ||
    isListed(number, furtherChains[numbers]) ||
    (!own && isListed(number, furtherChains.evm))
  return isKnown ? undefined : number
}

function isListed(number: string, list = ''): boolean {
  return ` ${list} `.includes(` ${number} `)
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
