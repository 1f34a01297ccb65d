import { control, type EffectTable, output, right, row } from './effect.ts'

/** Chainlink: subscriptions, automation, oracles, CCIP. */
export const chainlinkEffects: EffectTable = {
  '0x04c357cb': row(
    'requestSubscriptionOwnerTransfer(uint64 subId, address newOwner)',
    right('manage', 'newOwner'),
    'Chainlink: VRF and Functions subscriptions',
  ),
  '0xdac83d29': row(
    'requestSubscriptionOwnerTransfer(uint256 subId, address newOwner)',
    right('manage', 'newOwner'),
    'Chainlink: VRF and Functions subscriptions',
  ),
  '0x4b8832d3': row(
    'proposeSubscriptionOwnerTransfer(uint64 subscriptionId, address newOwner)',
    right('manage', 'newOwner'),
    'Chainlink: VRF and Functions subscriptions',
  ),
  '0x7341c10c': row(
    'addConsumer(uint64 subId, address consumer)',
    right('spend', 'consumer'),
    'Chainlink: VRF and Functions subscriptions',
  ),
  '0xbec4c08c': row(
    'addConsumer(uint256 subId, address consumer)',
    right('spend', 'consumer'),
    'Chainlink: VRF and Functions subscriptions',
  ),
  '0x9f87fad7': row('removeConsumer(uint64 subId, address consumer)', [], 'Chainlink: VRF and Functions subscriptions'),
  '0xcb631797': row(
    'removeConsumer(uint256 subId, address consumer)',
    [],
    'Chainlink: VRF and Functions subscriptions',
  ),
  '0xd7ae1d30': row(
    'cancelSubscription(uint64 subId, address to)',
    output('withdrawal', 'to'),
    'Chainlink: VRF and Functions subscriptions',
  ),
  '0x0ae09540': row(
    'cancelSubscription(uint256 subId, address to)',
    output('withdrawal', 'to'),
    'Chainlink: VRF and Functions subscriptions',
  ),
  '0xa21a23e4': row('createSubscription()', [], 'Chainlink: VRF and Functions subscriptions'),
  '0x1a2af011': row(
    'transferUpkeepAdmin(uint256 id, address proposed)',
    right('manage', 'proposed'),
    'Chainlink: automation and oracles',
  ),
  '0x744bfe61': row(
    'withdrawFunds(uint256 id, address to)',
    output('withdrawal', 'to'),
    'Chainlink: automation and oracles',
  ),
  '0xa710b221': row(
    'withdrawPayment(address from, address to)',
    output('withdrawal', 'to'),
    'Chainlink: automation and oracles',
  ),
  '0x3b9cce59': row(
    'setPayees(address[] payees)',
    right('payout', 'payees', { of: '@contract' }),
    'Chainlink: automation and oracles',
  ),
  '0xeb5dcd6c': row(
    'transferPayeeship(address transmitter, address proposed)',
    right('payout', 'proposed', { of: 'transmitter' }),
    'Chainlink: automation and oracles',
  ),
  '0x948108f7': row('addFunds(uint256 id, uint96 amount)', [], 'Chainlink: automation and oracles'),
  '0x7fcd56db': row(
    'setFulfillmentPermission(address node, bool allowed)',
    right('operate', 'node', { of: '@contract', unless: 'allowed' }),
    'Chainlink: automation and oracles',
  ),
  '0x4e847fc7': row(
    'setPool(address localToken, address pool)',
    right('bridge', 'pool', { of: 'localToken' }),
    'Chainlink CCIP: token administration and pools',
  ),
  '0xddadfa8e': row(
    'transferAdminRole(address localToken, address newAdmin)',
    control('ownership', 'newAdmin', { of: 'localToken' }),
    'Chainlink CCIP: token administration and pools',
  ),
  '0xe677ae37': row(
    'proposeAdministrator(address localToken, address administrator)',
    control('ownership', 'administrator', { of: 'localToken' }),
    'Chainlink CCIP: token administration and pools',
  ),
  '0x96f4e9f9': row(
    'ccipSend(uint64 destinationChainSelector, (bytes receiver, bytes data, (address token, uint256 amount)[] tokenAmounts, address feeToken, bytes extraArgs) message)',
    output('bridge', 'message.receiver', {
      on: ['ccip', 'destinationChainSelector'],
      gives: [{ token: 'message.tokenAmounts.token', amount: 'message.tokenAmounts.amount' }],
    }),
    'Chainlink CCIP: router',
  ),
}
