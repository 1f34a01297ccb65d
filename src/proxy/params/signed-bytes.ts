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
/** Items of a list that is searched for a signature: types of other chains have up to 17. */
const MOST_SEARCHED = 24
const WORD = 32
/** Bytes of r, s and v in one item. */
const WHOLE_SIGNATURE = 65
const MAX_V = 8
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
  return isTransaction(itemsAt(bytes, at, MOST_ITEMS))
}

/**
 * Whether the bytes from `at` on begin with a list that has a signature, as transactions of all chains have it: v, r and s one after
 * the other, or together.
 */
function isSignedListAt(bytes: Uint8Array, at: number): boolean {
  const items = itemsAt(bytes, at, MOST_SEARCHED)
  if (items.length === 0) return false
  return isTransaction(items) || items.some((_, index) => isSignature(items, index))
}

const NONE: readonly Item[] = []

/** The items of the list that begins there; none where no long list begins, or one with more items than `most`. */
function itemsAt(bytes: Uint8Array, at: number, most: number): readonly Item[] {
  if ((bytes[at] ?? 0) < FIRST_LONG_LIST) return NONE
  const list = itemAt(bytes, at)
  if (!list) return NONE
  const items: Item[] = []
  for (let next = list.end - list.size; next < list.end; ) {
    const item = items.length < most ? itemAt(bytes, next) : undefined
    if (!item || item.end > list.end) return NONE
    items.push(item)
    next = item.end
  }
  return items
}

/** The last one of Ethereum that is known, and of all that can be (EIP-2718). */
const LAST_KNOWN_TYPE = 4
const LAST_TYPE = 0x7f
/** Items of the shortest transaction that is known: that of Kaia. */
const MIN_ITEMS = 6

/** Whether bytes are a transaction of a type of another chain: the type, and a list to their end. */
function isOfOtherType(bytes: Uint8Array): boolean {
  const [type = 0] = bytes
  if (type <= LAST_KNOWN_TYPE || type > LAST_TYPE) return false
  const items = itemsAt(bytes, 1, MOST_SEARCHED)
  return items.length >= MIN_ITEMS && items.at(-1)?.end === bytes.length
}

/** A word of a signature seldom has two leading zero bytes, and never where it cannot be chosen. */
function isSignature(items: readonly Item[], index: number): boolean {
  const [v, r, s] = items.slice(index, index + 3)
  if (!v || v.isList) return false
  if (v.size === WHOLE_SIGNATURE) return true
  const isWord = (item: Item | undefined) => item?.isList === false && (item.size === WORD || item.size === WORD - 1)
  return v.size <= MAX_V && isWord(r) && isWord(s)
}

function isTransaction(items: readonly Item[]): boolean {
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

/** Reads the item at an offset; undefined when it is longer than the bytes. */
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

/** What stands before an address in a word. */
const ZEROS = Buffer.alloc(12)
/** No account starts with so many zero bytes: they cannot be chosen. */
const MIN_ADDRESS = Buffer.alloc(8)
/** Words of a packed user operation: the least of its bytes begins behind them. */
const HEAD = 9 * WORD
/** Where its paymaster's bytes and its signature begin: of entry points from 0.7 on, and of 0.6. */
const LAST_WORDS = [7, 9]

/**
 * Whether bytes have a signed transaction or a user operation anywhere: a list of RLP with a signature, of any type and any chain,
 * or the ABI encoding of `PackedUserOperation`, as in calls of `handleOps`.
 */
export function haveSigned(bytes: Buffer): boolean {
  if (isOfOtherType(bytes)) return true
  for (let at = 0; at < bytes.length; at += 1) if (isSignedListAt(bytes, at) || isOperationAt(bytes, at)) return true
  return false
}

/** The account, the nonce, then where the code of the account and the call data begin; its bytes can be in any order. */
function isOperationAt(bytes: Buffer, at: number): boolean {
  if (at + HEAD > bytes.length || !isOffset(bytes, at + 3 * WORD, HEAD) || !isOffset(bytes, at + 2 * WORD, 0))
    return false
  if (!LAST_WORDS.some((last) => isOffset(bytes, at + last * WORD, 0) && isOffset(bytes, at + (last + 1) * WORD, HEAD)))
    return false
  const account = bytes.subarray(at, at + WORD)
  return account.indexOf(ZEROS) === 0 && account.indexOf(MIN_ADDRESS, ZEROS.length) !== ZEROS.length
}

/** Whether the word there can say where bytes begin. */
function isOffset(bytes: Buffer, at: number, least: number): boolean {
  if (at + WORD > bytes.length) return false
  const offset = bytes.readUInt32BE(at + WORD - 4)
  if (offset < least || offset >= bytes.length) return false
  for (let index = at; index < at + WORD - 4; index += 1) if (bytes[index] !== 0) return false
  return true
}
