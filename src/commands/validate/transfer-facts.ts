import type { ValidationRequest } from '../../api/schemas/transaction.ts'

/** A call of transfer(address,uint256) without native value, and nothing after its arguments. */
const TRANSFER = /^0xa9059cbb0{24}([0-9a-f]{40})[0-9a-f]{64}$/i

/** A payment in a token is sent to its contract; the reader looks for the recipient. Undefined: it is another call. */
export function transferFacts(
  { to, value, data }: ValidationRequest['transaction'],
  actions: readonly string[] = [],
): (readonly [label: string, value: string])[] | undefined {
  const [, recipient] = TRANSFER.exec(data ?? '') ?? []
  if (recipient === undefined || !to || !/^(0x)?0*$/i.test(value ?? '')) return undefined
  const amount = amountIn(actions, `0x${recipient}`)
  return [
    ['contract', to],
    ['recipient', spelledIn(actions, `0x${recipient}`)],
    ...(amount === undefined ? [] : [['amount', amount] as const]),
  ]
}

/** "250,000 USDC" of "pays 250,000 USDC to 0x…". */
function amountIn(actions: readonly string[], recipient: string): string | undefined {
  const paid = actions.find((text) => text.toLowerCase().includes(` to ${recipient.toLowerCase()}`))
  return /^pays (.+?) to 0x/.exec(paid ?? '')?.[1]
}

/** With the checksum of the sentence. */
function spelledIn(actions: readonly string[], address: string): string {
  const found = new RegExp(address, 'i').exec(actions.join(' '))
  return found?.[0] ?? address
}
