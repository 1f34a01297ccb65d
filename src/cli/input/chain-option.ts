import { chains, findChain, listChains } from '../../api/chains.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import type { Context } from '../context/context.ts'
import { usageError } from '../usage.ts'

const chainWords = chains.flatMap(({ name, aliases }) => [name, ...aliases])

/**
 * The chain id a person means by an id or a name. The local service knows its chains; a remote one may know more,
 * so there an id that we do not know is sent, with a line that says so.
 */
export async function chainIdOf(context: Context, text: string): Promise<string> {
  const chain = findChain(text)
  if (chain) return chain.id
  if (context.configuration().addresses && /^\d+$/.test(text)) {
    await context.note(`Chain ${text} is not one this program knows; sending it all the same.`)
    return text
  }
  throw usageError(
    `--chain: ${JSON.stringify(text)} is not a chain: there are ${listChains()}${didYouMean(text, chainWords)}`,
  )
}

export async function chainIdsOf(context: Context, texts: readonly string[] | undefined): Promise<string[]> {
  const ids: string[] = []
  for (const text of texts ?? []) ids.push(await chainIdOf(context, text))
  return [...new Set(ids)]
}
