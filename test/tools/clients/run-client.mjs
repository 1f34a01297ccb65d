/**
 * Runs one way of a client to send or sign: node client.mjs <way> <to> <account>. Prints what the client returns, and `mined`
 * when it is the hash of a transaction that succeeded; prints the message of an error, and ends with 1.
 */
export async function runClient({ ways, receiptOf }) {
  const [way, to, account] = process.argv.slice(2)
  try {
    const answer = await ways[way](to, account)
    process.stdout.write(`${typeof answer === 'string' ? answer : JSON.stringify(answer)}\n`)
    if (/^0x[0-9a-f]{64}$/.test(answer)) process.stdout.write((await receiptOf(answer)) ? 'mined\n' : 'reverted\n')
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** An ERC-2612 permit of USDC for one dollar. */
export function permit(owner, spender) {
  return {
    primaryType: 'Permit',
    domain: {
      name: 'USD Coin',
      version: '2',
      chainId: 1,
      verifyingContract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    message: { owner, spender, value: 1_000_000n, nonce: 0n, deadline: 2_000_000_000n },
  }
}
