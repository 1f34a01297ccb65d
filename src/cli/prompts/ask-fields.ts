import { addressFault, HEX_ADDRESS } from '../../api/address.ts'
import { findChain, unknownChainText } from '../../api/chains.ts'
import { name } from '../../api/schemas/primitives.ts'
import type { Context } from '../context/context.ts'
import { loadDefinedChains } from '../input/check-values.ts'
import { AddressFinder, isNameOfAddress } from '../input/resolve-names.ts'

/** Asks for one or more addresses. A remote service may accept other formats. */
export async function askAddresses(context: Context): Promise<string[]> {
  const prompt = await context.prompt()
  const isRemote = context.isRemote()
  const answer = await prompt.input({
    message: 'Addresses or @names, separated by commas',
    required: true,
    validate: (text) => {
      const faults = words(text)
        .filter((word) => !isNameOfAddress(word))
        .map((address) => [address, addressFault(address)] as const)
      const odd = faults.find(([text, fault]) => fault !== undefined && (!isRemote || HEX_ADDRESS.test(text)))
      return odd === undefined ? true : `${JSON.stringify(odd[0])} ${odd[1]}`
    },
  })
  const finder = new AddressFinder(context, [])
  return Promise.all(words(answer).map((word) => (isNameOfAddress(word) ? finder.addressOf(word, '') : word)))
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
  await loadDefinedChains(context)
  const answer = await prompt.input({
    message: none === undefined ? 'Chains, ids or names separated by commas' : `Chains, ids or names (all: ${none})`,
    initial: none === undefined ? undefined : initial.join(', ') || 'all',
    required: true,
    validate: (text) => {
      if (none !== undefined && text === 'all') return true
      const odd = words(text).find((word) => !findChain(word) && !(isRemote && /^\d+$/.test(word)))
      return odd === undefined ? true : unknownChainText(JSON.stringify(odd))
    },
  })
  if (none !== undefined && answer === 'all') return []
  return [...new Set(words(answer).map((word) => findChain(word)?.id ?? word))]
}

/** Asks for the name of an object. @param noun of it */
export async function askName(context: Context, noun: string, initial?: string): Promise<string> {
  const prompt = await context.prompt()
  return prompt.input({
    message: `Name of the ${noun}`,
    required: true,
    validate: (text) => name().safeParse(text).error?.issues[0]?.message ?? true,
    initial,
  })
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '')
}
