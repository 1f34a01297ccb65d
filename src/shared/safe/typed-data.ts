import type { SafeTransaction } from './transaction.ts'
import { type SafeVersion, safeDomainMembers, safeTxMembers } from './versions.ts'

/** Where a transaction of a Safe is signed, and what its version signs of it. */
interface SignedWhere extends Pick<SafeVersion, 'signsChainId' | 'gasMember'> {
  readonly chainId: bigint | string
  readonly safe: string
}

/** What owners sign since Safe 1.3.0. */
export const TODAY: Pick<SafeVersion, 'signsChainId' | 'gasMember'> = { signsChainId: true, gasMember: 'baseGas' }

/** The transaction of a Safe as its owners sign it: EIP-712 typed data. */
export function safeTypedData(tx: SafeTransaction, { chainId, safe, signsChainId, gasMember }: SignedWhere) {
  const { baseGas, ...others } = tx
  const message = Object.entries({ ...others, [gasMember]: baseGas }).map(([name, value]) => [name, String(value)])
  return {
    types: { EIP712Domain: membersOf(safeDomainMembers(signsChainId)), SafeTx: membersOf(safeTxMembers(gasMember)) },
    primaryType: 'SafeTx',
    domain: { ...(signsChainId && { chainId: String(chainId) }), verifyingContract: safe },
    message: Object.fromEntries(message) as Readonly<Record<string, string>>,
  }
}

function membersOf(list: string): { readonly name: string; readonly type: string }[] {
  return list.split(',').map((member) => {
    const [type = '', name = ''] = member.split(' ')
    return { name, type }
  })
}
