/** What a version of the Safe contracts signs. */
export interface SafeVersion {
  /** Without the `+L2` of a singleton that emits more events: it signs the same. */
  readonly name: string
  /** The domain has the chain id since 1.3.0. Before, a signature is valid on every chain where the Safe has this address. */
  readonly signsChainId: boolean
  /** Before 1.0.0 the member baseGas is named dataGas, which changes the hash of its type. */
  readonly gasMember: 'baseGas' | 'dataGas'
  /** Operation 2 creates a contract, until 1.1.0. */
  readonly creates: boolean
  /** ExecutionSuccess and ExecutionFailure have the hash of what was executed, since 1.1.0. */
  readonly emitsExecutions: boolean
  /** How it asks an owner that is a contract whether it signed: about the bytes that are hashed, or since 1.5.0 about the hash; 0.1.0 takes any answer but 0. */
  readonly asksContracts: 'bytes-flag' | 'bytes' | 'hash'
}

/**
 * The released versions (tags of safe-global/safe-smart-account, VERSION and type hashes of their Safe contract). A later one may
 * sign other bytes, so it is not assumed to be like the last one.
 */
export const safeVersionNames = [
  '0.1.0',
  '1.0.0',
  '1.1.0',
  '1.1.1',
  '1.2.0',
  '1.3.0',
  '1.4.0',
  '1.4.1',
  '1.5.0',
] as const

const named = new Map(
  safeVersionNames.map((name, index): [string, SafeVersion] => [
    name,
    {
      name,
      signsChainId: index >= safeVersionNames.indexOf('1.3.0'),
      gasMember: index < safeVersionNames.indexOf('1.0.0') ? 'dataGas' : 'baseGas',
      creates: index < safeVersionNames.indexOf('1.1.0'),
      emitsExecutions: index >= safeVersionNames.indexOf('1.1.0'),
      asksContracts:
        index >= safeVersionNames.indexOf('1.5.0')
          ? 'hash'
          : index < safeVersionNames.indexOf('1.0.0')
            ? 'bytes-flag'
            : 'bytes',
    },
  ]),
)

/** The version for a text as `VERSION()` returns it, such as `1.3.0+L2`; undefined for one whose hashes are not known. */
export function safeVersion(text: string): SafeVersion | undefined {
  return named.get(text.trim().replace(/\+L2$/, ''))
}

/** The members of the type SafeTx, in their order. */
export function safeTxMembers(gasMember: SafeVersion['gasMember']): string {
  return `address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 ${gasMember},uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce`
}

/** The members of the domain of a Safe. */
export function safeDomainMembers(signsChainId: boolean): string {
  return `${signsChainId ? 'uint256 chainId,' : ''}address verifyingContract`
}
