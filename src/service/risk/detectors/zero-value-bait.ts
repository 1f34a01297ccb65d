import type { Transfer } from '../actions/actions.ts'
import type { Detector } from './detector.ts'

const POINTS = 80

export const zeroValueBait: Detector = {
  id: 'zero-value-bait',
  summary: 'Nothing is moved out of somebody else’s account with transferFrom.',
  why: 'Tokens let anybody move an amount of zero without an allowance. It writes a line into the history of the account that its owner may copy the recipient from: whoever signs this lays the bait, or is used for it.',
  origin:
    'Zero-value transfers are the commonest form of address poisoning (Tsuchiya et al., USENIX Security 2025; Forta).',
  detect({ transfers, transaction, roleOf }) {
    const baits = transfers.filter((transfer) => isBait(transfer, transaction.from))
    return Array.from(
      Map.groupBy(baits, (transfer) => transfer.authority),
      ([authority, laid]) => ({
        subCategory: 'addressPoisoning',
        points: POINTS,
        hops: 0,
        subject: authority,
        role: roleOf(authority),
        text: `named as the recipient of nothing from ${ownersText(laid)}, which the sender does not own: bait for address poisoning`,
        source: 'call data',
        flip: 'an amount of worth, or the sender’s own account',
      }),
    )
  },
}

/** An ERC-721 item with the number 0 reads the same; few have one, and its owner or market can be allowed. */
function isBait({ asset, from, authority, call }: Transfer, sender: string): boolean {
  const isAmount = asset.standard === 'erc20' || asset.standard === 'erc20-or-erc721'
  return isAmount && asset.amount === 0n && from !== sender && from !== call.actor && from !== authority
}

function ownersText(transfers: readonly Transfer[]): string {
  const owners = Array.from(new Set(transfers.map((transfer) => transfer.from)))
  return owners.length === 1 ? String(owners[0]) : `${owners.length} accounts`
}
