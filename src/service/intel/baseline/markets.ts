import type { IntelRecord } from '../../risk/evidence.ts'
import { ETHEREUM, everyChain, protocol } from './record.ts'

/** Who may move the NFTs that one offers. */
export const markets: readonly IntelRecord[] = [
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
