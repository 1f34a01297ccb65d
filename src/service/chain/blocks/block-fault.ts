import type { RpcFailureKind } from '../rpc/json-rpc.ts'

/** The answer of a node is not the requested block. The message is one line without the host. */
export class BlockFault extends Error {
  readonly kind: RpcFailureKind

  constructor(kind: RpcFailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** Says that the parts of a block do not fit together. */
export function misfit(message: string): BlockFault {
  return new BlockFault('bad-answer', message)
}

/** Says that the node does not have the block, or not all of it yet. */
export function notYet(message: string): BlockFault {
  return new BlockFault('lagging', message)
}
