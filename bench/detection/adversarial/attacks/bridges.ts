import { addressOf, call, hashOf, left, packed, right } from '../encode.ts'
import {
  ACROSS,
  ARBITRUM_INBOX,
  ARBITRUM_ROUTER,
  BASE_BRIDGE,
  CCTP_1,
  CCTP_2,
  HOP_USDC,
  OPTIMISM_BRIDGE,
  OPTIMISM_PORTAL,
  POLYGON_BRIDGE,
  STARGATE,
  USDC,
  USDC_BASE,
  WETH,
  WORMHOLE,
} from '../protocols.ts'
import { block, DEADLINE, type Group, NOBODY, ONE, PROTOCOL, SIGNER, usd } from '../row.ts'

const thief = addressOf('thief at bridges')
const transfer = (to: string, amount: bigint) => call('transfer(address,uint256)', to, amount)

export const bridges: Group = {
  name: 'bridges: recipient on the other chain',
  rows: [
    {
      id: 'cctp',
      what: '75,000 USDC arrive at the thief on Base; the recipient is 32 bytes.',
      source: 'Circle CCTP v1: depositForBurn',
      to: CCTP_1,
      data: call('depositForBurn(uint256,uint32,bytes32,address)', usd(75_000), 6, left(thief), USDC),
    },
    {
      id: 'cctp-with-caller',
      what: 'Only the thief can finish the transfer of USDC, and gets it.',
      source: 'Circle CCTP v1: depositForBurnWithCaller',
      to: CCTP_1,
      data: call(
        'depositForBurnWithCaller(uint256,uint32,bytes32,address,bytes32)',
        ...[usd(75_000), 3, left(thief), USDC, left(thief)],
      ),
    },
    {
      id: 'cctp-2',
      what: '60,000 USDC arrive at the thief on Arbitrum.',
      source: 'Circle CCTP v2: depositForBurn',
      chainId: '8453',
      to: CCTP_2,
      data: call(
        'depositForBurn(uint256,uint32,bytes32,address,bytes32,uint256,uint32)',
        ...[usd(60_000), 3, left(thief), USDC_BASE, `0x${'0'.repeat(64)}`, usd(1), 1000],
      ),
    },
    {
      id: 'across',
      what: 'The relayer pays the thief on Optimism.',
      source: 'Across: SpokePool, depositV3',
      to: ACROSS,
      value: 10n * ONE,
      data: across(thief, 999n * 10n ** 16n),
    },
    {
      id: 'across-no-output',
      what: 'A relayer keeps 10 ETH: the requested output is 1 wei.',
      source: 'Across: SpokePool, depositV3',
      to: ACROSS,
      value: 10n * ONE,
      data: across(SIGNER, 1n),
    },
    {
      id: 'stargate',
      what: 'The USDC arrive at the thief; the recipient is packed bytes.',
      source: 'Stargate v1: Router, swap',
      to: STARGATE,
      value: ONE / 50n,
      data: call(
        'swap(uint16,uint256,uint256,address,uint256,uint256,(uint256,uint256,bytes),bytes,bytes)',
        ...[110, 1n, 1n, SIGNER, usd(40_000), usd(39_800), [0n, 0n, '0x'], packed(thief), '0x'],
      ),
    },
    {
      id: 'oft-send',
      what: 'The tokens arrive at the thief on another chain.',
      source: 'LayerZero v2: OFT, send',
      to: addressOf('omnichain token'),
      value: ONE / 100n,
      data: call(
        'send((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)',
        ...[[30_184, left(thief), 9000n * ONE, 8990n * ONE, '0x', '0x', '0x'], [ONE / 100n, 0n], SIGNER],
      ),
    },
    {
      id: 'oft-1-send',
      what: 'The tokens arrive at the thief; the recipient is bytes.',
      source: 'LayerZero v1: OFT, sendFrom',
      chainId: '56',
      to: addressOf('omnichain token of version 1'),
      value: ONE / 100n,
      data: call(
        'sendFrom(address,uint16,bytes,uint256,address,address,bytes)',
        ...[SIGNER, 110, thief, 9000n * ONE, SIGNER, NOBODY, '0x'],
      ),
    },
    {
      id: 'hop',
      what: 'The USDC arrive at the thief on Polygon.',
      source: 'Hop: L1 bridge, sendToL2',
      to: HOP_USDC,
      data: call(
        'sendToL2(uint256,address,uint256,uint256,uint256,address,uint256)',
        ...[137n, thief, usd(30_000), usd(29_900), DEADLINE, NOBODY, 0n],
      ),
    },
    {
      id: 'arbitrum-token',
      what: 'The USDC arrive at the thief on Arbitrum.',
      source: 'Arbitrum: L1GatewayRouter, outboundTransfer',
      to: ARBITRUM_ROUTER,
      value: ONE / 500n,
      data: call(
        'outboundTransfer(address,address,uint256,uint256,uint256,bytes)',
        ...[USDC, thief, usd(55_000), 250_000n, 100_000_000n, `0x${'00'.repeat(96)}`],
      ),
    },
    {
      id: 'arbitrum-retryable-refunds',
      what: 'The value of a failed message and the fees are refunded to the thief.',
      source: 'Arbitrum: Inbox, createRetryableTicket',
      to: ARBITRUM_INBOX,
      value: 25n * ONE,
      data: call(
        'createRetryableTicket(address,uint256,uint256,address,address,uint256,uint256,bytes)',
        ...[PROTOCOL, 24n * ONE, ONE / 100n, thief, thief, 100_000n, 100_000_000n, '0x'],
      ),
    },
    {
      id: 'arbitrum-withdrawal',
      what: 'The ether arrives at the thief on Ethereum.',
      source: 'Arbitrum: ArbSys, withdrawEth',
      chainId: '42161',
      to: '0x0000000000000000000000000000000000000064',
      value: 12n * ONE,
      data: call('withdrawEth(address)', thief),
    },
    {
      id: 'optimism-token',
      what: 'The tokens arrive at the thief on Optimism.',
      source: 'Optimism: L1StandardBridge, depositERC20To',
      to: OPTIMISM_BRIDGE,
      data: call(
        'depositERC20To(address,address,address,uint256,uint32,bytes)',
        ...[USDC, addressOf('bridged USDC'), thief, usd(33_000), 200_000, '0x'],
      ),
    },
    {
      id: 'base-ether',
      what: 'The ether arrives at the thief on Base.',
      source: 'Optimism: L1StandardBridge, bridgeETHTo',
      to: BASE_BRIDGE,
      value: 8n * ONE,
      data: call('bridgeETHTo(address,uint32,bytes)', thief, 200_000, '0x'),
    },
    {
      id: 'optimism-portal-hidden-call',
      what: 'On the other chain the signer’s aliased account sends its tokens to the thief.',
      source: 'Optimism: OptimismPortal, depositTransaction',
      to: OPTIMISM_PORTAL,
      data: call(
        'depositTransaction(address,uint256,uint64,bool,bytes)',
        ...[addressOf('token on Optimism'), 0n, 100_000n, false, transfer(thief, 9_000n * ONE)],
      ),
    },
    {
      id: 'wormhole',
      what: 'The tokens arrive at the thief; the recipient is 32 bytes.',
      source: 'Wormhole: TokenBridge, transferTokens',
      to: WORMHOLE,
      data: call(
        'transferTokens(address,uint256,uint16,bytes32,uint256,uint32)',
        ...[WETH, 14n * ONE, 23, left(thief), 0n, 5],
      ),
    },
    {
      id: 'wormhole-ether',
      what: 'The wrapped ether arrives at the thief.',
      source: 'Wormhole: TokenBridge, wrapAndTransferETH',
      to: WORMHOLE,
      value: 14n * ONE,
      data: call('wrapAndTransferETH(uint16,bytes32,uint256,uint32)', 23, left(thief), 0n, 6),
    },
    {
      id: 'polygon',
      what: 'The ether arrives at the thief on Polygon.',
      source: 'Polygon PoS: RootChainManager, depositEtherFor',
      to: POLYGON_BRIDGE,
      value: 5n * ONE,
      data: call('depositEtherFor(address)', thief),
    },
    {
      id: 'celer',
      what: 'The USDC arrive at the thief on BNB Smart Chain.',
      source: 'Celer cBridge: Bridge, send',
      to: addressOf('cBridge'),
      data: call(
        'send(address,address,uint256,uint64,uint64,uint32)',
        ...[thief, USDC, usd(21_000), 56n, 1_700_000_000_000n, 5000],
      ),
    },
    {
      id: 'connext',
      what: 'The thief receives the tokens and may change their slippage.',
      source: 'Connext: xcall',
      to: addressOf('Connext diamond'),
      data: call(
        'xcall(uint32,address,address,address,uint256,uint256,bytes)',
        ...[1_869_640_809, thief, WETH, thief, 6n * ONE, 30n, '0x'],
      ),
    },
    {
      id: 'far-chain-right-aligned',
      what: 'The recipient, a listed thief, stands in the first 20 of 32 bytes.',
      source: 'Bridges with universal addresses: recipient as bytes32',
      to: addressOf('bridge with universal addresses'),
      value: 3n * ONE,
      data: call('bridgeOut(bytes32,uint32,uint256)', right(thief), 900, 3n * ONE),
      lists: [block(thief)],
    },
    {
      id: 'axelar-text',
      what: 'The recipient on the other chain is a text with the account of the thief.',
      source: 'Axelar: Gateway, sendToken',
      to: addressOf('Axelar gateway'),
      data: call('sendToken(string,string,string,uint256)', 'osmosis', 'osmo1thiefthiefthiefthief', 'USDC', usd(9000)),
      excluded: 'the recipient is an account of another kind of chain',
    },
    {
      id: 'thorchain-memo',
      what: 'The memo names a Bitcoin address of the thief.',
      source: 'THORChain: Router, depositWithExpiry',
      to: addressOf('THORChain router'),
      value: 4n * ONE,
      data: call(
        'depositWithExpiry(address,address,uint256,string,uint256)',
        ...[addressOf('THORChain vault'), NOBODY, 4n * ONE, '=:BTC.BTC:bc1qthief', DEADLINE],
      ),
      excluded: 'the recipient is an account of another kind of chain',
    },
  ],
}

function across(recipient: string, output: bigint): string {
  return call(
    'depositV3(address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)',
    ...[SIGNER, recipient, WETH, addressOf('WETH on Optimism'), 10n * ONE, output, 10n, NOBODY],
    ...[1_800_000_000, 1_800_009_000, 0, '0x'],
  )
}

const home = 30_101
export const messaging: Group = {
  name: 'messaging: peers, delegates and guardians of an own cross-chain protocol',
  rows: [
    {
      id: 'oapp-peer',
      what: 'A contract of the thief on another chain can mint the signer’s token.',
      source: 'LayerZero v2: OAppCore, setPeer',
      to: PROTOCOL,
      data: call('setPeer(uint32,bytes32)', home, left(thief)),
    },
    {
      id: 'oapp-delegate',
      what: 'The thief may change the messaging settings of the protocol.',
      source: 'LayerZero v2: OAppCore, setDelegate',
      to: PROTOCOL,
      data: call('setDelegate(address)', thief),
    },
    {
      id: 'trusted-remote',
      what: 'Messages of a contract of the thief are trusted; the path is two packed addresses.',
      source: 'LayerZero v1: LzApp, setTrustedRemote',
      to: PROTOCOL,
      data: call('setTrustedRemote(uint16,bytes)', 110, packed(thief, PROTOCOL)),
    },
    {
      id: 'security-module',
      what: 'A security module of the thief verifies all messages.',
      source: 'Hyperlane: MailboxClient, setInterchainSecurityModule',
      to: PROTOCOL,
      data: call('setInterchainSecurityModule(address)', thief),
    },
    {
      id: 'enroll-router',
      what: 'A router of the thief may withdraw the locked tokens.',
      source: 'Hyperlane: Router, enrollRemoteRouter',
      to: PROTOCOL,
      data: call('enrollRemoteRouter(uint32,bytes32)', 8453, left(thief)),
    },
    {
      id: 'wormhole-emitter',
      what: 'Messages of the thief are accepted as the protocol’s own.',
      source: 'Wormhole: registration of emitters by the integrator',
      to: PROTOCOL,
      data: call('setRegisteredSender(uint16,bytes32)', 23, left(thief)),
    },
    {
      id: 'xerc20-limits',
      what: 'A bridge of the thief may mint 10 million tokens a day.',
      source: 'ERC-7281 xERC20: setLimits',
      to: PROTOCOL,
      data: call('setLimits(address,uint256,uint256)', thief, 10_000_000n * ONE, 10_000_000n * ONE),
    },
    {
      id: 'ccip-pool',
      what: 'A token pool of the thief mints the token.',
      source: 'Chainlink CCIP: TokenAdminRegistry, setPool',
      to: addressOf('token admin registry'),
      data: call('setPool(address,address)', PROTOCOL, addressOf(`pool of ${hashOf('thief')}`)),
    },
  ],
}
