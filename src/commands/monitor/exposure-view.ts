import type { ExposureRecord } from '../../api/schemas/exposure.ts'
import { decimalText } from '../../api/text/amounts.ts'
import type { View } from '../../cli/output/view.ts'

/** More are no currency. */
const MAX_DECIMALS = 36

export const exposureView: View<ExposureRecord> = {
  columns: [
    { field: 'chain', header: 'CHAIN', importance: 7, leads: true },
    { field: 'kind', header: 'KIND', importance: 6 },
    { field: 'token', header: 'TOKEN', kind: 'address', importance: 8 },
    { field: 'symbol', header: 'SYMBOL', importance: 5, show: ({ symbol }) => symbol ?? '' },
    { field: 'spender', header: 'SPENDER', kind: 'address', importance: 9 },
    {
      field: 'amount',
      header: 'AMOUNT',
      importance: 9,
      show: amountText,
      paint: (text, { isUnlimited }, paint) => (isUnlimited ? paint.bad(text) : text),
    },
    { field: 'expiration', header: 'ENDS', kind: 'time', importance: 4 },
    { field: 'since', header: 'SINCE BLOCK', importance: 3 },
    { field: 'revoke.to', header: 'REVOKE TO', kind: 'address', importance: 0 },
    { field: 'revoke.data', header: 'REVOKE DATA', importance: 0 },
  ],
}

/** "unlimited", "12,500.5", "item 7"; base units of a token without known decimals. */
function amountText({ isUnlimited, amount, decimals, tokenId }: ExposureRecord): string {
  if (isUnlimited) return 'unlimited'
  if (tokenId !== null) return `item ${tokenId}`
  return decimals === null || decimals > MAX_DECIMALS ? `${amount} units` : decimalText(BigInt(amount), decimals)
}
