import { addressFault, HEX_ADDRESS } from '../../api/address.ts'
import { findChain, listChains } from '../../api/chains.ts'
import type { Context } from '../context/context.ts'

/** Asks for one or more addresses. A remote service may accept other formats. */
export async function askAddresses(context: Context): Promise<string[]> {
  const prompt = await context.prompt()
  const isRemote = context.isRemote()
  const answer = await prompt.input({
    message: 'Addresses, separated by commas',
    required: true,
    validate: (text) => {
      const faults = words(text).map((address) => [address, addressFault(address)] as const)
      const odd = faults.find(([text, fault]) => fault !== undefined && (!isRemote || HEX_ADDRESS.test(text)))
      return odd === undefined ? true : `${JSON.stringify(odd[0])} ${odd[1]}`
    },
  })
  return words(answer)
}

/**
 * Asks for chains by id or name.
 * @param none description of the choice `all`; without it a chain is required
 */
export async function askChains(
  context: Context,
  { none, initial = [] }: { readonly none?: string; readonly initial?: readonly string[] } = {},
): Promise<string[]> {
  const prompt = await context.prompt()
  const isRemote = context.isRemote()
  const answer = await prompt.input({
    message: none === undefined ? 'Chains, ids or names separated by commas' : `Chains, ids or names (all: ${none})`,
    ...(none !== undefined && { initial: initial.length > 0 ? initial.join(', ') : 'all' }),
    required: true,
    validate: (text) => {
      if (none !== undefined && text === 'all') return true
      const odd = words(text).find((word) => !findChain(word) && !(isRemote && /^\d+$/.test(word)))
      return odd === undefined ? true : `${JSON.stringify(odd)} is not a chain: expected one of ${listChains()}`
    },
  })
  if (none !== undefined && answer === 'all') return []
  return [...new Set(words(answer).map((word) => findChain(word)?.id ?? word))]
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}
