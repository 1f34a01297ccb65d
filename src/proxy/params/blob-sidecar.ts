import { invalidParams } from '../rpc/json-rpc.ts'
import type { RlpItem } from './rlp.ts'

/** A blob has so many bytes, and costs as many units of blob gas (EIP-4844). */
export const BLOB_BYTES = 131_072
/** A KZG commitment or proof. */
const POINT_BYTES = 48
/** Cells of a blob; EIP-7594 has a proof for each. */
const CELLS = 128
/** Version of the wrapper of EIP-7594. */
const VERSION = '0x01'

/** Where versioned hashes stand in the fields of a type 3. */
const HASHES = 10

/**
 * Reads the network form of a type 3: `[transaction, blobs, commitments, proofs]` (EIP-4844) or
 * `[transaction, version, blobs, commitments, cell proofs]` (EIP-7594). Whether the proofs are true is for the node.
 * @returns the fields of the transaction
 * @throws RpcFault
 */
export function readBlobSidecar(wrapper: readonly RlpItem[]): readonly RlpItem[] {
  const hasVersion = wrapper.length === 5
  const [transaction, ...rest] = wrapper
  if (typeof transaction !== 'object' || (wrapper.length !== 4 && !hasVersion))
    throw invalidParams(`the transaction with blobs has ${wrapper.length} parts, not 4 or 5`)
  if (hasVersion && rest[0] !== VERSION) throw invalidParams('the blobs have an unknown version')
  const [blobs, commitments, proofs] = hasVersion ? rest.slice(1) : rest
  const hashes = transaction[HASHES]
  const amount = typeof hashes === 'object' ? hashes.length : 0
  checkItems(blobs, 'blobs', amount, BLOB_BYTES)
  checkItems(commitments, 'commitments', amount, POINT_BYTES)
  checkItems(proofs, 'proofs', hasVersion ? amount * CELLS : amount, POINT_BYTES)
  return transaction
}

function checkItems(items: RlpItem | undefined, what: string, amount: number, size: number): void {
  const fits =
    typeof items === 'object' &&
    items.length === amount &&
    items.every((item) => typeof item === 'string' && item.length === 2 + 2 * size)
  if (!fits) throw invalidParams(`the transaction has not ${amount} ${what} of ${size} bytes`)
}
