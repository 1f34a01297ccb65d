/** Call data from the published ABI; shares no code with the decoder. */

/** A 32-byte word without 0x, right-aligned. */
export function word(value: bigint | number | string): string {
  const digits = typeof value === 'string' ? value.replace(/^0x/, '') : value.toString(16)
  return digits.padStart(64, '0')
}

/** Length and bytes, padded to whole words. */
function bytesTail(digits: string): string {
  return word(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}

function arrayTail(...items: (bigint | number)[]): string {
  return word(items.length) + items.map(word).join('')
}

export const MAX_UINT256 = 2n ** 256n - 1n

export const callData = {
  transfer: (to: string, amount: bigint) => `0xa9059cbb${word(to)}${word(amount)}`,
  transferFrom: (from: string, to: string, amount: bigint) => `0x23b872dd${word(from)}${word(to)}${word(amount)}`,
  approve: (spender: string, amount: bigint) => `0x095ea7b3${word(spender)}${word(amount)}`,
  increaseAllowance: (spender: string, amount: bigint) => `0x39509351${word(spender)}${word(amount)}`,
  decreaseAllowance: (spender: string, amount: bigint) => `0xa457c2d7${word(spender)}${word(amount)}`,
  setApprovalForAll: (operator: string, approved: boolean) => `0xa22cb465${word(operator)}${word(approved ? 1 : 0)}`,
  safeTransferFrom: (from: string, to: string, id: bigint) => `0x42842e0e${word(from)}${word(to)}${word(id)}`,
  safeTransferFromWithData: (from: string, to: string, id: bigint, data: string) =>
    `0xb88d4fde${word(from)}${word(to)}${word(id)}${word(0x80)}${bytesTail(data)}`,
  safeTransferFrom1155: (from: string, to: string, id: bigint, amount: bigint, data: string) =>
    `0xf242432a${word(from)}${word(to)}${word(id)}${word(amount)}${word(0xa0)}${bytesTail(data)}`,
  safeBatchTransferFrom: (from: string, to: string, ids: bigint[], amounts: bigint[], data: string) => {
    const idsAt = 0xa0
    const amountsAt = idsAt + 32 * (ids.length + 1)
    const dataAt = amountsAt + 32 * (amounts.length + 1)
    const head = word(from) + word(to) + word(idsAt) + word(amountsAt) + word(dataAt)
    return `0x2eb2c2d6${head}${arrayTail(...ids)}${arrayTail(...amounts)}${bytesTail(data)}`
  },
  permit: (owner: string, spender: string, amount: bigint, deadline: bigint, v: number, r: string, s: string) =>
    `0xd505accf${word(owner)}${word(spender)}${word(amount)}${word(deadline)}${word(v)}${word(r)}${word(s)}`,
}
