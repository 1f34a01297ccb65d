import { lazily } from '../../../shared/lazily.ts'
import { ADDRESS_DIGITS, SELECTOR_LENGTH } from '../../evm/words.ts'
import { type Arguments, argumentsAs, Layout } from '../decode/arguments.ts'

/** In a path: the pools of the call of the Balancer V2 vault before it. */
export const POOLS = '@pools'

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
export function poolsIn(data: string): string[] | undefined {
  const call = vaultSwapIn(data)
  if (!call) return undefined
  const { singleSwap, swaps = singleSwap ? [singleSwap] : [] } = call
  return swaps.map(({ poolId }) => poolId.slice(0, 2 + ADDRESS_DIGITS))
}
