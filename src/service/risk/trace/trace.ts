/** One frame of an executed call, addresses in lower case, values in wei. */
export interface Frame {
  readonly type: 'CALL' | 'DELEGATECALL' | 'STATICCALL' | 'CALLCODE' | 'CREATE' | 'CREATE2' | 'SELFDESTRUCT'
  readonly from: string
  readonly to: string | undefined
  readonly value: bigint
  readonly input: string
  /** Set when the frame reverted or failed. */
  readonly error: string | undefined
  readonly logs: readonly Log[]
  readonly calls: readonly Frame[]
}

export interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** What a simulation or execution of the transaction did. `incomplete`: a bound was hit when it was read. */
export interface Trace {
  readonly root: Frame
  readonly incomplete: boolean
}
