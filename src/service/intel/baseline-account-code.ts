import type { CodeUse } from '../risk/actions/forms.ts'

/**
 * Code that accounts run, with what it is made to be: an audited module is no safe fallback handler, and an
 * implementation whose initializer is open is no safe delegate of an account with a key. Sources: the registries of Safe
 * (safe-deployments, safe-modules-deployments), Zodiac (@gnosis-guild/zodiac), Rhinestone (@rhinestone/module-sdk), ZeroDev
 * (@zerodev/sdk, @zerodev/ecdsa-validator, @zerodev/permissions), Biconomy (@biconomy/abstractjs, permissionless), Alchemy
 * (@account-kit/smart-contracts, its page of deployed addresses), MetaMask (@metamask/delegation-deployments), releases of
 * coinbase/smart-wallet, docs of CoW Protocol, and for delegates the list of ethereum.org (Pectra: EIP-7702),
 * okxlabs/okx-smart-wallet-evm and walletbeat. Versions that their projects mark as faulty are left out.
 */
export interface AccountCode {
  readonly label: string
  readonly code: readonly CodeUse[]
  /** Absent: every chain, where the address determines the code. */
  readonly chainIds?: readonly string[]
}

const [ETHEREUM, OPTIMISM, BSC, POLYGON] = ['1', '10', '56', '137'] as const
const [BASE, ARBITRUM, AVALANCHE, SEPOLIA] = ['8453', '42161', '43114', '11155111'] as const

const of =
  (...code: readonly CodeUse[]) =>
  (label: string, ...chainIds: readonly string[]): AccountCode => ({
    label,
    code,
    ...(chainIds.length > 0 && { chainIds }),
  })

const implementation = of('implementation')
const handler = of('handler')
const library = of('library')
const module = of('module')
const moduleAndHandler = of('module', 'handler')
const masterCopy = of('master-copy')
const delegate = of('delegate')
const both = of('implementation', 'delegate')
/** Creates accounts or clones, and runs in none. */
const factory = of()

/** Safe has a second address of each contract for networks that take only signatures with their chain id (EIP-155). */
const safe: Readonly<Record<string, AccountCode>> = {
  '0x34CfAC646f301356fAa8B21e94227e3583Fe3F5F': implementation('Safe 1.1.1', ETHEREUM),
  '0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552': implementation('Safe 1.3.0'),
  '0x69f4D1788e39c87893C980c06EdF4b7f686e2938': implementation('Safe 1.3.0 (EIP-155)'),
  '0x3E5c63644E683549055b9Be8653de26E0B4CD36E': implementation('Safe L2 1.3.0'),
  '0xfb1bffC9d739B8D520DaF37dF666da4C687191EA': implementation('Safe L2 1.3.0 (EIP-155)'),
  '0x41675C099F32341bf84BFc5382aF534df5C7461a': implementation('Safe 1.4.1'),
  '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762': implementation('Safe L2 1.4.1'),
  '0xFf51A5898e281Db6DfC7855790607438dF2ca44b': implementation('Safe 1.5.0'),
  '0xEdd160fEBBD92E350D4D398fb636302fccd67C7e': implementation('Safe L2 1.5.0'),
  '0xd5D82B6aDDc9027B22dCA772Aa68D5d74cdBdF44': handler('Safe callback handler 1.1.1', ETHEREUM),
  '0xf48f2B2d2a534e402487b3ee7C18c33Aec0Fe5e4': handler('Safe fallback handler 1.3.0'),
  '0x017062a1dE2FE6b99BE3d9d37841FeD19F573804': handler('Safe fallback handler 1.3.0 (EIP-155)'),
  '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99': handler('Safe fallback handler 1.4.1'),
  '0x3EfCBb83A4A7AfcB4F68D501E2c2203a38be77f4': handler('Safe fallback handler 1.5.0'),
  '0x85a8ca358D388530ad0fB95D0cb89Dd44Fc242c3': handler('Safe extensible fallback handler 1.5.0'),
  '0x54e86d004d71a8D2112ec75FaCE57D730b0433F3': handler('Safe token callback handler 1.5.0'),
  '0x2f55e8b20D0B9FEFA187AA7d00B6Cbe563605bF5': handler('CoW Protocol extensible fallback handler'),
  '0x8D29bE29923b68abfDD21e541b9374737B49cdAD': library('Safe MultiSend 1.1.1', ETHEREUM),
  '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761': library('Safe MultiSend 1.3.0'),
  '0x998739BFdAAdde7C933B942a68053933098f9EDa': library('Safe MultiSend 1.3.0 (EIP-155)'),
  '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526': library('Safe MultiSend 1.4.1'),
  '0x218543288004CD07832472D464648173c77D7eB7': library('Safe MultiSend 1.5.0'),
  '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D': library('Safe MultiSendCallOnly 1.3.0'),
  '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B': library('Safe MultiSendCallOnly 1.3.0 (EIP-155)'),
  '0x9641d764fc13c8B624c04430C7356C1C7C8102e2': library('Safe MultiSendCallOnly 1.4.1'),
  '0xA83c336B20401Af773B6219BA5027174338D1836': library('Safe MultiSendCallOnly 1.5.0'),
  '0xA65387F16B013cf2Af4605Ad8aA5ec25a2cbA3a2': library('Safe SignMessageLib 1.3.0'),
  '0x98FFBBF51bb33A056B08ddf711f289936AafF717': library('Safe SignMessageLib 1.3.0 (EIP-155)'),
  '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9': library('Safe SignMessageLib 1.4.1'),
  '0x4FfeF8222648872B3dE295Ba1e49110E61f5b5aa': library('Safe SignMessageLib 1.5.0'),
  '0x7cbB62EaA69F79e6873cD1ecB2392971036cFAa4': library('Safe CreateCall 1.3.0'),
  '0xB19D6FFc2182150F8Eb585b79D4ABcd7C5640A9d': library('Safe CreateCall 1.3.0 (EIP-155)'),
  '0x9b35Af71d77eaf8d7e40252370304687390A1A52': library('Safe CreateCall 1.4.1'),
  '0x2Ef5ECfbea521449E4De05EDB1ce63B75eDA90B4': library('Safe CreateCall 1.5.0'),
  '0x526643F69b81B008F46d95CD5ced5eC0edFFDaC6': library('Safe migration 1.4.1'),
  '0xfF83F6335d8930cBad1c0D439A841f01888D9f69': library('Safe migration to L2 1.4.1'),
  '0x6439e7ABD8Bb915A5263094784C5CF561c4172AC': library('Safe migration 1.5.0'),
  '0xBD89A1CE4DDe368FFAB0eC35506eEcE0b1fFdc54': library('Safe SafeToL2Setup 1.4.1'),
  '0x900C7589200010D6C6eCaaE5B06EBe653bc2D82a': library('Safe SafeToL2Setup 1.5.0'),
  '0x8EcD4ec46D4D2a6B64fE960B3D64e8B94B2234eb': library('Safe AddModulesLib 0.2.0'),
  '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47': library('Safe module setup 0.3.0'),
  '0xa6B71E26C5e0845f74c812102Ca7114b6a896AB2': factory('Safe proxy factory 1.3.0'),
  '0xC22834581EbC8527d974F8a1c97E1bEA4EF910BC': factory('Safe proxy factory 1.3.0 (EIP-155)'),
  '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67': factory('Safe proxy factory 1.4.1'),
  '0x14F2982D601c9458F93bd70B218933A6f8165e7b': factory('Safe proxy factory 1.5.0'),
  '0xCFbFaC74C26F8647cBDb8c5caf80BB5b32E43134': module('Safe allowance module 0.1.0', ETHEREUM, BSC, BASE, SEPOLIA),
  '0x1Fb403834C911eB98d56E74F5182b0d64C3b3b4D': module('Safe allowance module 0.1.0', POLYGON, AVALANCHE),
  '0xAA46724893dedD72658219405185Fb0Fc91e091C': module('Safe allowance module 0.1.1'),
  '0xa581c4A4DB7175302464fF3C06380BC3270b4037': moduleAndHandler('Safe ERC-4337 module 0.2.0'),
  '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226': moduleAndHandler('Safe ERC-4337 module 0.3.0'),
  '0x4Aa5Bf7D840aC607cb5BD3249e6Af6FC86C04897': module(
    'Safe social recovery module 0.1.0',
    OPTIMISM,
    ARBITRUM,
    SEPOLIA,
  ),
  '0x7579EE8307284F293B1927136486880611F20002': moduleAndHandler('Safe7579 adapter'),
  '0x7579011aB74c46090561ea277Ba79D510c6C00ff': library('Safe7579 launchpad'),
  '0xfdaFc9d1902f4e0b84f65F49f244b32b31013b74': module('CoW Protocol ComposableCoW'),
}

/** Modules of Zodiac are clones, made by a factory: a copy itself has no owner. */
const zodiac: Readonly<Record<string, AccountCode>> = {
  '0xD62129BF40CD1694b3d9D9847367783a1A4d5cB4': masterCopy('Zodiac delay modifier 1.0.0'),
  '0xd54895B1121A2eE3f37b502F507631FA1331BED6': masterCopy('Zodiac delay modifier 1.0.1'),
  '0x824175b945838d127C1ca83CbcE11D8e44F6dF01': masterCopy('Zodiac delay modifier 1.1.1'),
  '0x85388a8cd772b19a468F982Dc264C238856939C9': masterCopy('Zodiac roles modifier 1.0.0'),
  '0xD8DfC1d938D7D163C5231688341e9635E9011889': masterCopy('Zodiac roles modifier 1.1.0'),
  '0xF2964CE6161ce0e75964Fe7927cE114cb0B283D5': masterCopy('Zodiac roles modifier 2.1.1'),
  '0x03B5eBD2CB2e3339E93774A1Eb7c8634B8C393A9': masterCopy('Zodiac bridge module 1.0.0'),
  '0x4e35DA39Fa5893a70A40Ce964F993d891E607cC0': masterCopy('Zodiac reality module 2.0.0'),
  '0x7276813b21623d89BA8984B225d5792943DD7dbF': masterCopy('Zodiac reality module ERC-20 2.0.0'),
  '0x3ed380a282aDfA3460da28560ebEB2F6D967C9f5': masterCopy('Zodiac exit module 1.2.0'),
  '0x28CeBFE94a03DbCA9d17143e9d2Bd1155DC26D5d': masterCopy('Zodiac optimistic governor 1.2.0'),
  '0x00000000062c52e29e8029Dc2413172f6D619d85': factory('Zodiac module factory 1.0.0'),
  '0x00000000000DC7F163742Eb4aBEf650037b1f588': factory('Zodiac module factory 1.1.0'),
  '0x000000000000aDdB49795b0f9bA5BC298cDda236': factory('Zodiac module factory 1.2.0'),
}

/** ERC-7579: validators, executors, hooks and fallbacks. */
const modules: Readonly<Record<string, AccountCode>> = {
  '0x2483DA3A338895199E5e538530213157e931Bf06': module('Rhinestone ownable validator'),
  '0x000000000013fdB5234E4E3162a810F54d9f7E98': module('Rhinestone ownable validator'),
  '0x7ab16Ff354AcB328452F1D445b3Ddee9a91e9e69': module('WebAuthn validator 0.0.3 (ZeroDev)'),
  '0xf6bDf42c9BE18cEcA5C06c42A43DAf7FBbe7896b': module('Rhinestone multi-factor validator'),
  '0xA04D053b3C8021e8D5bF641816c42dAA75D8b597': module('Rhinestone social recovery validator'),
  '0x8bAdE54bca47199B6732EB2F92318DD666bdE413': module('Rhinestone deadman switch'),
  '0x00000000008bDABA73cD9815d79069c247Eb4bDA': module('ERC-7579 smart sessions'),
  '0x000000000052e9685932845660777DF43C2dC496': module('ERC-7579 smart sessions fallback'),
  '0x4Fd8d57b94966982B62e9588C27B4171B55E8354': module('Rhinestone ownable executor'),
  '0x40dc90D670C89F322fa8b9f685770296428DCb6b': module('Rhinestone scheduled orders'),
  '0xA8E374779aeE60413c974b484d6509c7E4DDb6bA': module('Rhinestone scheduled transfers'),
  '0x7E31543b269632ddc55a23553f902f84C9DD8454': module('Rhinestone cold storage hook'),
  '0x4422dbC3D055D59ee08F4A4D60E1046A9aFb287f': module('Rhinestone cold storage flash loan'),
  '0xF6782ed057F95f334D04F0Af1Af4D14fb84DE549': module('Rhinestone hook multiplexer'),
  '0x0ac6160DBA30d665cCA6e6b6a2CDf147DC3dED22': module('Rhinestone registry hook'),
  '0xd9AB5096a832b9ce79914329DAEE236f8Eea0390': module('Kernel ECDSA validator 2'),
  '0x8104e3Ad430EA6d354d013A6789fDFc71E671c43': module('Kernel ECDSA validator 3.0'),
  '0x845ADb2C711129d4f3966735eD98a9F09fC4cE57': module('Kernel ECDSA validator 3.1'),
  '0x6A6F069E2a08c2468e7724Ab3250CdBFBA14D4FF': module('Kernel ECDSA signer of permissions'),
  '0x65DEeC8fEe717dc044D0CFD63cCf55F02cCaC2b3': module('Kernel WebAuthn signer of permissions 0.0.4'),
  '0x0000001c5b32F37F5beA87BDD5374eB2aC54eA8e': module('Biconomy ECDSA ownership module'),
  '0x00000004171351c442B202678c48D8AB5B321E8f': module('Nexus K1 validator'),
  '0x00000000d12897DDAdC2044614A9677B191A2d95': module('Nexus K1 MEE validator 1.0'),
  '0x00000000E894100bEcFc7c934Ab7aC8FBA08A44c': module('Nexus K1 MEE validator 1.1'),
  '0x0000000031ef4155C978d48a8A7d4EDba03b04fE': module('Nexus K1 MEE validator 2.1'),
  '0x0000000002d3cC5642A748B6783F32C032616E03': module('Nexus K1 MEE validator 2.2'),
  // ERC-6900.
  '0xcE0000007B008F50d762D155002600004cD6c647': module('Alchemy multi-owner plugin'),
  '0x000000000000A53f64b7bcf4Cd59624943C43Fc7': module('Alchemy multisig plugin'),
  '0x0000003E0000a96de4058e1E02a62FaaeCf23d8d': module('Alchemy session key plugin'),
  '0x00000000000099DE0BF6fA90dEB851E2A2df7d83': module('Alchemy single signer validation module'),
  '0x0000000000001D9d34E07D9834274dF9ae575217': module('Alchemy WebAuthn validation module'),
  '0x00000000003e826473A313E600b5b9B791f5a59a': module('Alchemy allowlist module'),
  '0x00000000000001e541f0D090868FBe24b59Fbe06': module('Alchemy native token limit module'),
  '0x0000000000001aA7A7F7E29abe0be06c72FD42A1': module('Alchemy paymaster guard module'),
  '0x00000000000082B8e2012be914dFA4f62A0573eA': module('Alchemy time range module'),
}

/** Implementations of smart accounts. */
const implementations: Readonly<Record<string, AccountCode>> = {
  '0x0DA6a956B9488eD4dd761E59f52FDc6c8068E6B5': implementation('Kernel 2.2'),
  '0xD3F582F6B4814E989Ee8E96bc3175320B5A540ab': implementation('Kernel 2.3'),
  '0xd3082872F8B06073A021b4602e022d5A070d7cfC': implementation('Kernel 2.4'),
  '0x94F097E1ebEB4ecA3AAE54cabb08905B239A7D27': implementation('Kernel 3.0'),
  '0xBAC849bB641841b44E965fB01A4Bf5F074f84b4D': implementation('Kernel 3.1'),
  '0xD830D15D3dc0C269F3dBAa0F3e8626d33CFdaBe1': implementation('Kernel 3.2'),
  '0xd6CEDDe84be40893d153Be9d467CD6aD37875b28': both('Kernel 3.3'),
  '0x0000002512019Dafb59528B82CB92D3c5D2423aC': implementation('Biconomy smart account 2'),
  '0x0bBa6d96BD616BedC6BFaa341742FD43c60b83C1': handler('Biconomy fallback handler'),
  '0x000000004F43C49e93C970E84001853a70923B03': both('Nexus (MEE 2.0)'),
  '0x00000000383e8cBe298514674Ea60Ee1d1de50ac': both('Nexus (MEE 2.1)'),
  '0x0000000020fe2F30453074aD916eDeB653eC7E9D': both('Nexus 1.3.1 (MEE 2.2)'),
  '0xae8c656ad28F2B59a196AB61815C16A0AE1c3cba': implementation('LightAccount 1.1.0'),
  '0x8E8e658E22B12ada97B402fF0b044D6A325013C7': implementation('LightAccount 2.0.0'),
  '0xd2c27F9eE8E4355f71915ffD5568cB3433b6823D': implementation('MultiOwnerLightAccount 2.0.0'),
  '0x0046000000000151008789797b54fdb500E2a61e': implementation('Alchemy modular account 1'),
  '0x00000000000002377B26b1EdA7b0BC371C60DD4f': implementation('Alchemy modular account 2'),
  '0x000000000000c5A9089039570Dd36455b5C07383': implementation('Alchemy semi-modular account 2 (bytecode)'),
  '0x0000000000006E2f9d80CaEc0Da6500f005EB25A': implementation('Alchemy semi-modular account 2 (storage)'),
  '0x000100abaad02f1cfC8Bbe32bD5a564817339E72': implementation('Coinbase Smart Wallet 1'),
  '0x00000110dCdEdC9581cb5eCB8467282f2926534d': implementation('Coinbase Smart Wallet 1.1'),
  '0x48dBe696A4D990079e039489bA2053B36E8FFEC4': implementation('MetaMask HybridDeleGator 1.3.0'),
  '0x56a9EdB16a0105eb5a4C54f4C062e2868844f3A7': implementation('MetaMask MultiSigDeleGator 1.3.0'),
  '0x0F2AA7bcda3d9D210dF69a394b6965CB2566c828': implementation('Ambire account 2'),
}

/** For accounts with a key (EIP-7702). */
const delegates: Readonly<Record<string, AccountCode>> = {
  '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B': delegate('MetaMask account delegate'),
  '0x7702cb554e6bFb442cb743A7dF23154544a7176C': delegate('Coinbase account delegate'),
  '0x69007702764179f14F51cdce752f4f775d74E139': delegate('Alchemy account delegate'),
  '0x000000009B1D0aF20D8C6d0A44e162d11F9b8f00': delegate('Uniswap account delegate'),
  '0x5A7FC11397E9a8AD41BF10bf13F22B0a63f96f6d': delegate('Ambire account delegate'),
  '0x4Cd241E8d1510e30b2076397afc7508Ae59C66c9': delegate('Simple7702Account of the ERC-4337 team'),
  '0xe40ccB2D94975c51bff0C004eFDfd9B3a5796fA4': delegate('OKX account delegate', ETHEREUM, BASE),
  '0xD2e28229F6f2c235e57De2EbC727025A1D0530FB': delegate('Trust Wallet account delegate', ETHEREUM, BASE),
}

export const accountCode: Readonly<Record<string, AccountCode>> = {
  ...safe,
  ...zodiac,
  ...modules,
  ...implementations,
  ...delegates,
}
