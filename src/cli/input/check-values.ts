import {
  chains,
  definedChains,
  findChain,
  listedChains,
  setChains,
  settingsOf,
  unknownChainStep,
  unknownChainText,
} from '../../api/chains.ts'
import type { WardenError } from '../../shared/errors.ts'
import { didYouMean } from '../../shared/text/did-you-mean.ts'
import type { Context } from '../context/context.ts'
import { refusedError, usageError } from '../errors/usage.ts'
import { flagName } from '../options.ts'

/*
 * The local service accepts only the values it knows. A remote service may know more, so there an unknown value is sent
 * and a notice says so.
 */

/**
 * Refuses invalid addresses. On a remote profile, what is no address here is sent as it is.
 * @param nameOf returns the flag of an address, such as `--to`, undefined for one of a file; absent: they are arguments
 */
export async function checkAddresses(
  context: Context,
  addresses: readonly string[],
  nameOf: (address: string) => string | undefined = () => '',
): Promise<void> {
  // Checksums need keccak, which commands without addresses do not load.
  const { addressFault, HEX_ADDRESS } = await import('../../api/address.ts')
  for (const address of addresses) {
    const fault = addressFault(address)
    if (!fault) continue
    const name = nameOf(address)
    const message = `${name ? `${name}: ` : ''}${JSON.stringify(address)} ${fault}`
    if (HEX_ADDRESS.test(address) || !context.isRemote())
      throw name === undefined ? refusedError(message) : usageError(message)
    await context.note(`${message}; sent unchanged.`)
  }
}

/** The same, and accepts addresses of chains that are no EVM chains, which are only looked up. */
export async function checkAnyAddresses(context: Context, addresses: readonly string[]): Promise<void> {
  const { readOtherAddress } = await import('../../shared/addresses/other-chains.ts')
  await checkAddresses(
    context,
    addresses.filter((address) => !readOtherAddress(address)),
  )
}

/** Refuses invalid addresses of flags, by flag member, where no remote service is involved. */
export async function requireAddresses(
  flags: Readonly<Record<string, string | readonly string[] | undefined>>,
): Promise<void> {
  const { addressFault } = await import('../../api/address.ts')
  for (const [member, given = []] of Object.entries(flags))
    for (const address of [given].flat()) {
      const fault = addressFault(address)
      if (fault) throw usageError(`${flagName(member)}: ${JSON.stringify(address)} ${fault}`)
    }
}

/** The chain id for an id or a name. `from` begins an error; '' for an argument. */
export async function chainIdOf(context: Context, text: string, from = '--chain: '): Promise<string> {
  const isId = /^\d+$/.test(text)
  if (!findChain(text) && !(context.isRemote() && isId)) await loadDefinedChains(context)
  const chain = findChain(text)
  if (chain) return chain.id
  if (context.isRemote() && isId) {
    await context.note(`Unknown chain ${text}; sent unchanged.`)
    return text
  }
  throw unknownChain(text, from)
}

/** Makes the chains known here that only the service knows. */
export async function loadDefinedChains(context: Context): Promise<void> {
  if (!context.isRemote()) {
    await context.localIfStored()
    return
  }
  const client = await context.client()
  try {
    const { content } = await client.call('listKnownChains')
    setChains(content.map((chain) => ({ chainId: chain.id, ...settingsOf(chain) })))
  } catch {
    // Another server of the interface, or no key for it: then their names are not known.
  }
}

/** Of a text that names no chain. @param from as in `chainIdOf` */
export function unknownChain(text: string, from: string): WardenError {
  const known = [...chains, ...definedChains(), ...listedChains()]
  const names = known.flatMap(({ name, aliases }) => [name, ...aliases])
  return usageError(`${from}${unknownChainText(JSON.stringify(text))}${didYouMean(text, names)}`, {
    try: unknownChainStep(text),
  })
}

/** The same of a chain that need not be given. */
export async function maybeChainIdOf(
  context: Context,
  text: string | undefined,
  from?: string,
): Promise<string | undefined> {
  return text === undefined ? undefined : chainIdOf(context, text, from)
}

/** @param from as in `chainIdOf` */
export async function chainIdsOf(
  context: Context,
  texts: readonly string[] | undefined,
  from?: string,
): Promise<string[]> {
  const ids: string[] = []
  for (const text of texts ?? []) ids.push(await chainIdOf(context, text, from))
  return [...new Set(ids)]
}

/** Refuses words outside the set of an `openChoice`. */
export async function checkWords(
  context: Context,
  flag: string,
  words: readonly string[],
  given: readonly string[],
): Promise<void> {
  for (const word of given) {
    if (words.includes(word)) continue
    if (!context.isRemote())
      throw usageError(`${flag}: ${JSON.stringify(word)} is not one of ${words.join(', ')}${didYouMean(word, words)}`)
    await context.note(`Unknown value for ${flag}: ${word}; sent unchanged.`)
  }
}
