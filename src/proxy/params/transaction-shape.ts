/** Where a list of RLP has its recipient, and which of its items are lists, by the number of its items. */
const shapes: Readonly<Record<number, { readonly to: number; readonly lists: readonly number[] }>> = {
  // Type 0.
  9: { to: 3, lists: [] },
  // Type 1 (EIP-2930).
  11: { to: 4, lists: [7] },
  // Type 2 (EIP-1559).
  12: { to: 5, lists: [8] },
  // Type 4 (EIP-7702).
  13: { to: 5, lists: [8, 9] },
  // Type 3 (EIP-4844).
  14: { to: 5, lists: [8, 10] },
}
const MOST_ITEMS = 14
const WORD = 32
const ADDRESS = 20

/** A first byte of a list of at least 56 bytes: the signature alone is longer. */
const FIRST_LONG_LIST = 0xf8

interface Item {
  readonly isList: boolean
  /** Bytes of its content. */
  readonly size: number
  readonly end: number
}

/** Whether the bytes from `at` on begin with a list that has the shape of a signed transaction of types 0 to 4. */
export function isTransactionAt(bytes: Uint8Array, at: number): boolean {
  if ((bytes[at] ?? 0) < FIRST_LONG_LIST) return false
  const list = itemAt(bytes, at)
  if (!list) return false
  const items: Item[] = []
  for (let next = list.end - list.size; next < list.end; ) {
    const item = items.length < MOST_ITEMS ? itemAt(bytes, next) : undefined
    if (!item || item.end > list.end) return false
    items.push(item)
    next = item.end
  }
  return isSigned(items)
}

function isSigned(items: readonly Item[]): boolean {
  const shape = shapes[items.length]
  if (!shape) return false
  const to = items[shape.to]
  const isWord = (item: Item | undefined) => item !== undefined && item.size > 0 && item.size <= WORD
  return (
    items.every(({ isList }, index) => isList === shape.lists.includes(index)) &&
    (to?.size === ADDRESS || to?.size === 0) &&
    isWord(items.at(-1)) &&
    isWord(items.at(-2))
  )
}

/** Undefined: it is longer than the bytes. */
function itemAt(bytes: Uint8Array, at: number): Item | undefined {
  const first = bytes[at]
  if (first === undefined) return undefined
  if (first < 0x80) return { isList: false, size: 1, end: at + 1 }
  const isList = first >= 0xc0
  const short = first - (isList ? 0xc0 : 0x80)
  const sizeBytes = Math.max(0, short - 55)
  let size = sizeBytes === 0 ? short : 0
  for (let index = 1; index <= sizeBytes; index += 1) size = size * 256 + (bytes[at + index] ?? 0)
  const end = at + 1 + sizeBytes + size
  return end <= bytes.length ? { isList, size, end } : undefined
}
