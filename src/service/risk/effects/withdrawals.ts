import { type EffectTable, output, row } from './effect.ts'

/** Native currency, fees and balances that a contract holds go to an address in the arguments. */
export const withdrawalsEffects: EffectTable = {
  '0x4782f779': row(
    'withdrawETH(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x1b9a91a4': row(
    'withdrawEth(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x522f6815': row(
    'withdrawEther(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x099a04e5': row(
    'rescueETH(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xd7cc3d35': row(
    'rescueEth(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x1291f79d': row(
    'rescueNative(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xe42e0ea9': row(
    'rescueEther(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x5b116ab8': row(
    'sweepETH(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x9646f3ea': row(
    'sweepNative(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x07b18bde': row(
    'withdrawNative(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x7b1a4909': row(
    'transferETH(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xe9bb84c2': row(
    'transferEth(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x7d2e90c2': row(
    'transferNative(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x49dcbc5e': row(
    'sendEth(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xc1756a2c': row(
    'sendEther(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xeed88b8d': row(
    'emergencyEtherTransfer(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xd79e8567': row(
    'emergencyWithdrawETH(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x3e0c0629': row(
    'recoverETH(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xe72c5717': row(
    'recoverEth(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x05b1137b': row(
    'transferEther(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x690d8320': row(
    'withdrawETH(address to)',
    output('withdrawal', 'to', { receives: [{ token: 'native' }] }),
    'Rescue functions',
  ),
  '0xaf933b57': row(
    'withdrawEther(address to)',
    output('withdrawal', 'to', { receives: [{ token: 'native' }] }),
    'Rescue functions',
  ),
  '0x04824e70': row(
    'rescueETH(address to)',
    output('withdrawal', 'to', { receives: [{ token: 'native' }] }),
    'Rescue functions',
  ),
  '0xc8df4230': row(
    'rescueNative(address to)',
    output('withdrawal', 'to', { receives: [{ token: 'native' }] }),
    'Rescue functions',
  ),
  '0x1163b2b0': row(
    'sweepETH(address to)',
    output('withdrawal', 'to', { receives: [{ token: 'native' }] }),
    'Rescue functions',
  ),
  '0x2f622e6b': row(
    'withdrawNative(address to)',
    output('withdrawal', 'to', { receives: [{ token: 'native' }] }),
    'Rescue functions',
  ),
  '0x134dfcd8': row(
    'recoverETH(address to)',
    output('withdrawal', 'to', { receives: [{ token: 'native' }] }),
    'Rescue functions',
  ),
  '0x214ff459': row(
    'emergencyWithdrawETH(address to)',
    output('withdrawal', 'to', { receives: [{ token: 'native' }] }),
    'Rescue functions',
  ),
  '0x164e68de': row('withdrawFees(address to)', output('withdrawal', 'to'), 'Withdrawals of contracts'),
  '0x2d80caa5': row('withdrawProtocolFees(address to)', output('withdrawal', 'to'), 'Withdrawals of contracts'),
  '0x6ff1c9bc': row('emergencyWithdraw(address to)', output('withdrawal', 'to'), 'Withdrawals of contracts'),
  '0xa441d067': row('emergencyExit(address to)', output('withdrawal', 'to'), 'Withdrawals of contracts'),
  '0xca9add8f': row('withdrawAllTo(address to)', output('withdrawal', 'to'), 'Withdrawals of contracts'),
  '0x57b148f4': row('exitTo(address to)', output('withdrawal', 'to'), 'Withdrawals of contracts'),
  '0xece53132': row('drain(address to)', output('withdrawal', 'to'), 'Withdrawals of contracts'),
  '0xc18cfe86': row('sweepAll(address to)', output('withdrawal', 'to'), 'Withdrawals of contracts'),
  '0x756af45f': row('withdrawBalance(address to)', output('withdrawal', 'to'), 'Withdrawals of contracts'),
  '0x68742da6': row('withdrawFunds(address to)', output('withdrawal', 'to'), 'Withdrawals of contracts'),
  '0x72b0d90c': row('withdrawTo(address to)', output('withdrawal', 'to'), 'Withdrawals of contracts'),
  '0xbc25cf77': row('skim(address to)', output('withdrawal', 'to'), 'Withdrawals of contracts'),
  '0x36118b52': row(
    'withdrawETH(uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xb8ca8dd8': row(
    'withdrawNative(uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0xce56c454': row(
    'withdrawEther(uint256 amount, address to)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x95ccea67': row(
    'emergencyWithdraw(address to, uint256 amount)',
    output('withdrawal', 'to'),
    'Withdrawals of contracts',
  ),
  '0x5c46ff99': row('claimFees(address to, uint256 amount)', output('withdrawal', 'to'), 'Withdrawals of contracts'),
  '0x78e3214f': row(
    'rescueFunds(address to, uint256 amount)',
    output('withdrawal', 'to', { receives: [{ token: 'native', amount: 'amount' }] }),
    'Rescue functions',
  ),
  '0x85b66729': row(
    'collectProtocol(address to, uint128 amount0Requested, uint128 amount1Requested)',
    output('withdrawal', 'to'),
    'Uniswap V3 pool',
  ),
  '0x4f1eb3d8': row(
    'collect(address to, int24 tickLower, int24 tickUpper, uint128 amount0Requested, uint128 amount1Requested)',
    output('withdrawal', 'to'),
    'Uniswap V3 pool',
  ),
}
