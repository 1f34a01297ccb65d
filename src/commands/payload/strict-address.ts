import { refusedError } from '../../cli/usage.ts'

/** Refuses what is no EVM address: payloads are offline, so no service could know another form. */
export async function refuseNoAddress(flag: string, addresses: readonly string[]): Promise<void> {
  const { addressFault } = await import('../../api/address.ts')
  for (const address of addresses) {
    const fault = addressFault(address)
    if (fault) throw refusedError(`${flag}: ${JSON.stringify(address)} ${fault}`)
  }
}
