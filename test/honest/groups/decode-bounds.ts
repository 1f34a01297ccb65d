import { addressOf, call } from '../../../bench/detection/adversarial/encode.ts'
import {
  COMET_USDC,
  DAI,
  UNISWAP_02,
  UNISWAP_POSITIONS,
  USDC,
  USDT,
  WETH,
} from '../../../bench/detection/adversarial/protocols.ts'
import {
  ACCOUNT,
  allow,
  DEADLINE,
  ONE,
  paid,
  paidBy,
  type Row,
  SAFE,
  SIGNER,
  usd,
} from '../../../bench/detection/adversarial/row.ts'
import {
  execute,
  execute7579,
  type Inner,
  inMultiSend,
  inOperation,
  inSafe,
  multicall,
  safeCall,
} from '../../../bench/detection/adversarial/wrap.ts'
import type { HonestGroup, HonestMessage } from '../honest-case.ts'

const supplier = addressOf('supplier')
const MULTICALL3 = '0xca11bde05977b3631167028862be2a173976ca11'
const DISPERSE = '0xd152f549545093347a162dce210e7293f1452150'
const send = (to: string, amount: bigint) => call('transfer(address,uint256)', to, amount)
const people = (count: number) => Array.from({ length: count }, (_, index) => addressOf(`employee ${index}`))
const payroll = (count: number): Inner[] => people(count).map((one) => ({ to: USDC, data: send(one, usd(100)) }))
const reads = (count: number) => people(count).map((one) => [USDC, true, call('balanceOf(address)', one)] as const)
const known = { history: [paid(supplier, USDC), paidBy(SAFE, supplier, USDC), paidBy(ACCOUNT, supplier, USDC)] }
const one = { to: USDC, data: send(supplier, usd(90)) }
const times = <T>(count: number, wrap: (inner: T) => T, start: T) =>
  Array.from({ length: count }).reduce<T>((inner) => wrap(inner), start)

const row = (id: string, what: string, source: string, rest: Omit<Row, 'id' | 'what' | 'source'>): Row => ({
  id,
  what,
  source,
  ...rest,
})

const payrolls = [5, 40, 120, 300, 500].map((count) =>
  row(
    `payroll-${count}`,
    `The Safe pays ${count} people in one batch.`,
    'Safe: MultiSend',
    inMultiSend(...payroll(count)),
  ),
)
const airdrops = [10, 100, 250, 400].map((count) =>
  row(`disperse-${count}`, `${count} people get USDC.`, 'Disperse: disperseToken', {
    to: DISPERSE,
    data: call(
      'disperseToken(address,address[],uint256[])',
      USDC,
      people(count),
      people(count).map(() => usd(3)),
    ),
  }),
)
const readings = [10, 100, 500, 1500].map((count) =>
  row(`read-${count}`, `${count} balances are read in a transaction.`, 'Multicall3: aggregate3', {
    to: MULTICALL3,
    data: call('aggregate3((address,bool,bytes)[])', reads(count)),
  }),
)
const depths = [1, 2, 3, 5, 8].map((count) =>
  row(`multicall-${count}`, `A payment inside ${count} multicalls.`, 'Uniswap v3: multicall', {
    to: UNISWAP_POSITIONS,
    data: times(count, (data: string) => multicall(data), call('refundETH()')),
  }),
)
const safes = [1, 2, 3, 4].map((count) =>
  row(`safe-of-safes-${count}`, `A Safe is owned by Safes, ${count} levels.`, 'Safe: execTransaction', {
    ...inSafe(times(count, (inner: Inner) => ({ to: SAFE, data: safeCall(inner) }), one)),
    ...known,
  }),
)
const modular = [1, 5, 50, 200].map((count) =>
  row(`modular-${count}`, `A smart account makes ${count} payments in one batch.`, 'ERC-7579: execute, batch mode', {
    ...inOperation(execute7579(...Array.from({ length: count }, () => one))),
    ...known,
  }),
)
const batches = [2, 20, 200].map((count) =>
  row(`batch-${count}`, `A smart account repeats a payment ${count} times.`, 'ERC-4337: executeBatch', {
    ...inOperation(
      call(
        'executeBatch((address,uint256,bytes)[])',
        Array.from({ length: count }, () => [one.to, 0n, one.data]),
      ),
    ),
    ...known,
  }),
)

/** One tail for all items, as size-optimizing encoders emit it. */
function sharedTail(selector: string, count: number, item: string): string {
  const word = (number: number) => number.toString(16).padStart(64, '0')
  const offsets = word(32 * count).repeat(count)
  return `${selector}${word(32)}${word(count)}${offsets}${item}`
}

function bytesItem(data: string): string {
  const digits = data.slice(2)
  const length = (digits.length / 2).toString(16).padStart(64, '0')
  return length + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}

const shared = [2, 10, 60, 400].map((count) =>
  row(
    `shared-${count}`,
    `${count} equal calls share their bytes.`,
    'ABI specification: offsets may point at one tail',
    {
      to: UNISWAP_POSITIONS,
      data: sharedTail('0xac9650d8', count, bytesItem(call('refundETH()'))),
    },
  ),
)
const collect = call('collect((uint256,address,uint128,uint128))', [77n, SIGNER, 2n ** 128n - 1n, 2n ** 128n - 1n])
const collected = [3, 30, 300].map((count) =>
  row(`shared-collect-${count}`, `Fees are collected ${count} times with one tail.`, 'Uniswap v3: multicall, collect', {
    to: UNISWAP_POSITIONS,
    data: sharedTail('0xac9650d8', count, bytesItem(collect)),
  }),
)

const others: Row[] = [
  row('large-note', 'A payment with a long note behind it.', 'ERC-20: transfer', {
    to: USDC,
    data: `${send(supplier, usd(9))}${Buffer.from('invoice 7; '.repeat(900)).toString('hex')}`,
    ...known,
  }),
  row('swap-multicall', 'A swap and its refund.', 'Uniswap: multicall(uint256,bytes[])', {
    to: UNISWAP_02,
    data: call('multicall(uint256,bytes[])', DEADLINE, [call('refundETH()'), call('refundETH()')]),
  }),
  row('approve-supply', 'A Safe allows and supplies in one batch.', 'Compound v3: supply', {
    ...inMultiSend(
      { to: USDC, data: call('approve(address,uint256)', COMET_USDC, usd(100)) },
      { to: COMET_USDC, data: call('supply(address,uint256)', USDC, usd(100)) },
    ),
  }),
  row('operations-40', 'A smart account executes a payment inside its own execute calls.', 'ERC-4337: handleOps', {
    ...inOperation(times(3, (data: string) => execute({ to: ACCOUNT, data }), execute(one))),
    ...known,
  }),
  row('large-code', 'A contract of 48 KiB is deployed.', 'EIP-3860', {
    to: undefined,
    data: `0x${'5b'.repeat(48 * 1024)}`,
  }),
  row('wrap-many', 'A Safe unwraps ether in fifty steps.', 'WETH: withdraw', {
    ...inMultiSend(...Array.from({ length: 50 }, () => ({ to: WETH, data: call('withdraw(uint256)', ONE / 50n) }))),
  }),
  row('revoke-many', 'A Safe withdraws 200 allowances.', 'ERC-20: approve', {
    ...inMultiSend(
      ...people(200).map((spender, index) => ({
        to: [USDC, DAI, USDT][index % 3] ?? USDC,
        data: call('approve(address,uint256)', spender, 0n),
      })),
    ),
  }),
]

function safeMessage(id: string, what: string, { to, value = 0n, data }: Inner, operation: number): HonestMessage {
  const types = {
    EIP712Domain: [
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    SafeTx: [
      ['to', 'address'] as const,
      ['value', 'uint256'] as const,
      ['data', 'bytes'] as const,
      ['operation', 'uint8'] as const,
      ['safeTxGas', 'uint256'] as const,
      ['baseGas', 'uint256'] as const,
      ['gasPrice', 'uint256'] as const,
      ['gasToken', 'address'] as const,
      ['refundReceiver', 'address'] as const,
      ['nonce', 'uint256'] as const,
    ].map(([name, type]) => ({ name, type })),
  }
  const zero = `0x${'0'.repeat(40)}`
  const message = { to, value: String(value), data, operation, safeTxGas: '0', baseGas: '0', gasPrice: '0' }
  return {
    id,
    what,
    source: 'Safe: SafeTx',
    lists: [allow(supplier)],
    typedData: {
      types,
      primaryType: 'SafeTx',
      domain: { chainId: '1', verifyingContract: SAFE },
      message: { ...message, gasToken: zero, refundReceiver: zero, nonce: '4' },
    },
  }
}

/** The call of a batch that the Safe runs by delegatecall. */
function batchOf(...inner: readonly Inner[]): Inner {
  const { data } = inMultiSend(...inner)
  const [, to = '', , body = ''] = /^0x6a761202(.{64})(.{64})(.*)$/.exec(data) ?? []
  const start = body.indexOf('8d80ff0a')
  const size = Number.parseInt(body.slice(start - 64, start), 16) * 2
  return { to: `0x${to.slice(24)}`, data: `0x${body.slice(start, start + size)}` }
}

const messages = [
  safeMessage('message-payment', 'The owners of a Safe sign a payment.', one, 0),
  safeMessage('message-batch', 'The owners sign a batch of two payments.', batchOf(one, one), 1),
  ...[20, 150].map((count) =>
    safeMessage(`message-payroll-${count}`, `The owners sign ${count} payments.`, batchOf(...payroll(count)), 1),
  ),
]

/** Large batches, deep wrappers and shared offsets that applications really send. */
export const decodeBounds: HonestGroup = {
  name: 'decode-bounds',
  cases: [
    ...payrolls,
    ...airdrops,
    ...readings,
    ...depths,
    ...safes,
    ...modular,
    ...batches,
    ...shared,
    ...collected,
    ...others,
    ...messages,
  ],
}
