import type { IntelRecord } from '../../risk/evidence.ts'
import {
  ARBITRUM,
  AVALANCHE,
  BASE,
  BSC,
  ETHEREUM,
  everyChain,
  mainnets,
  OPTIMISM,
  POLYGON,
  protocol,
} from './record.ts'

/** What one approves in order to bring tokens to another chain. */
export const bridges: readonly IntelRecord[] = [
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
