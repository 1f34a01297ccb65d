import { lazily } from '../../../../shared/lazily.ts'
import { argumentsAs, Layout } from '../arguments.ts'
import { allowanceTransfer, permitBatch, permitSingle } from '../signatures/permit2.ts'
import { type Signature, signature } from '../signatures.ts'
import {
  type CallContext,
  callOf,
  type InnerCall,
  sliceBytes,
  type Unwrap,
  type Unwrapped,
  type UnwrapTable,
} from './inner-call.ts'

/** Commands by byte (two hex digits); several when router versions differ. */
type CommandTable = ReadonlyMap<string, readonly Signature[]>

const SUB_PLAN = 'EXECUTE_SUB_PLAN(bytes commands, bytes[] inputs)'
const SEAPORT = 'SEAPORT(uint256 value, bytes data)'

const poolKey = '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)'

/** Router 2.1 takes a least price of each hop besides. */
const tokenSwap = (start: string) => [`${start}, bool payerIsUser)`, `${start}, bool payerIsUser, uint256[] hopPrices)`]

/** Uniswap/universal-router contracts/libraries/Commands.sol and contracts/base/Dispatcher.sol, releases 2.0.0 to 2.2.0. */
const routerCommands = commandTable({
  '00': tokenSwap('V3_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, bytes path'),
  '01': tokenSwap('V3_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, bytes path'),
  '02': ['PERMIT2_TRANSFER_FROM(address token, address recipient, uint160 amount)'],
  '03': [`PERMIT2_PERMIT_BATCH(${permitBatch} permit, bytes signature)`],
  '04': ['SWEEP(address token, address recipient, uint256 amountMin)'],
  '05': ['TRANSFER(address token, address recipient, uint256 amount)'],
  '06': ['PAY_PORTION(address token, address recipient, uint256 bips)'],
  '07': ['PAY_PORTION_FULL_PRECISION(address token, address recipient, uint256 portion)'],
  '08': tokenSwap('V2_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, address[] path'),
  '09': tokenSwap('V2_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, address[] path'),
  '0a': [`PERMIT2_PERMIT(${permitSingle} permit, bytes signature)`],
  '0b': ['WRAP_ETH(address recipient, uint256 amount)'],
  '0c': ['UNWRAP_WETH(address recipient, uint256 amountMin)'],
  '0d': [`PERMIT2_TRANSFER_FROM_BATCH(${allowanceTransfer}[] transfers)`],
  '0e': ['BALANCE_CHECK_ERC20(address owner, address token, uint256 minBalance)'],
  '10': ['V4_SWAP(bytes actions, bytes[] params)', SEAPORT],
  '13': [
    `V4_INITIALIZE_POOL(${poolKey} pool, uint160 sqrtPriceX96)`,
    'CRYPTOPUNKS(uint256 punkId, address recipient, uint256 value)',
  ],
  '17': ['SWEEP_ERC721(address token, address recipient, uint256 id)'],
  '1d': ['SWEEP_ERC1155(address token, address recipient, uint256 id, uint256 amount)'],
  '20': [SUB_PLAN, SEAPORT],
  '21': [SUB_PLAN, SEAPORT],
  '22': ['APPROVE_ERC20(address token, uint256 spender)'],
})

const hops = '(address intermediateCurrency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] path'
const poolSwap = (amounts: string) => [
  `V4_ACTION((${poolKey} pool, bool zeroForOne, ${amounts}, bytes hookData) swap)`,
  `V4_ACTION((${poolKey} pool, bool zeroForOne, ${amounts}, uint256 hopPrice, bytes hookData) swap)`,
  'V4_ACTION(bytes32 unread)',
]
/** Of router 2.1 the amounts stand elsewhere: which layout it is, the router says (account/v4-swaps.ts), never the data. */
const pathSwap = (start: string, amounts: string) => [
  `V4_ACTION((${start}, ${hops}, ${amounts}) swap)`,
  `V4_ACTION((${start}, ${hops}, uint256[] hopPrices, ${amounts}) swap)`,
  'V4_ACTION(bytes32 unread)',
]

/**
 * Uniswap V4 actions 0x00 to 0x1b. Most swap, settle or add liquidity; the named ones have a recipient. Uniswap/v4-periphery
 * src/libraries/Actions.sol, CalldataDecoder.sol and src/interfaces/IV4Router.sol, at the commits of routers 2.0.0 (444c526b) and 2.1.1
 * (3231810e).
 */
const v4Actions = commandTable({
  ...Object.fromEntries(Array.from({ length: 0x1c }, (_, id) => [digitsOf(id), ['V4_ACTION()']])),
  '00': [
    'V4_ACTION(uint256 tokenId, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, bytes hookData)',
    'V4_ACTION(bytes32 unread)',
  ],
  '04': [
    'V4_ACTION(uint256 tokenId, uint128 amount0Max, uint128 amount1Max, bytes hookData)',
    'V4_ACTION(bytes32 unread)',
  ],
  '06': poolSwap('uint128 amountIn, uint128 amountOut'),
  '07': pathSwap('address currencyIn', 'uint128 amountIn, uint128 amountOut'),
  '08': poolSwap('uint128 amountOut, uint128 amountIn'),
  '09': pathSwap('address currencyOut', 'uint128 amountOut, uint128 amountIn'),
  '02': [
    `V4_MINT_POSITION(${poolKey} pool, int24 tickLower, int24 tickUpper, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData)`,
  ],
  '05': [
    `V4_MINT_POSITION(${poolKey} pool, int24 tickLower, int24 tickUpper, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData)`,
  ],
  '0b': ['V4_SETTLE(address currency, uint256 amount, bool payerIsUser)'],
  '0c': ['V4_SETTLE_ALL(address currency, uint256 maxAmount)', 'V4_ACTION()'],
  '0e': ['V4_TAKE(address currency, address recipient, uint256 amount)'],
  '0f': ['V4_TAKE_ALL(address currency, uint256 minAmount)', 'V4_ACTION()'],
  '10': ['V4_TAKE_PORTION(address currency, address recipient, uint256 bips)'],
  '11': ['V4_TAKE_PAIR(address currency0, address currency1, address recipient)'],
  '14': ['V4_SWEEP(address currency, address recipient)'],
})

/** The highest bit allows a command to fail. The next is unused up to router 2.0, and chooses other commands in 2.1: no table has them. */
const MAY_FAIL = 0x80
const COMMAND_MASK = 0x7f

const plan: Unwrap = (frame, args) => {
  const { commands, inputs } = argumentsAs<{ commands: string; inputs: readonly string[] }>(args)
  const { calls, ...rest } = commandCalls(frame, commands, inputs, (byte) =>
    routerCommands().get(digitsOf(byte & COMMAND_MASK)),
  )
  const flagged = calls.map((call) =>
    (Number(call.command?.id) & MAY_FAIL) === 0 ? call : { ...call, mayFail: true as const },
  )
  return { ...rest, calls: flagged }
}

const v4Plan: Unwrap = (frame, args) => {
  const { actions, params } = argumentsAs<{ actions: string; params: readonly string[] }>(args)
  return commandCalls(frame, actions, params, (byte) => v4Actions().get(digitsOf(byte)))
}

const unlockData = lazily(() => new Layout('bytes actions, bytes[] params'))

/** Position manager: the actions are encoded once more. */
const v4Positions: Unwrap = (frame, args, work) => {
  const { unlockData: data } = argumentsAs<{ unlockData: string }>(args)
  const reading = unlockData().read(data.slice(2), work)
  if (reading.fault !== undefined) return { calls: [], fault: `its actions do not decode: ${reading.fault}` }
  return v4Plan(frame, reading.args, work)
}

/** The caller of the router pays and stays the actor. */
function commandCalls(
  frame: CallContext,
  commands: string,
  inputs: readonly string[],
  candidatesOf: (byte: number) => readonly Signature[] | undefined,
): Unwrapped {
  const digits = commands.slice(2)
  const count = digits.length / 2
  const calls = inputs.slice(0, count).map((data, index): InnerCall => {
    const byte = sliceBytes(digits, index, index + 1)
    const candidates = candidatesOf(Number.parseInt(byte, 16)) ?? []
    return { ...frame, value: 0n, operation: 'command', data, command: { id: `0x${byte}`, candidates } }
  })
  return count === inputs.length ? { calls } : { calls, fault: 'its commands and inputs differ in number' }
}

/** Seaport 1.5, where the first router version bought NFTs. */
const SEAPORT_ADDRESS = '0x00000000000000adc04c56bf30ac9d3c0aaf14dc'

const seaport: Unwrap = (frame, args) => {
  const { value, data } = argumentsAs<{ value: bigint; data: string }>(args)
  return { calls: [callOf(frame.to, { target: SEAPORT_ADDRESS, value, data })] }
}

function commandTable(rows: Readonly<Record<string, readonly string[]>>): () => CommandTable {
  return lazily(
    () =>
      new Map(
        Object.entries(rows).map(([digits, texts]) => [digits, texts.map((text) => signature(`0x${digits}`, text))]),
      ),
  )
}

function digitsOf(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

export const universalRouterUnwraps: UnwrapTable = {
  '0x3593564c': plan,
  '0x24856bc3': plan,
  EXECUTE_SUB_PLAN: plan,
  '0xdd46508f': v4Positions,
  '0x4afe393c': v4Plan,
  V4_SWAP: v4Plan,
  SEAPORT: seaport,
}
