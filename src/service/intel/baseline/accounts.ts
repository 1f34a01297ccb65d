import type { IntelRecord } from '../../risk/evidence.ts'
import { ETHEREUM, everyChain, protocol } from './record.ts'

/** What wallets and accounts are made of, and who moves tokens for others by signature. */
export const accounts: readonly IntelRecord[] = [
  protocol(everyChain, '0x000000000022D473030F116dDEE9F6B43aC78BA3', 'Permit2'),
  protocol(everyChain, '0xcA11bde05977b3631167028862bE2a173976CA11', 'Multicall3'),

  // Safe has a second address of each contract for networks that take only signatures with their chain id (EIP-155).
  protocol(ETHEREUM, '0x34CfAC646f301356fAa8B21e94227e3583Fe3F5F', 'Safe 1.1.1'),
  protocol(ETHEREUM, '0x8D29bE29923b68abfDD21e541b9374737B49cdAD', 'Safe MultiSend 1.1.1'),
  protocol(everyChain, '0xd9Db270c1B5E3Bd161E8c8503c55cEABeE709552', 'Safe 1.3.0'),
  protocol(everyChain, '0x69f4D1788e39c87893C980c06EdF4b7f686e2938', 'Safe 1.3.0 (EIP-155)'),
  protocol(everyChain, '0x3E5c63644E683549055b9Be8653de26E0B4CD36E', 'Safe L2 1.3.0'),
  protocol(everyChain, '0xfb1bffC9d739B8D520DaF37dF666da4C687191EA', 'Safe L2 1.3.0 (EIP-155)'),
  protocol(everyChain, '0x41675C099F32341bf84BFc5382aF534df5C7461a', 'Safe 1.4.1'),
  protocol(everyChain, '0x29fcB43b46531BcA003ddC8FCB67FFE91900C762', 'Safe L2 1.4.1'),
  protocol(everyChain, '0xA238CBeb142c10Ef7Ad8442C6D1f9E89e07e7761', 'Safe MultiSend 1.3.0'),
  protocol(everyChain, '0x998739BFdAAdde7C933B942a68053933098f9EDa', 'Safe MultiSend 1.3.0 (EIP-155)'),
  protocol(everyChain, '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D', 'Safe MultiSendCallOnly 1.3.0'),
  protocol(everyChain, '0xA1dabEF33b3B82c7814B6D82A79e50F4AC44102B', 'Safe MultiSendCallOnly 1.3.0 (EIP-155)'),
  protocol(everyChain, '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526', 'Safe MultiSend 1.4.1'),
  protocol(everyChain, '0x9641d764fc13c8B624c04430C7356C1C7C8102e2', 'Safe MultiSendCallOnly 1.4.1'),
  protocol(everyChain, '0xf48f2B2d2a534e402487b3ee7C18c33Aec0Fe5e4', 'Safe fallback handler 1.3.0'),
  protocol(everyChain, '0x017062a1dE2FE6b99BE3d9d37841FeD19F573804', 'Safe fallback handler 1.3.0 (EIP-155)'),
  protocol(everyChain, '0xfd0732Dc9E303f09fCEf3a7388Ad10A83459Ec99', 'Safe fallback handler 1.4.1'),
  protocol(everyChain, '0xd53cd0aB83D845Ac265BE939c57F53AD838012c9', 'Safe SignMessageLib 1.4.1'),
  protocol(everyChain, '0x9b35Af71d77eaf8d7e40252370304687390A1A52', 'Safe CreateCall 1.4.1'),
  protocol(everyChain, '0xa6B71E26C5e0845f74c812102Ca7114b6a896AB2', 'Safe proxy factory 1.3.0'),
  protocol(everyChain, '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67', 'Safe proxy factory 1.4.1'),
  protocol(everyChain, '0x526643F69b81B008F46d95CD5ced5eC0edFFDaC6', 'Safe migration 1.4.1'),
  protocol(everyChain, '0xBD89A1CE4DDe368FFAB0eC35506eEcE0b1fFdc54', 'Safe SafeToL2Setup 1.4.1'),

  protocol(everyChain, '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789', 'ERC-4337 EntryPoint 0.6'),
  protocol(everyChain, '0x0000000071727De22E5E9d8BAf0edAc6f37da032', 'ERC-4337 EntryPoint 0.7'),
  protocol(everyChain, '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108', 'ERC-4337 EntryPoint 0.8'),

  protocol(everyChain, '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B', 'MetaMask account delegate'),
  protocol(everyChain, '0x7702cb554e6bFb442cb743A7dF23154544a7176C', 'Coinbase account delegate'),
  protocol(everyChain, '0x69007702764179f14F51cdce752f4f775d74E139', 'Alchemy account delegate'),
  protocol(everyChain, '0x000000009B1D0aF20D8C6d0A44e162d11F9b8f00', 'Uniswap account delegate'),
]
