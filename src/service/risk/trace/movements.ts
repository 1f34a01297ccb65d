import type { Frame, Log } from './trace.ts'

/** Something of worth that went from one address to another. */
export interface Movement {
  /** '' for the native currency, the token, or the token and the number of the item. */
  readonly asset: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** Transfer(address,address,uint256) of ERC-20 and ERC-721. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** TransferSingle(address,address,address,uint256,uint256) of ERC-1155. */
const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62'

/** The code runs in the storage of its caller. */
export function isCodeCall({ type }: Frame): boolean {
  return type === 'DELEGATECALL' || type === 'CALLCODE'
}

/** The native currency that goes along with a frame. */
export function nativeMovementOf(frame: Frame): Movement | undefined {
  if (frame.value === 0n || frame.to === undefined || frame.type === 'STATICCALL' || isCodeCall(frame)) return undefined
  return { asset: '', from: frame.from, to: frame.to, amount: frame.value }
}

/** What the token events of a frame tell, without those of its calls. */
export function movementsIn({ logs }: Frame): Movement[] {
  return logs.flatMap((log) => movementOf(log) ?? [])
}

function movementOf({ address, topics, data }: Log): Movement | undefined {
  const [event, first = '', second = '', third] = topics
  const asset = address.toLowerCase()
  if (event === TRANSFER) {
    const ends = { from: addressIn(first), to: addressIn(second) }
    if (third !== undefined) return { asset: `${asset} ${third}`, ...ends, amount: 1n }
    return { asset, ...ends, amount: wordOf(data, 0) }
  }
  if (event !== TRANSFER_SINGLE || third === undefined) return undefined
  const item = `${asset} 0x${data.slice(2, 66)}`
  return { asset: item, from: addressIn(second), to: addressIn(third), amount: wordOf(data, 1) }
}

function addressIn(topic: string): string {
  return `0x${topic.slice(-40).toLowerCase()}`
}

/** 0 when the data ends before it, or is not hex. */
function wordOf(data: string, index: number): bigint {
  const digits = data.slice(2 + 64 * index, 2 + 64 * (index + 1))
  return /^[0-9a-fA-F]{64}$/.test(digits) ? BigInt(`0x${digits}`) : 0n
}
