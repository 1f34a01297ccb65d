import { chains, findChain, listChains } from '../../api/chains.ts'
import { didYouMean } from '../../shared/text/did-you-mean.ts'
import type { Context } from '../context/context.ts'
import { refusedError, usageError } from '../errors/usage.ts'
import { flagName } from '../options.ts'

/*
 * The local service accepts only the values it knows. A remote service may know more, so there an unknown value is sent
 * and a notice says so.
 */

const chainNames = chains.flatMap(({ name, aliases }) => [name, ...aliases])

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
  const chain = findChain(text)
  if (chain) return chain.id
  if (context.isRemote() && /^\d+$/.test(text)) {
    await context.note(`Unknown chain ${text}; sent unchanged.`)
    return text
  }
  throw usageError(
    `${from}${JSON.stringify(text)} is not a chain: expected one of ${listChains()}${didYouMean(text, chainNames)}`,
  )
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
