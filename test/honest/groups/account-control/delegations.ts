import { NOBODY, type Row, SIGNER } from '../../../../bench/detection/adversarial/row.ts'
import { code, KERNEL_33, NEXUS, vouched } from './code-changes.ts'

const delegation = (id: string, wallet: string, address: string, rest: Partial<Row> = {}): Row => ({
  id: `delegate-${id}`,
  what: `The account gets the delegate of ${wallet}.`,
  source: `EIP-7702: ${wallet}`,
  to: SIGNER,
  authorizations: [{ chainId: '1', address, nonce: 4n }],
  ...rest,
})

export const delegates: readonly Row[] = [
  delegation('metamask', 'MetaMask', '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b'),
  delegation('uniswap', 'Uniswap', '0x000000009b1d0af20d8c6d0a44e162d11f9b8f00'),
  delegation('okx', 'OKX', '0xe40ccb2d94975c51bff0c004efdfd9b3a5796fa4'),
  delegation('ambire', 'Ambire', '0x5a7fc11397e9a8ad41bf10bf13f22b0a63f96f6d'),
  delegation('coinbase', 'Coinbase', '0x7702cb554e6bfb442cb743a7df23154544a7176c'),
  delegation('alchemy', 'Alchemy', '0x69007702764179f14f51cdce752f4f775d74e139'),
  delegation('trust', 'Trust Wallet', '0xd2e28229f6f2c235e57de2ebc727025a1d0530fb'),
  delegation('kernel', 'ZeroDev', KERNEL_33),
  delegation('nexus', 'Biconomy', NEXUS),
  delegation('simple', 'the ERC-4337 team', '0x4cd241e8d1510e30b2076397afc7508ae59c66c9'),
  delegation('ended', 'nobody: the delegation ends', NOBODY),
  delegation('own', 'the company, on the allow list', code, vouched),
]
