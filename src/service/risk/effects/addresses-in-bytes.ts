import { lazily } from '../../../shared/lazily.ts'
import { TRANSFER, TRANSFER_FROM } from '../../evm/asset.ts'
import { ADDRESS_DIGITS, isZeroAddress, SELECTOR_LENGTH, WORD_DIGITS } from '../../evm/words.ts'
import { type Arguments, argumentsAs, Layout } from '../decode/arguments.ts'

/**
 * Words of a path that stand for addresses in the bytes before them: who is paid by options or instructions of a message, and the pools of
 * a call of the Balancer V2 vault. Undefined: the bytes cannot be read.
 */
export const inBytes: ReadonlyMap<string, (bytes: string) => string[] | undefined> = new Map([
  ['@drops', dropsIn],
  ['@payees', payeesIn],
  ['@pools', poolsIn],
])

/** Types of options, in their first two bytes: gas alone, gas and a drop, or a list (ExecutorOptions and DVNOptions of LayerZero V2). */
const GAS = 1
const GAS_AND_DROP = 2
const LIST = 3

/** Who works by an option of a list. */
const EXECUTOR = 1
const VERIFIER = 2
/** What an executor does: lzReceive, native drop, lzCompose, ordered execution, lzRead. */
const NATIVE_DROP = 2
const LAST_EXECUTOR_OPTION = 5

/**
 * Who is paid in the currency of the other chain by the options of a LayerZero message (`extraOptions`; V1: `adapterParams`): addresses, or
 * 32 bytes. Undefined: they cannot be read.
 */
function dropsIn(options: string): string[] | undefined {
  const digits = options.slice('0x'.length)
  if (digits === '') return []
  const rest = digits.slice(4)
  switch (Number.parseInt(digits.slice(0, 4), 16)) {
    case GAS:
      return rest.length === WORD_DIGITS ? [] : undefined
    case GAS_AND_DROP:
      return dropIn(rest.slice(WORD_DIGITS), WORD_DIGITS)
    case LIST:
      return listedDrops(rest)
    default:
      return undefined
  }
}

/** @param amountDigits of the amount, before the receiver */
function dropIn(digits: string, amountDigits: number): string[] | undefined {
  const receiver = digits.slice(amountDigits)
  if (receiver.length < ADDRESS_DIGITS || receiver.length > WORD_DIGITS) return undefined
  return /^0*$/.test(digits.slice(0, amountDigits)) ? [] : [`0x${receiver}`]
}

/** Each option: who works by it (1 byte), its length (2), and so many bytes, of which the first is its type. */
function listedDrops(digits: string): string[] | undefined {
  const drops: string[] = []
  for (let at = 0; at < digits.length; ) {
    const worker = Number.parseInt(digits.slice(at, at + 2), 16)
    const length = 2 * Number.parseInt(digits.slice(at + 2, at + 6), 16)
    const option = digits.slice(at + 6, at + 6 + length)
    if ((worker !== EXECUTOR && worker !== VERIFIER) || !(length > 0) || option.length !== length) return undefined
    const type = Number.parseInt(option.slice(0, 2), 16)
    if (worker === EXECUTOR) {
      if (type === 0 || type > LAST_EXECUTOR_OPTION) return undefined
      const dropped = type === NATIVE_DROP ? dropIn(option.slice(2), WORD_DIGITS / 2) : []
      if (dropped === undefined) return undefined
      drops.push(...dropped)
    }
    at += 6 + length
  }
  return drops
}

const instructions = lazily(
  () => new Layout('((address target, bytes data, uint256 value)[] calls, address fallbackRecipient) instructions'),
)

interface Instructions {
  readonly calls: readonly { readonly target: string; readonly data: string; readonly value: bigint }[]
  readonly fallbackRecipient: string
}

/** The word with the payee in the arguments of functions that pay out what the handler holds. */
const payeeWords: Readonly<Record<string, number>> = {
  [TRANSFER]: 0,
  [TRANSFER_FROM]: 1,
  // drainLeftoverTokens(address token, address destination), of the handler itself
  '0xef8738d3': 1,
}

/**
 * The accounts that instructions to a MulticallHandler of Across pay on the other chain (across-protocol/contracts): by its calls, and
 * with what is left when these fail. Empty for another message; what its other calls do is not read.
 */
function payeesIn(message: string): string[] {
  const { args, fault } = instructions().read(message.slice('0x'.length))
  if (fault !== undefined) return []
  const { calls, fallbackRecipient } = argumentsAs<{ instructions: Instructions }>(args).instructions
  const paid = calls.flatMap(({ target, data, value }) => [...payeeOf(data), ...(value > 0n ? [target] : [])])
  return [...paid, fallbackRecipient].filter((address) => !isZeroAddress(address))
}

function payeeOf(data: string): string[] {
  const selector = data.slice(0, SELECTOR_LENGTH)
  const word = Object.hasOwn(payeeWords, selector) ? payeeWords[selector] : undefined
  if (word === undefined) return []
  const end = SELECTOR_LENGTH + WORD_DIGITS * (word + 1)
  return data.length < end ? [] : [`0x${data.slice(end - ADDRESS_DIGITS, end)}`]
}

/** What a swap and a batch of swaps at the vault say. */
export interface VaultSwap {
  readonly singleSwap?: { readonly poolId: string; readonly assetIn: string; readonly assetOut: string }
  readonly kind?: number
  readonly swaps?: readonly { readonly poolId: string }[]
  readonly assets?: readonly string[]
}

const FUNDS = '(address sender, bool fromInternalBalance, address recipient, bool toInternalBalance) funds'

const layouts: Readonly<Record<string, () => Layout>> = {
  '0x52bbbe29': lazily(
    () =>
      new Layout(
        `(bytes32 poolId, uint8 kind, address assetIn, address assetOut, uint256 amount, bytes userData) singleSwap, ${FUNDS}, uint256 limit, uint256 deadline`,
      ),
  ),
  '0x945bcec9': lazily(
    () =>
      new Layout(
        `uint8 kind, (bytes32 poolId, uint256 assetInIndex, uint256 assetOutIndex, uint256 amount, bytes userData)[] swaps, address[] assets, ${FUNDS}, int256[] limits, uint256 deadline`,
      ),
  ),
}

/** The call of the vault in bytes. Undefined: it is another, which ParaSwap refuses, or cannot be read. */
export function vaultSwapIn(data: string): VaultSwap | undefined {
  const selector = data.slice(0, SELECTOR_LENGTH)
  const layout = Object.hasOwn(layouts, selector) ? layouts[selector] : undefined
  if (!layout) return undefined
  const { args, fault } = layout().read(data.slice(SELECTOR_LENGTH))
  return fault === undefined ? argumentsAs<VaultSwap>(args as Arguments) : undefined
}

/** The pools, whose ids start with their addresses. Undefined: they cannot be read. */
function poolsIn(data: string): string[] | undefined {
  const call = vaultSwapIn(data)
  if (!call) return undefined
  const { singleSwap, swaps = singleSwap ? [singleSwap] : [] } = call
  return swaps.map(({ poolId }) => poolId.slice(0, 2 + ADDRESS_DIGITS))
}
