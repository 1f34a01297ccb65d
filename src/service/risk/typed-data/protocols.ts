import { PERMIT2 } from '../../evm/allowance.ts'
import { ZERO_ADDRESS } from '../../evm/words.ts'

/** A protocol whose contracts accept signed messages, at addresses that its documentation publishes. */
export interface Protocol {
  readonly name: string
  /** Names in its signing domain. */
  readonly domainNames: readonly string[]
  /** Lower case, all versions. */
  readonly contracts: readonly string[]
}

function protocol(name: string, domainNames: readonly string[], contracts: readonly string[]): Protocol {
  return { name, domainNames, contracts: contracts.map((address) => address.toLowerCase()) }
}

export const permit2 = protocol('Permit2', ['Permit2'], [PERMIT2])

/** 1.1 to 1.6 (ProjectOpenSea/seaport). */
export const seaport = protocol(
  'Seaport',
  ['Seaport'],
  [
    '0x00000000006c3852cbEf3e08E8dF289169EdE581',
    '0x00000000000006c7676171937C444f6BDe3D6282',
    '0x0000000000000aD24e80fd803C6ac37206a45f15',
    '0x00000000000001ad428e4906aE43D8F9852d0dD6',
    '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC',
    '0x0000000000000068F116a894984e2DB1123eB395',
  ],
)

export const cow = protocol('CoW Protocol', ['Gnosis Protocol'], ['0x9008D19f58AAbD9eD0D60971565AA8510560ab41'])

/** Limit order protocol 2, and routers 5 and 6, which hold its versions 3 and 4. */
export const oneInch = protocol(
  '1inch',
  ['1inch Aggregation Router', '1inch Limit Order Protocol'],
  [
    '0x119c71d3bbac22029622cbaec24854d3d32d2828',
    '0x11431a89893025d2a48dca4eddc396f8c8117187',
    '0x1e38eff998df9d3669e32f4ff400031385bf6362',
    '0x94bc2a1c732bcad7343b25af48385fe76e08734f',
    '0x7f069df72b7a39bce9806e3afaf579e54d8cf2b9',
    '0x1111111254EEB25477B68fb85Ed929f73A960582',
    '0x111111125421cA6dc452d289314280a0f8842A65',
  ],
)

export const zeroEx = protocol(
  '0x',
  ['ZeroEx'],
  ['0xDef1C0ded9bec7F1a1670819833240f027b25EfF', '0xDEF1ABE32c034e558Cdd535791643C58a13aCC10'],
)

export const blur = protocol(
  'Blur',
  ['Blur Exchange'],
  [
    '0x000000000000Ad05Ccc4F10045630fb830B95127',
    '0x39da41747a83aeE658334415666f3EF92DD0D541',
    '0xb2ecfE4E4D61f8790bbb9DE2D1259B9e2410CEA5',
  ],
)

export const looksRare = protocol(
  'LooksRare',
  ['LooksRareExchange', 'LooksRareProtocol'],
  ['0x59728544B08AB483533076417FbBB2fD0B17CE3a', '0x0000000000E655fAe4d56241588680F86E3b2377'],
)

/** EntryPoint 0.8 and 0.9: earlier versions hash without a domain. */
export const entryPoint = protocol(
  'the ERC-4337 EntryPoint',
  ['ERC4337'],
  ['0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108', '0x433709009B8330FDa32311DF1C2AFA402eD8D009'],
)

/** Accepted by the exchange: the domain names no contract. */
export const hyperliquid = protocol('Hyperliquid', ['HyperliquidSignTransaction'], [ZERO_ADDRESS])

/** MetaMask/delegation-framework 1.3.0, the same on every chain. */
export const delegationManager = protocol(
  'the DelegationManager of MetaMask',
  ['DelegationManager'],
  ['0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'],
)

/** coinbase/spend-permissions. */
export const spendPermissions = protocol(
  'the SpendPermissionManager of Coinbase',
  ['Spend Permission Manager'],
  ['0xf85210B21cC50302F477BA56686d2019dC9b67Ad'],
)

/** The exchange, and the one for markets with more than two outcomes. */
export const polymarket = protocol(
  'Polymarket',
  ['Polymarket CTF Exchange'],
  ['0xC5d563A36AE78145C45a50134d48A1215220f80a', '0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E'],
)

/** LensHub and the registry of its handles, on Polygon. */
export const lens = protocol(
  'Lens',
  ['Lens Protocol Profiles'],
  ['0xdb46d1dc155634fbc732f92e853b10b288ad5a1d', '0xd4f2f33680fccb36748fa9831851643781608844'],
)

/** IdRegistry, IdGateway, KeyGateway and KeyRegistry, on Optimism (farcasterxyz/contracts). */
export const farcaster = protocol(
  'Farcaster',
  ['Farcaster IdRegistry', 'Farcaster IdGateway', 'Farcaster KeyGateway', 'Farcaster KeyRegistry'],
  [
    '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b',
    '0x00000000Fc25870C6eD6b6c7E41Fb078b7656f69',
    '0x00000000fC56947c7E7183f8Ca4B62398CaAdf0B',
    '0x00000000Fc1237824fb747aBDE0FF18990E59b7e',
  ],
)

/** Predeploys of OP chains among them (ethereum-attestation-service/eas-contracts, README). */
export const attestations = protocol(
  'the Ethereum Attestation Service',
  ['EAS', 'EAS Attestation'],
  [
    '0xA1207F3BBa224E2c9c3c6D5aF63D0eb1582Ce587',
    '0x4200000000000000000000000000000000000021',
    '0xbD75f629A22Dc1ceD33dDA0b68c546A1c035c458',
    '0xC2679fBD37d54388Ce493F1DB75320D236e1815e',
  ],
)

export const deGate = protocol('DeGate', ['DeGate Protocol'], ['0xe63602a9b3dfe983187525ac985fec4f57b24ed5'])

/** The Delta contract of ParaSwap, now Velora, the same on every chain. */
export const velora = protocol('Velora', ['Velora'], ['0x0000000000bbf5c5fd284e657f01bd000933c96d'])

export const protocols: readonly Protocol[] = [
  ...[permit2, seaport, cow, oneInch, zeroEx, blur, looksRare, entryPoint],
  ...[hyperliquid, delegationManager, spendPermissions, polymarket],
  ...[lens, farcaster, attestations, deGate, velora],
]
