import type { CallFrame, FrameLog } from './trace.ts'

/** A transfer of an asset in a trace. */
export interface Movement {
  /** '' for the native currency, a token, or a token and an item id. */
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
export function isCodeCall({ type }: CallFrame): boolean {
  return type === 'DELEGATECALL' || type === 'CALLCODE'
}

/** The native currency that a frame sends. */
export function nativeMovementOf(frame: CallFrame): Movement | undefined {
  if (frame.value === 0n || frame.to === undefined || frame.type === 'STATICCALL' || isCodeCall(frame)) return undefined
  return { asset: '', from: frame.from, to: frame.to, amount: frame.value }
}

/** Token transfers by the events of a frame, without those of its inner calls. */
export function movementsIn({ logs }: CallFrame): Movement[] {
  return logs.flatMap((log) => movementOf(log) ?? [])
}

function movementOf({ address, topics, data }: FrameLog): Movement | undefined {
  const [event, first = '', second = '', third] = topics
  const asset = address.toLowerCase()
  if (event === TRANSFER) {
    const parties = { from: addressIn(first), to: addressIn(second) }
    if (third !== undefined) return { asset: `${asset} ${third}`, ...parties, amount: 1n }
    return { asset, ...parties, amount: wordOf(data, 0) }
  }
  if (event !== TRANSFER_SINGLE || third === undefined) return undefined
  const item = `${asset} 0x${data.slice(2, 66)}`
  return { asset: item, from: addressIn(second), to: addressIn(third), amount: wordOf(data, 1) }
}

function addressIn(topic: string): string {
  return `0x${topic.slice(-40).toLowerCase()}`
}

/** 0 when the data is too short or not hex. */
function wordOf(data: string, index: number): bigint {
  const digits = data.slice(2 + 64 * index, 2 + 64 * (index + 1))
  return /^[0-9a-fA-F]{64}$/.test(digits) ? BigInt(`0x${digits}`) : 0n
}

/** Called contracts and recipients, in call order; with repeats. */
export function* addressesIn(root: CallFrame): Generator<string> {
  const frames = [root]
  for (let frame = frames.pop(); frame; frame = frames.pop()) {
    if (frame.to !== undefined) yield frame.to
    for (const { to } of movementsIn(frame)) yield to
    frames.push(...frame.calls.toReversed())
  }
}
