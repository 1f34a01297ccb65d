import type { Transfer } from '../actions/actions.ts'
import type { AddressText } from '../types.ts'
import type { Detector } from './detector.ts'

export const zeroValueBait: Detector = {
  id: 'zero-value-bait',
  about: 'sender',
  summary: 'A transferFrom moves nothing out of an account that the sender does not own.',
  why: 'UNSAFE 80. Anyone can move an amount of zero. It puts the recipient into the history of the account, where its owner may copy it.',
  origin:
    'Zero-value transfers are the most common form of address poisoning (Tsuchiya et al., USENIX Security 2025; Forta).',
  examples: {
    attack: 'A zero-value transferFrom out of another account.',
    nearMiss: 'A Safe makes a zero-value transfer of its own tokens.',
    evasion: 'The bait is wrapped in a multicall, a Safe and a user operation: it is found.',
  },
  reads: ['transfers'],
  detect({ transfers, transaction, addressText }) {
    const baits = transfers.filter((transfer) => isBait(transfer, transaction.from))
    return Array.from(
      Map.groupBy(baits, (transfer) => transfer.authority),
      ([authority, laid]) => ({
        subCategory: 'addressPoisoning',
        points: 80,
        subject: authority,
        text: `receives a zero-value transfer from ${ownersText(laid, addressText)}, which the sender does not own: address poisoning bait`,
        flip: 'reject: it moves nothing; a transfer from an account of the sender is no bait',
      }),
    )
  },
}

/** An ERC-721 item with id 0 has the same call data; few collections have one, and an ALLOW entry caps it. */
function isBait({ asset, from, authority, call }: Transfer, sender: string): boolean {
  const isAmount = asset.standard === 'erc20' || asset.standard === 'erc20-or-erc721'
  return isAmount && asset.amount === 0n && from !== sender && from !== call.actor && from !== authority
}

function ownersText(transfers: readonly Transfer[], addressText: AddressText): string {
  const owners = Array.from(new Set(transfers.map((transfer) => transfer.from)))
  const [owner] = owners
  return owner !== undefined && owners.length === 1 ? addressText(owner) : `${owners.length} accounts`
}
