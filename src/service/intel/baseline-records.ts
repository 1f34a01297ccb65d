import type { IntelRecord } from '../risk/evidence.ts'
import { accountCode } from './baseline-account-code.ts'
import { paymentsOf } from './baseline-payments.ts'

/** Reserved: no feed can have this name. */
export const BASELINE_SOURCE = 'txwarden baseline'

/** For addresses that determine the code, and projects with the same address on every chain. */
export const everyChain: readonly string[] = []

const [ETHEREUM, OPTIMISM, BSC, POLYGON, BASE, ARBITRUM, AVALANCHE] = [
  '1',
  '10',
  '56',
  '137',
  '8453',
  '42161',
  '43114',
] as const

const mainnets: readonly string[] = [ETHEREUM, OPTIMISM, BSC, POLYGON, BASE, ARBITRUM, AVALANCHE]

/**
 * Addresses that cause each kind of verdict on every chain, for tests. Each is 0x7e57 and the last 18 bytes of
 * keccak256("txwarden test address: <name>"), so the keys are unknown.
 */
export const testAddresses = {
  sanctioned: '0x7E57C986D28338Bef716d5FAa02E24bf51bD749E',
  mixer: '0x7E57224a254c2B1F2BB7efDf721f1E6227742494',
  drainer: '0x7e575f70a640c8e5D053bE397d92F3d07362d027',
  suspicious: '0x7E5774b074EE15E78413ba856a5c11A489Bc08f2',
  'financial scam': '0x7E571205cDD004f106BBC6F1083df3D562f4C313',
  'rug pull': '0x7E5798e5E9Af493F2d730DFaA38f269EA578F088',
  impersonation: '0x7e57fef54ecc63A44B6e0b6acaE8FE9A93671d96',
  poisoning: '0x7E57264e9905dae4419Bc28E908C169E749D3b22',
  upgrade: '0x7E57A535A1CDe4c7983987d5B27FF5854b4FFFe8',
  reentrancy: '0x7E57B80356122F1a2726f94f8968bA3bcbB3d38C',
  benign: '0x7E57aD044Cf326F43274a51e5e590fCFeCc3EbA5',
} as const

type TestName = keyof typeof testAddresses

const testRecords: readonly IntelRecord[] = [
  test('sanctioned', { kind: 'sanctioned' }),
  test('mixer', { kind: 'mixer', severity: 80 }),
  test('drainer', { kind: 'malicious', subCategory: 'maliciousInteraction', severity: 95 }),
  test('suspicious', { kind: 'malicious', subCategory: 'maliciousInteraction', severity: 50 }),
  test('financial scam', { kind: 'malicious', subCategory: 'financialScamInteraction', severity: 90 }),
  test('rug pull', { kind: 'malicious', subCategory: 'rugPullInteraction', severity: 85 }),
  test('impersonation', { kind: 'malicious', subCategory: 'impersonationScamInteraction', severity: 88 }),
  test('poisoning', { kind: 'malicious', subCategory: 'addressPoisoning', severity: 92 }),
  test('upgrade', { kind: 'malicious', subCategory: 'maliciousProtocolUpgrade', severity: 90 }),
  test('reentrancy', { kind: 'malicious', subCategory: 'reentrancy', severity: 85 }),
  test('benign', { kind: 'benign' }),
]

/** Addresses as published by the issuers. */
export const tokens: readonly IntelRecord[] = [
  token('1', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'USD Coin', 'USDC', 6),
  token('1', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 'Tether USD', 'USDT', 6),
  token('1', '0x6B175474E89094C44Da98b954EedeAC495271d0F', 'Dai', 'DAI', 18),
  token('1', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 'Wrapped Ether', 'WETH', 18),
  token('1', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 'Wrapped Bitcoin', 'WBTC', 8),
  token('10', '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 'USD Coin', 'USDC', 6),
  token('10', '0x4200000000000000000000000000000000000006', 'Wrapped Ether', 'WETH', 18),
  token('56', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 'Wrapped BNB', 'WBNB', 18),
  token('137', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 'USD Coin', 'USDC', 6),
  token('137', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 'Tether USD', 'USDT', 6),
  token('8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USD Coin', 'USDC', 6),
  token('8453', '0x4200000000000000000000000000000000000006', 'Wrapped Ether', 'WETH', 18),
  token('42161', '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 'USD Coin', 'USDC', 6),
  token('43114', '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 'USD Coin', 'USDC', 6),
  token('43114', '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7', 'Wrapped AVAX', 'WAVAX', 18),
  token('11155111', '0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14', 'Wrapped Ether', 'WETH', 18),
]

/** Contracts that transfer tokens by signature, call others in one batch, or have accounts execute operations. */
const accounts: readonly IntelRecord[] = [
  protocol(everyChain, '0x000000000022D473030F116dDEE9F6B43aC78BA3', 'Permit2'),
  protocol(everyChain, '0xcA11bde05977b3631167028862bE2a173976CA11', 'Multicall3'),
  protocol(everyChain, '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789', 'ERC-4337 EntryPoint 0.6'),
  protocol(everyChain, '0x0000000071727De22E5E9d8BAf0edAc6f37da032', 'ERC-4337 EntryPoint 0.7'),
  protocol(everyChain, '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108', 'ERC-4337 EntryPoint 0.8'),
  ...Object.entries(accountCode).map(([address, { label, code, chainIds = everyChain }]) => ({
    ...protocol(chainIds, address, label),
    code,
  })),
]

const aggregators: readonly IntelRecord[] = [
  protocol(ETHEREUM, '0x11111112542D85B3EF69AE05771c2dCCff4fAa26', '1inch Router 3'),
  protocol(everyChain, '0x1111111254fb6c44bAC0beD2854e76F90643097d', '1inch Router 4'),
  protocol(everyChain, '0x1111111254EEB25477B68fb85Ed929f73A960582', '1inch Router 5'),
  protocol(everyChain, '0x111111125421cA6dc452d289314280a0f8842A65', '1inch Router 6'),
  protocol(
    [ETHEREUM, BSC, POLYGON, BASE, AVALANCHE],
    '0xDef1C0ded9bec7F1a1670819833240f027b25EfF',
    '0x Exchange Proxy',
  ),
  protocol(OPTIMISM, '0xDEF1ABE32c034e558Cdd535791643C58a13aCC10', '0x Exchange Proxy'),
  protocol(mainnets, '0x0000000000001fF3684f28c67538d4D072C22734', '0x AllowanceHolder'),
  protocol([ETHEREUM, POLYGON], '0x216B4B4Ba9F3e719726886d34a177484278Bfcae', 'ParaSwap TokenTransferProxy'),
  protocol([ETHEREUM, AVALANCHE], '0xDEF171Fe48CF0115B1d80b88dc8eAB59176FEe57', 'ParaSwap Augustus 5'),
  protocol(everyChain, '0x6A000F20005980200259B80c5102003040001068', 'ParaSwap Augustus 6.2'),
  protocol(everyChain, '0xC92E8bdf79f0507f65a392b0ab4667716BFE0110', 'CoW Protocol Vault Relayer'),
  protocol(everyChain, '0x9008D19f58AAbD9eD0D60971565AA8510560ab41', 'CoW Protocol Settlement'),
  protocol(everyChain, '0x6131B5fae19EA4f9D964eAc0408E4408b66337b5', 'KyberSwap Router 2'),
  protocol(mainnets, '0x6352a56caadC4F1E25CD6c75970Fa768A3304e64', 'OpenOcean Exchange'),
  protocol(ETHEREUM, '0xCf5540fFFCdC3d510B18bFcA6d2b9987b0772559', 'Odos Router 2'),
  protocol(OPTIMISM, '0xCa423977156BB05b13A2BA3b76Bc5419E2fE9680', 'Odos Router 2'),
  protocol(BSC, '0x89b8AA89FDd0507a99d334CBe3C808fAFC7d850E', 'Odos Router 2'),
  protocol(POLYGON, '0x4E3288c9ca110bCC82bf38F09A7b425c095d92Bf', 'Odos Router 2'),
  protocol(BASE, '0x19cEeAd7105607Cd444F5ad10dd51356436095a1', 'Odos Router 2'),
  protocol(ARBITRUM, '0xa669e7A0d4b3e4Fa48af2dE86BD4CD7126Be4e13', 'Odos Router 2'),
  protocol(AVALANCHE, '0x88de50B233052e4Fb783d4F6db78Cc34fEa3e9FC', 'Odos Router 2'),
  protocol([ETHEREUM, AVALANCHE], '0x40aA958dd87FC8305b97f2BA922CDdCa374bcD7f', 'OKX TokenApprove'),
  protocol(OPTIMISM, '0x68D6B739D2020067D1e2F713b999dA97E4d54812', 'OKX TokenApprove'),
  protocol(BSC, '0x2c34A2Fb1d0b4f55de51E1d0bDEfaDDce6b7cDD6', 'OKX TokenApprove'),
  protocol(POLYGON, '0x3B86917369B83a6892f553609F3c2F439C184e31', 'OKX TokenApprove'),
  protocol(BASE, '0x57df6092665eb6058DE53939612413ff4B09114E', 'OKX TokenApprove'),
  protocol(ARBITRUM, '0x70cBb871E8f30Fc8Ce23609E9E0Ea87B6b222F58', 'OKX TokenApprove'),
  protocol(ETHEREUM, '0x881D40237659C251811CEC9c364ef91dC08D300C', 'MetaMask Swap Router'),
  protocol(POLYGON, '0x1a1ec25DC08e98e5E93F1104B5e5cdD298707d31', 'MetaMask Swap Router'),
]

const uniswap: readonly IntelRecord[] = [
  protocol(ETHEREUM, '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D', 'Uniswap V2 Router'),
  protocol([BSC, BASE, ARBITRUM, AVALANCHE], '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24', 'Uniswap V2 Router'),
  protocol(
    [ETHEREUM, OPTIMISM, POLYGON, ARBITRUM],
    '0xE592427A0AEce92De3Edee1F18E0157C05861564',
    'Uniswap V3 SwapRouter',
  ),
  protocol(
    [ETHEREUM, OPTIMISM, POLYGON, ARBITRUM],
    '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
    'Uniswap V3 SwapRouter02',
  ),
  protocol(BSC, '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2', 'Uniswap V3 SwapRouter02'),
  protocol(BASE, '0x2626664c2603336E57B271c5C0b26F421741e481', 'Uniswap V3 SwapRouter02'),
  protocol(AVALANCHE, '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE', 'Uniswap V3 SwapRouter02'),
  protocol(
    [ETHEREUM, OPTIMISM, POLYGON, ARBITRUM],
    '0xC36442b4a4522E871399CD717aBDD847Ab11FE88',
    'Uniswap V3 Positions',
  ),
  protocol(BASE, '0x03a520b32C04BF3bEEf7BEb72E919cf822Ed34f1', 'Uniswap V3 Positions'),
  protocol(ETHEREUM, '0xbD216513d74C8cf14cf4747E6AaA6420FF64ee9e', 'Uniswap V4 Positions'),
  protocol(ETHEREUM, '0xEf1c6E67703c7BD7107eed8303Fbe6EC2554BF6B', 'Uniswap Universal Router 1'),
  protocol([ETHEREUM, BASE], '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD', 'Uniswap Universal Router 1.2'),
  protocol(OPTIMISM, '0xCb1355ff08Ab38bBCE60111F1bb2B784bE25D7e8', 'Uniswap Universal Router 1.2'),
  protocol(POLYGON, '0xec7BE89e9d109e7e3Fec59c222CF297125FEFda2', 'Uniswap Universal Router 1.2'),
  protocol(ARBITRUM, '0x5E325eDA8064b456f4781070C0738d849c824258', 'Uniswap Universal Router 1.2'),
  protocol(AVALANCHE, '0x4Dae2f939ACf50408e13d58534Ff8c2776d45265', 'Uniswap Universal Router 1.2'),
  protocol(ETHEREUM, '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af', 'Uniswap Universal Router 2'),
  protocol(OPTIMISM, '0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507', 'Uniswap Universal Router 2'),
  protocol(BSC, '0x1906c1d672b88cD1B9aC7593301cA990F94Eae07', 'Uniswap Universal Router 2'),
  protocol(POLYGON, '0x1095692A6237d83C6a72F3F5eFEdb9A670C49223', 'Uniswap Universal Router 2'),
  protocol(BASE, '0x6fF5693b99212Da76ad316178A184AB56D299b43', 'Uniswap Universal Router 2'),
  protocol(ARBITRUM, '0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3', 'Uniswap Universal Router 2'),
  protocol(AVALANCHE, '0x94b75331AE8d42C1b61065089B7d48FE14aA73b7', 'Uniswap Universal Router 2'),
  protocol('11155111', '0x3A9D48AB9751398BbFa63ad67599Bb04e4BdF98b', 'Uniswap Universal Router 2'),
]

const otherExchanges: readonly IntelRecord[] = [
  protocol(BSC, '0x10ED43C718714eb63d5aA57B78B54704E256024E', 'PancakeSwap V2 Router'),
  protocol(ETHEREUM, '0xEfF92A263d31888d860bD50809A8D171709b7b1c', 'PancakeSwap V2 Router'),
  protocol([BASE, ARBITRUM], '0x8cFe327CEc66d1C090Dd72bd0FF11d690C33a2Eb', 'PancakeSwap V2 Router'),
  protocol([ETHEREUM, BSC, BASE, ARBITRUM], '0x1b81D678ffb9C0263b24A97847620C99d213eB14', 'PancakeSwap V3 SwapRouter'),
  protocol([ETHEREUM, BSC], '0x13f4EA83D0bd40E75C8222255bc855a974568Dd4', 'PancakeSwap Smart Router'),
  protocol(BSC, '0x1A0A18AC4BECDDbd6389559687d1A73d8927E416', 'PancakeSwap Universal Router'),
  protocol(BSC, '0x46A15B0b27311cedF172AB29E4f4766fbE7F4364', 'PancakeSwap V3 Positions'),
  protocol(ETHEREUM, '0xd9e1cE17f2641f24aE83637ab66a2cca9C378B9F', 'SushiSwap Router'),
  protocol([POLYGON, ARBITRUM], '0x1b02dA8Cb0d097eB8D57A175b88c7D8b47997506', 'SushiSwap Router'),
  protocol(everyChain, '0xBA12222222228d8Ba445958a75a0704d566BF2C8', 'Balancer Vault'),
  protocol(ETHEREUM, '0x32296969Ef14EB0c6d29669C550D4a0449130230', 'Balancer wstETH-WETH pool'),
  protocol(ETHEREUM, '0x16C6521Dff6baB339122a0FE25a9116693265353', 'Curve Router'),
  protocol(ETHEREUM, '0xF0d4c12A5768D806021F80a262B4d39d26C58b8D', 'Curve Router'),
  protocol(ETHEREUM, '0xbEbc44782C7dB0a1A60Cb6fe97d0b483032FF1C7', 'Curve 3pool'),
  protocol(BASE, '0xcF77a3Ba9A5CA399B7c97c74d54e5b1Beb874E43', 'Aerodrome Router'),
  protocol(BASE, '0xBE6D8f0d05cC4be24d5167a3eF062215bE6D18a5', 'Aerodrome Slipstream Router'),
  protocol(OPTIMISM, '0xa062aE8A9c5e11aaA026fc2670B0D65cCc8B2858', 'Velodrome Router'),
  protocol(POLYGON, '0xa5E0829CaCEd8fFDD4De3c43696c57F7D7A678ff', 'QuickSwap Router'),
  protocol(POLYGON, '0xf5b509bB0909a69B1c207E495f687a596C168E12', 'QuickSwap V3 Router'),
  protocol(ARBITRUM, '0xc873fEcbd354f5A56E00E710B90EF4201db2448d', 'Camelot Router'),
  protocol(ARBITRUM, '0x1F721E2E82F6676FCE4eA07A5958cF098D339e18', 'Camelot V3 Router'),
  protocol(AVALANCHE, '0x60aE616a2155Ee3d9A68541Ba4544862310933d4', 'Trader Joe Router'),
  protocol(AVALANCHE, '0x18556DA13313f3532c54711497A8FedAC273220E', 'Trader Joe LBRouter 2.2'),
  protocol(ARBITRUM, '0xaBBc5F99639c9B6bCb58544ddf04EFA6802F4064', 'GMX Router'),
  protocol(AVALANCHE, '0x5F719c2F1095F7B9fc68a68e35B51194f4b6abe8', 'GMX Router'),
]

/** Aggregators and exchanges: spenders of swaps and liquidity. */
const exchanges: readonly IntelRecord[] = [...aggregators, ...uniswap, ...otherExchanges]

/** Spenders of transfers to another chain. */
const bridges: readonly IntelRecord[] = [
  protocol(everyChain, '0x1231DEB6f5749EF6cE6943a275A1D3E7486F4EaE', 'LI.FI Diamond'),

  protocol(ETHEREUM, '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5', 'Across SpokePool'),
  protocol(OPTIMISM, '0x6f26Bf09B1C792e3228e5467807a900A503c0281', 'Across SpokePool'),
  protocol(POLYGON, '0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096', 'Across SpokePool'),
  protocol(BASE, '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64', 'Across SpokePool'),
  protocol(ARBITRUM, '0xe35e9842fceaCA96570B734083f4a58e8F7C5f2A', 'Across SpokePool'),

  protocol(ETHEREUM, '0x8731d54E9D02c286767d56ac03e8037C07e01e98', 'Stargate Router'),
  protocol(OPTIMISM, '0xB0D502E938ed5f4df2E681fE6E419ff29631d62b', 'Stargate Router'),
  protocol(BSC, '0x4a364f8c717cAAD9A442737Eb7b8A55cc6cf18D8', 'Stargate Router'),
  protocol([POLYGON, AVALANCHE], '0x45A01E4e04F14f7A4a6702c74187c5F6222033cd', 'Stargate Router'),
  protocol(BASE, '0x45f1A95A4D3f3836523F5c83673c797f4d4d263B', 'Stargate Router'),
  protocol(ARBITRUM, '0x53Bf833A5d6c4ddA888F69c22C88C9f356a41614', 'Stargate Router'),

  protocol(ETHEREUM, '0xBd3fa81B58Ba92a82136038B25aDec7066af3155', 'Circle TokenMessenger'),
  protocol(mainnets, '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d', 'Circle TokenMessenger 2'),
  protocol(ETHEREUM, '0x3ee18B2214AFF97000D974cf647E7C347E8fa585', 'Wormhole Token Bridge'),
  protocol(ETHEREUM, '0x2796317b0fF8538F253012862c06787Adfb8cEb6', 'Synapse Bridge'),
  protocol(ETHEREUM, '0x3666f603Cc164936C1b87e207F36BEBa4AC5f18a', 'Hop USDC Bridge'),
  protocol(ETHEREUM, '0xb8901acB165ed027E32754E0FFe830802919727f', 'Hop ETH Bridge'),

  protocol(ETHEREUM, '0x99C9fc46f92E8a1c0deC1b1747d010903E884bE1', 'Optimism L1 Standard Bridge'),
  protocol(ETHEREUM, '0x3154Cf16ccdb4C6d922629664174b904d80F2C35', 'Base L1 Standard Bridge'),
  protocol(ETHEREUM, '0x72Ce9c846789fdB6fC1f34aC4AD25Dd9ef7031ef', 'Arbitrum L1 Gateway Router'),
  protocol(ETHEREUM, '0xa3A7B6F88361F48403514059F1F16C8E78d60EeC', 'Arbitrum L1 ERC-20 Gateway'),
  protocol(ETHEREUM, '0xA0c68C638235ee32657e8f720a23ceC1bFc77C77', 'Polygon RootChainManager'),
  protocol(ETHEREUM, '0x40ec5B33f54e0E8A33A975908C5BA1c14e5BbbDf', 'Polygon ERC-20 Predicate'),
]

/** Spenders of offered NFTs. */
const markets: readonly IntelRecord[] = [
  protocol(everyChain, '0x00000000006c3852cbEf3e08E8dF289169EdE581', 'Seaport 1.1'),
  protocol(everyChain, '0x00000000000001ad428e4906aE43D8F9852d0dD6', 'Seaport 1.4'),
  protocol(everyChain, '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC', 'Seaport 1.5'),
  protocol(everyChain, '0x0000000000000068F116a894984e2DB1123eB395', 'Seaport 1.6'),
  protocol(everyChain, '0x1E0049783F008A0085193E00003D00cd54003c71', 'OpenSea Conduit'),

  protocol(ETHEREUM, '0x2f18F339620a63e43f0839Eeb18D7de1e1Be4DfB', 'Blur Delegate 2'),
  protocol(ETHEREUM, '0x000000000000Ad05Ccc4F10045630fb830B95127', 'Blur Marketplace'),
  protocol(ETHEREUM, '0x39da41747a83aeE658334415666f3EF92DD0D541', 'Blur Marketplace 2'),
  protocol(ETHEREUM, '0xb2ecfE4E4D61f8790bbb9DE2D1259B9e2410CEA5', 'Blur Marketplace 3'),
  protocol(ETHEREUM, '0x0000000000A39bb272e79075ade125fd351887Ac', 'Blur Pool'),
  protocol(ETHEREUM, '0x29469395eAf6f95920E59F858042f0e28D98a20B', 'Blur Blend'),

  protocol(ETHEREUM, '0x59728544B08AB483533076417FbBB2fD0B17CE3a', 'LooksRare Exchange'),
  protocol(ETHEREUM, '0xf42aa99F011A1fA7CDA90E5E98b277E306BcA83e', 'LooksRare Transfer Manager'),
  protocol(ETHEREUM, '0x0000000000E655fAe4d56241588680F86E3b2377', 'LooksRare Exchange 2'),
  protocol(ETHEREUM, '0xF849de01B080aDC3A814FaBE1E2087475cF2E354', 'X2Y2 ERC-721 Delegate'),
  protocol(ETHEREUM, '0x4feE7B061C97C9c496b01DbcE9CDb10c02f0a0Be', 'Rarible Transfer Proxy'),
]

/** Lending, staking and vaults: spenders of deposits. */
const savings: readonly IntelRecord[] = [
  protocol(ETHEREUM, '0x7d2768dE32b0b80b7a3454c06BdAc94A69DDc7A9', 'Aave V2 Pool'),
  protocol(POLYGON, '0x8dFf5E27EA6b7AC08EbFdf9eB090F32ee9a30fcf', 'Aave V2 Pool'),
  protocol(AVALANCHE, '0x4F01AeD16D97E3aB5ab2B501154DC9bb0F1A5A2C', 'Aave V2 Pool'),
  protocol(ETHEREUM, '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2', 'Aave V3 Pool'),
  protocol([OPTIMISM, POLYGON, ARBITRUM, AVALANCHE], '0x794a61358D6845594F94dc1DB02A252b5b4814aD', 'Aave V3 Pool'),
  protocol(BSC, '0x6807dc923806fE8Fd134338EABCA509979a7e0cB', 'Aave V3 Pool'),
  protocol(BASE, '0xA238Dd80C259a72e81d7e4664a9801593F98d1c5', 'Aave V3 Pool'),
  protocol(ETHEREUM, '0xC13e21B648A5Ee794902342038FF3aDAB66BE987', 'Spark Pool'),

  protocol(ETHEREUM, '0xc3d688B66703497DAA19211EEdff47f25384cdc3', 'Compound V3 USDC'),
  protocol(OPTIMISM, '0x2e44e174f7D53F0212823acC11C01A11d58c5bCB', 'Compound V3 USDC'),
  protocol(POLYGON, '0xF25212E676D1F7F89Cd72fFEe66158f541246445', 'Compound V3 USDC'),
  protocol(BASE, '0xb125E6687d4313864e53df431d5425969c15Eb2F', 'Compound V3 USDC'),
  protocol(BASE, '0x46e6b214b524310239732D51387075E0e70970bf', 'Compound V3 WETH'),
  protocol(ARBITRUM, '0x9c4ec768c28520B50860ea7a15bd7213a9fF58bf', 'Compound V3 USDC'),
  protocol(ARBITRUM, '0xA5EDBDD9646f8dFF606d7448e414884C7d905dCA', 'Compound V3 USDC.e'),

  protocol([ETHEREUM, BASE], '0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb', 'Morpho'),
  protocol(ETHEREUM, '0x870aC11D48B15DB9a138Cf899d20F13F79Ba00BC', 'Morpho Adaptive Curve IRM'),
  protocol(ETHEREUM, '0x48F7E36EB6B826B2dF4B2E630B62Cd25e89E40e2', 'Morpho wstETH/USDC oracle'),
  protocol(ETHEREUM, '0xDddd770BADd886dF3864029e4B377B5F6a2B6b83', 'Morpho WBTC/USDC oracle'),
  protocol(ETHEREUM, '0x2a01EB9496094dA03c4E364Def50f5aD1280AD72', 'Morpho wstETH/WETH oracle'),

  protocol(ETHEREUM, '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84', 'Lido stETH'),
  protocol(ETHEREUM, '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0', 'Lido wstETH'),
  protocol(ETHEREUM, '0x889edC2eDab5f40e902b864aD4d7AdE8E412F9B1', 'Lido withdrawal queue'),
  protocol(ETHEREUM, '0xae78736Cd615f374D3085123A210448E74Fc6393', 'Rocket Pool rETH'),
  protocol(ETHEREUM, '0x858646372CC42E1A627fcE94aa7A7033e7CF075A', 'EigenLayer Strategy Manager'),
  protocol(ETHEREUM, '0x9D39A5DE30e57443BfF2A8307A4256c8797A3497', 'Ethena sUSDe'),

  protocol(ETHEREUM, '0x373238337Bfe1146fb49989fc222523f83081dDb', 'Maker DSR Manager'),
  protocol(ETHEREUM, '0x83F20F44975D03b1b09e64809B757c47f942BEeA', 'Maker sDAI'),
  protocol(ETHEREUM, '0xa3931d71877C0E7a3148CB7Eb4463524FEc27fbD', 'Sky sUSDS'),
  protocol(ETHEREUM, '0xF403C135812408BFbE8713b5A23a04b3D48AAE31', 'Convex Booster'),
  protocol(ETHEREUM, '0x8014595F2AB54cD7c604B00E9fb932176fDc86Ae', 'Convex CRV Depositor'),
  protocol(ETHEREUM, '0x5f18C75AbDAe578b483E5F43f12a39cF75b973a9', 'Yearn USDC vault'),
  protocol(ETHEREUM, '0x00000000005BBB0EF59571E58418F9a4357b68A0', 'Pendle Router 3'),
  protocol([ETHEREUM, OPTIMISM, BSC, ARBITRUM], '0x888888888889758F76e7103c6CbF23ABbF58F946', 'Pendle Router 4'),
  protocol(ETHEREUM, '0x9C070027cdC9dc8F82416B2e5314E11DFb4FE3CD', 'Threshold tBTC Vault'),
]

/** Where names are registered and resolved: deployments of ensdomains/ens-contracts, README of base-org/basenames. */
const names: readonly IntelRecord[] = [
  protocol(ETHEREUM, '0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63', 'ENS Public Resolver'),
  protocol(ETHEREUM, '0xD4416b13d2b3a9aBae7AcD5D6C2BbDBE25686401', 'ENS Name Wrapper'),
  protocol(ETHEREUM, '0x253553366Da8546fC250F225fe3d25d0C782303b', 'ENS .eth Registrar Controller'),
  protocol(ETHEREUM, '0xa58E81fe9b61B5c3fE2AFD33CF304c454AbFc7Cb', 'ENS Reverse Registrar'),
  protocol(BASE, '0xC6d566A56A1aFf6508b41f6c90ff131615583BCD', 'Basenames L2 Resolver'),
]

/** Addresses without a known key: assets sent there are lost. */
const burnAddresses: readonly IntelRecord[] = [
  burn('0x0000000000000000000000000000000000000000', 'zero address'),
  burn('0x000000000000000000000000000000000000dEaD', 'dead address'),
]

/**
 * Contracts with frequent approvals, as published by their projects. Each address has its EIP-55 checksum and was
 * confirmed, with name and chain, by public label sets (etherscan-labels, the ERC-7730 registry, spender lists) or by the
 * source of a public project that uses it. Excluded: contracts that spender lists mark as exploited or retired, those
 * known to have leaked allowances (ParaSwap's Augustus 6.0, March 2024), and those that must never get an approval
 * because anyone can use them (0x Settler, Morpho's Bundler).
 */
export const protocols: readonly IntelRecord[] = [
  ...accounts,
  ...exchanges,
  ...bridges,
  ...markets,
  ...savings,
  ...names,
]

/** Records of a fresh installation, independent of feeds. Addresses have their EIP-55 checksum. */
export const baseline: readonly IntelRecord[] = [...burnAddresses, ...testRecords, ...tokens, ...protocols]

function protocol(chainIds: readonly string[] | string, address: string, label: string): IntelRecord {
  const chains = typeof chainIds === 'string' ? [chainIds] : chainIds
  const record = { kind: 'protocol', label, canonical: true, code: [], source: BASELINE_SOURCE } as const
  return { address, chainIds: chains, ...record, payments: paymentsOf(label) }
}

function token(chainId: string, address: string, name: string, symbol: string, decimals: number): IntelRecord {
  const label = `${name} (${symbol})`
  const record = { kind: 'token', label, symbol, decimals, canonical: true, source: BASELINE_SOURCE } as const
  return {
    address,
    chainIds: [chainId],
    ...record,
    payments: name.startsWith('Wrapped') && symbol !== 'WBTC' ? ['native'] : 'stuck',
  }
}

function test(name: TestName, verdict: Pick<IntelRecord, 'kind' | 'subCategory' | 'severity'>): IntelRecord {
  const address = testAddresses[name]
  return { address, chainIds: everyChain, ...verdict, label: `txwarden test address: ${name}`, source: BASELINE_SOURCE }
}

function burn(address: string, label: string): IntelRecord {
  return { address, chainIds: everyChain, kind: 'burn', label, source: BASELINE_SOURCE }
}
