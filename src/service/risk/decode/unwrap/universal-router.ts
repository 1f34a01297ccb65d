import { lazily } from '../../../../shared/lazily.ts'
import { SELECTOR_LENGTH, word } from '../../../evm/words.ts'
import { argumentsAs, Layout } from '../arguments.ts'
import { honestSignatures, type Signature, signature } from '../signatures.ts'
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

const permitDetails = '(address token, uint160 amount, uint48 expiration, uint48 nonce)'
const permitOf = (details: string) => `(${details} details, address spender, uint256 sigDeadline) permit`

const SUB_PLAN = 'EXECUTE_SUB_PLAN(bytes commands, bytes[] inputs)'
const SEAPORT = 'SEAPORT(uint256 value, bytes data)'

const poolKey = '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)'

/** Router 2.1 takes a least price of each hop besides. */
const tokenSwap = (start: string) => [`${start}, bool payerIsUser)`, `${start}, bool payerIsUser, uint256[] hopPrices)`]

/** Uniswap/universal-router contracts/libraries/Commands.sol and contracts/base/Dispatcher.sol, releases 2.0.0 to 2.2.0; what they call: contracts/modules. */
const routerCommands = commandTable({
  '00': tokenSwap('V3_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, bytes path'),
  '01': tokenSwap('V3_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, bytes path'),
  '02': ['PERMIT2_TRANSFER_FROM(address token, address recipient, uint160 amount)'],
  '03': [`PERMIT2_PERMIT_BATCH(${permitOf(`${permitDetails}[]`)}, bytes signature)`],
  '04': ['SWEEP(address token, address recipient, uint256 amountMin)'],
  '05': ['TRANSFER(address token, address recipient, uint256 amount)'],
  '06': ['PAY_PORTION(address token, address recipient, uint256 bips)'],
  '07': ['PAY_PORTION_FULL_PRECISION(address token, address recipient, uint256 portion)'],
  '08': tokenSwap('V2_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, address[] path'),
  '09': tokenSwap('V2_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, address[] path'),
  '0a': [`PERMIT2_PERMIT(${permitOf(permitDetails)}, bytes signature)`],
  '0b': ['WRAP_ETH(address recipient, uint256 amount)'],
  '0c': ['UNWRAP_WETH(address recipient, uint256 amountMin)'],
  '0d': ['PERMIT2_TRANSFER_FROM_BATCH((address from, address to, uint160 amount, address token)[] transfers)'],
  '0e': ['BALANCE_CHECK_ERC20(address owner, address token, uint256 minBalance)'],
  '0f': ['UNWRAP_WETH_EXACT(address recipient, uint256 amount)'],
  '10': ['V4_SWAP(bytes actions, bytes[] params)', SEAPORT],
  '11': ['packed V3_POSITION_MANAGER_PERMIT(bytes data)'],
  '12': ['packed V3_POSITION_MANAGER_CALL(bytes data)'],
  '13': [
    `V4_INITIALIZE_POOL(${poolKey} pool, uint160 sqrtPriceX96)`,
    'CRYPTOPUNKS(uint256 punkId, address recipient, uint256 value)',
  ],
  '14': ['packed V4_POSITION_MANAGER_CALL(bytes data)'],
  '17': ['SWEEP_ERC721(address token, address recipient, uint256 id)'],
  '1d': ['SWEEP_ERC1155(address token, address recipient, uint256 id, uint256 amount)'],
  '20': [SUB_PLAN, SEAPORT],
  '21': [SUB_PLAN, SEAPORT],
  '22': ['APPROVE_ERC20(address token, uint256 spender)'],
  '40': ['packed ACROSS_V4_DEPOSIT_V3(bytes data)'],
})

const hops = '(address intermediateCurrency, uint24 fee, int24 tickSpacing, address hooks, bytes hookData)[] path'
const poolSwap = (amounts: string) => [
  `V4_ACTION((${poolKey} pool, bool zeroForOne, ${amounts}, bytes hookData) swap)`,
  `V4_ACTION((${poolKey} pool, bool zeroForOne, ${amounts}, uint256 hopPrice, bytes hookData) swap)`,
  'V4_ACTION(bytes32 unread)',
]
/** Router 2.1 has the amounts elsewhere: which layout it is, the router says (account/v4-swaps.ts), never the data. */
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

/** The highest bit allows a command to fail. The next is unused up to router 2.0, and chooses commands of others in 2.1. */
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
    return commandOf(frame, `0x${byte}`, data, candidates)
  })
  return count === inputs.length ? { calls } : { calls, fault: 'its commands and inputs differ in number' }
}

/** Seaport 1.5, where the first router version bought NFTs. */
const SEAPORT_ADDRESS = '0x00000000000000adc04c56bf30ac9d3c0aaf14dc'

const seaport: Unwrap = (frame, args) => {
  const { value, data } = argumentsAs<{ value: bigint; data: string }>(args)
  return { calls: [callOf(frame.to, { target: SEAPORT_ADDRESS, value, data })] }
}

/** The functions of the position managers that the router calls, and no others: each is of the caller, as it checks. */
const positionCalls = commandTable({
  '7ac2ff7b': ['V3_POSITION_PERMIT(address spender, uint256 tokenId, uint256 deadline, uint8 v, bytes32 r, bytes32 s)'],
  '0c49ccbe': [
    'V3_POSITION_DECREASE((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params)',
  ],
  fc6f7865: [
    'V3_POSITION_COLLECT((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max) params)',
  ],
  '42966c68': ['V3_POSITION_BURN(uint256 tokenId)'],
  dd46508f: ['V4_POSITIONS(bytes unlockData, uint256 deadline)'],
})

/** The input is a whole call. Its contract is one that the router names, another on each chain. */
const positions =
  (...selectors: readonly string[]): Unwrap =>
  (frame, args) => {
    const { data } = argumentsAs<{ data: string }>(args)
    const id = data.slice(0, SELECTOR_LENGTH)
    const digits = id.slice('0x'.length)
    const candidates = (selectors.includes(digits) && positionCalls().get(digits)) || []
    return { calls: [commandOf(frame, id, `0x${data.slice(SELECTOR_LENGTH)}`, candidates)] }
  }

/** depositV3(…): the input is a struct of its arguments, in their order, and of one more. */
const DEPOSIT = '0x7b939232'
const STRUCT = `0x${word(32n)}`

const acrossDeposit: Unwrap = (frame, args) => {
  const { data } = argumentsAs<{ data: string }>(args)
  if (!data.startsWith(STRUCT)) return { calls: [], fault: 'its deposit does not decode' }
  return { calls: [commandOf(frame, DEPOSIT, `0x${data.slice(STRUCT.length)}`, honestSignatures(DEPOSIT) ?? [])] }
}

function commandOf(frame: CallContext, id: string, data: string, candidates: readonly Signature[]): InnerCall {
  return { ...frame, value: 0n, operation: 'command', data, command: { id, candidates } }
}

function commandTable(rows: Readonly<Record<string, readonly string[]>>): () => CommandTable {
  return lazily(
    () => new Map(Object.entries(rows).map(([digits, texts]) => [digits, texts.map((text) => signature('', text))])),
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
  V3_POSITION_MANAGER_PERMIT: positions('7ac2ff7b'),
  V3_POSITION_MANAGER_CALL: positions('0c49ccbe', 'fc6f7865', '42966c68'),
  V4_POSITION_MANAGER_CALL: positions('dd46508f'),
  V4_POSITIONS: v4Positions,
  ACROSS_V4_DEPOSIT_V3: acrossDeposit,
}
