import { refusedError, usageError } from '../errors/usage.ts'

/** Addresses without the chain before them, and the chain that it names. */
interface PlainAddresses {
  readonly addresses: string[]
  /** Of those that have one; undefined: none has. */
  readonly chainId: string | undefined
}

/**
 * Takes the chain from addresses that have it before them, such as `eth:0x…`, as Safe copies them (EIP-3770).
 * @param chainIds where they are used; none: their prefixes say it
 * @param nameOf begins an error: a flag, or the place in a file; empty: they are arguments
 * @throws WardenError where the prefix is of another chain, or of none that is known
 */
export async function plainAddresses(
  given: readonly string[],
  chainIds: readonly string[],
  { name = '', isTyped = true }: { readonly name?: string; readonly isTyped?: boolean } = {},
): Promise<PlainAddresses> {
  if (!given.some((text) => text.includes(':'))) return { addresses: [...given], chainId: undefined }
  const { chainAddress, chainAddressFault } = await import('../../api/parsing/chain-address.ts')
  const error = (text: string, fault: string) => {
    const message = `${name === '' ? '' : `${name}: `}${JSON.stringify(text)} ${fault}`
    return isTyped ? usageError(message) : refusedError(message)
  }
  let chainId: string | undefined
  const addresses = given.map((text) => {
    const found = chainAddress(text)
    if (found === undefined && chainIds.length > 0) return text
    if (found === undefined) throw error(text, 'has no chain before it, and another address has one')
    const faults = (chainIds.length > 0 ? chainIds : [chainId]).map((wanted) => chainAddressFault(found, wanted))
    const fault = faults.find((each) => each !== undefined)
    if (fault !== undefined) throw error(text, fault)
    chainId = found.chainId
    return found.address
  })
  return { addresses, chainId }
}
