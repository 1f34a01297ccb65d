const ZERO = `0x${'0'.repeat(40)}`

/** The members of a type of EIP-712, from a list such as `address to,uint256 value`. */
export function membersOf(text: string): { readonly name: string; readonly type: string }[] {
  return text.split(',').map((each) => {
    const [type = '', name = ''] = each.split(' ')
    return { name, type }
  })
}

const SAFE_TX = membersOf(
  'address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce',
)

/** What owners of a Safe sign, from the published type; shares no code with the program. A domain without `chainId` is that of Safe 1.2 and older. */
export function safeTxMessage(
  domain: { readonly verifyingContract: string; readonly chainId?: number | string },
  message: object,
) {
  const isOfChain = domain.chainId !== undefined
  return {
    types: {
      EIP712Domain: membersOf(`${isOfChain ? 'uint256 chainId,' : ''}address verifyingContract`),
      SafeTx: SAFE_TX,
    },
    primaryType: 'SafeTx',
    domain,
    message: {
      ...{ value: '0', data: '0x', operation: '0', safeTxGas: '0', baseGas: '0', gasPrice: '0', nonce: '0' },
      ...{ gasToken: ZERO, refundReceiver: ZERO },
      ...message,
    },
  }
}
