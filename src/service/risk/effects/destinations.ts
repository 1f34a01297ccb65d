import { chainIds } from '../../../api/chains.ts'
import { chainText } from '../../../api/text/chains.ts'
import { lazily } from '../../../shared/lazily.ts'
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
  /** developers.circle.com: CCTP domains; cctp-rs for Starknet, LI.FI for Stellar. */
  cctp: {
    4: hashes('Noble'),
    5: keys('Solana'),
    8: keys('Sui'),
    9: keys('Aptos'),
    25: keys('Starknet'),
    27: keys('Stellar'),
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

/**
 * EVM chains by the numbers of bridges that have their own, each as number:chain id; others use chain ids. Sources: as above; Circle's
 * domains, lifinance/contracts at ef00558f (config: networks, polymercctp, frax, allbridge and debridgedln.json), the names of version
 * 3.1.13 of the endpoint ids, wormhole-foundation/wormhole-sdk-ts at 12489add (nativeChainIds.ts), chain-selectors at 7bf600bc.
 */
const evmChains: Readonly<Partial<Record<ChainNumbers, string>>> = {
  cctp:
    '0:1 1:43114 2:10 3:42161 6:8453 7:137 10:130 11:59144 12:81224 13:146 14:480 15:143 16:1329 17:56 18:50 ' +
    '19:999 21:57073 22:98866 26:5042 29:1776 30:2818 31:1672 32:25',
  layerZero:
    '101:1 102:56 106:43114 109:137 110:42161 111:10 112:250 115:53935 116:1666600000 125:42220 126:1284 138:122 ' +
    '145:100 150:8217 151:1088 153:1116 155:66 158:1101 159:7700 161:11155111 165:324 167:1285 175:42170 176:82 ' +
    '177:2222 181:5000 183:59144 184:8453 195:7777777 196:88 199:40 202:204 210:592 211:1313161554 212:1030 ' +
    '213:291 214:534352 217:169 236:660279 243:81457 255:252 260:34443 266:4200 267:666666666 274:196 278:1996 ' +
    '279:60808 280:1329 283:7560 290:167000 292:42793 294:1625 295:14 302:3338 303:48900 309:1890 312:33139 ' +
    '316:295 319:480 320:130 321:1135 322:2818 323:81224 324:2741 329:43111 332:146 333:30 334:50104 335:1923 ' +
    '336:747 339:57073 340:1868 359:25 360:388 362:80094 364:1514 365:50 367:999 369:6900 370:98866 373:232 ' +
    '374:964 375:747474 380:5031 383:9745 388:16661 390:143 394:1776 396:988 398:4326 410:4217 407:1672 416:4663 ' +
    '417:5042',
  wormhole:
    '2:1 4:56 5:137 6:43114 10:250 13:8217 14:42220 16:1284 23:42161 24:10 25:100 30:8453 33:30 34:534352 35:5000 ' +
    '37:196 38:59144 39:80094 40:1329 44:130 45:480 46:57073 47:999 48:143 50:31612 52:146 55:98866 57:1440000 ' +
    '58:9745 59:102030 63:2288 64:4326',
  ccip:
    '5009297550715157269:1 3734403246176062136:10 11344663589394136015:56 4051577828743386545:137 ' +
    '15971525489660198786:8453 4949039107694359620:42161 6433500567565415381:43114 1456215246176062136:25 ' +
    '11964252391146578476:30 1477345371608778000:40 17673274061779414707:50 465200170687744372:100 ' +
    '1923510103922296319:130 1673871237479749969:146 3016212468291539606:196 1462016016387883143:252 ' +
    '1562403441176082196:324 16978377838628290997:988 2442541497099098535:999 8805746078405598895:1088 ' +
    '12505351618335765396:1868 1556008542357238666:5000 9813823125703490621:8217 1237925231416731909:13371 ' +
    '14894068710063348487:33139 7264351850409363825:34443 1346049177634351622:42220 1294465214383781161:80094 ' +
    '17912061998839310979:98866 3461204551265785888:57073 4627098889531055414:59144 4411394078118774322:81457 ' +
    '13204309965629103672:534352 3849287863852499584:60808 9027416829622342829:1329 6916147374840168594:2020 ' +
    '465944652040885897:204 2049429975587534727:480 18164309074156128038:2818 5608378062013572713:232 ' +
    '3577778157919314504:2741 15293031020466096408:1135 13624601974233774587:42793 17349189558768828726:6900 ' +
    '2459028469735686113:747474 9335212494177455608:9745 8481857512324358265:143 4426351306075016396:16661 ' +
    '1523760397290643893:5734951 6093540873831549674:4326 7281642695469137430:4217 1804312132722180201:43111',
  allbridge: '1:1 2:56 5:137 6:42161 8:43114 9:8453 10:10 11:42220 12:146 14:130 17:59144',
  debridge: '100000002:100 100000004:1088 100000009:747 100000021:60808 100000031:4326',
}

/** Their numbers are chain ids, where none is given above. */
const withChainIds: readonly ChainNumbers[] = ['debridge', 'across', 'lifi', 'hyperlane', 'evm']

const evmChainsBy = lazily(
  () =>
    new Map(
      Object.entries(evmChains).map(([numbers, pairs]) => [
        numbers,
        new Map(pairs.split(' ').map((pair) => pair.split(':') as [string, string])),
      ]),
    ),
)

/**
 * Further EVM chains by the numbers of bridges: they exist, and their chain id is not known here. Those without numbers of their own use
 * chain ids. Sources: as above; lifinance/contracts, config/networks.json.
 */
const furtherChains: Readonly<Partial<Record<ChainNumbers, string>>> = {
  layerZero:
    '114 118 148 149 152 154 173 182 197 198 205 215 216 218 230 234 235 237 238 257 263 265 273 281 282 284 285 ' +
    '291 293 301 311 313 314 315 317 318 327 328 330 331 337 338 341 342 361 363 366 368 371 372 376 377 379 381 ' +
    '382 384 385 386 387 389 391 392 393 395 397 399 400 401 402 403 404 405 406 408 409 411 412 413 414 415 418 ' +
    '461 462 464 465 466 467',
  wormhole: '31 42 53 54',
  evm:
    '14 25 30 40 50 88 100 122 130 143 146 196 204 232 252 288 324 480 747 988 999 1088 1135 1329 1480 1625 1672 ' +
    '1776 1868 2020 2741 2818 4217 4326 4663 5000 5031 5042 6900 8217 9745 13371 16661 33139 34443 42170 42220 ' +
    '42793 43111 57073 59144 60808 80094 81457 98866 534352 747474 5734951',
}

/** Returns undefined for an EVM chain, or one that the table does not know. */
export function otherChainOf(numbers: ChainNumbers, value: ArgumentValue | undefined): OtherChain | undefined {
  const number = numberOf(numbers, value)
  return number === undefined ? undefined : (chains[numbers] as Readonly<Record<string, OtherChain>>)[number]
}

/** The chain id of the EVM chain with a number of a bridge. Undefined: another chain, or a number that the table does not know. */
export function evmChainOf(numbers: ChainNumbers, value: ArgumentValue | undefined): string | undefined {
  const number = numberOf(numbers, value)
  if (number === undefined || otherChainOf(numbers, value)) return undefined
  const id = evmChainsBy().get(numbers)?.get(number)
  return id ?? (withChainIds.includes(numbers) ? number : undefined)
}

/** The number, where no table says which chain it is. Undefined: it is known, or is no number. */
export function unknownChainAt(numbers: ChainNumbers, value: ArgumentValue | undefined): string | undefined {
  const number = numberOf(numbers, value)
  if (number === undefined || otherChainOf(numbers, value)) return undefined
  const isId = withChainIds.includes(numbers)
  const isKnown =
    evmChainsBy().get(numbers)?.has(number) ||
    isListed(number, furtherChains[numbers]) ||
    (isId && (chainIds.includes(number) || isListed(number, furtherChains.evm)))
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
