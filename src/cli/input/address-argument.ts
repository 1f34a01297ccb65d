import type { Context } from '../context/context.ts'
import { refusedError } from '../usage.ts'

/** Refuses what is no address before anything is sent; a remote service may know other forms, so there we only say so. `nameOf`: where one was given, such as `--to`. */
export async function checkAddresses(
  context: Context,
  addresses: readonly string[],
  nameOf?: (address: string) => string | undefined,
): Promise<void> {
  // Checksums need keccak, which commands without addresses do not load.
  const { addressFault } = await import('../../api/address.ts')
  for (const address of addresses) {
    const fault = addressFault(address)
    if (!fault) continue
    const name = nameOf?.(address)
    const message = `${name === undefined ? '' : `${name}: `}${JSON.stringify(address)} ${fault}`
    const misspelt = fault.includes('checksum')
    if (misspelt || !context.configuration().addresses) throw refusedError(message)
    await context.note(`${message}; sending it all the same.`)
  }
}
