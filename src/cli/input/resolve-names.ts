import type { CallInput } from '../../api/operations/operations.ts'
import { chainNameOrEvery } from '../../api/text/chains.ts'
import { isUnknownPath } from '../../client/errors/unknown-path.ts'
import type { WardenError } from '../../shared/errors.ts'
import type { Context } from '../context/context.ts'
import type { Command } from '../define.ts'
import { notOffered } from '../errors/errors.ts'
import { usageError } from '../errors/usage.ts'
import { flagName, isAddressArgument, isAddressOption } from '../options.ts'
import { chainIdsOf } from './check-values.ts'

/** Whether a text stands for an address: `@payroll`, a name of the address book, or `vitalik.eth`, one of ENS. */
export function isNameOfAddress(text: unknown): text is string {
  return typeof text === 'string' && /^(?:@.|[^\s@/]+\.eth$)/i.test(text)
}

/** The input of a command with addresses in the place of names; each is said on stderr before the command begins. */
export async function withAddresses(
  context: Context,
  command: Command,
  input: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const options = Object.entries(command.options).filter(isAddressOption)
  const members = [
    ...Object.keys(command.arguments).filter(isAddressArgument),
    ...options.map(([member]) => member),
  ].filter((member) => [input[member]].flat().some(isNameOfAddress))
  if (members.length === 0) return input
  const { chain = [] } = input as { readonly chain?: string | readonly string[] }
  const finder = new AddressFinder(context, await chainIdsOf(context, [chain].flat()))
  const resolved = { ...input }
  for (const member of members) {
    const from = member in command.arguments ? '' : `${flagName(member)}: `
    const resolve = (text: unknown) => (isNameOfAddress(text) ? finder.addressOf(text, from) : text)
    const given = input[member]
    resolved[member] = Array.isArray(given) ? await Promise.all(given.map(resolve)) : await resolve(given)
  }
  return resolved
}

type Found = { readonly address: string; readonly chainId: string; readonly name: string; readonly source: string }

/** Finds the addresses of names, each once, and says them on stderr. */
export class AddressFinder {
  readonly #context: Context
  readonly #chainIds: readonly string[]
  readonly #found = new Map<string, Promise<string>>()

  /** @param chainIds where the address is for; empty: not known */
  constructor(context: Context, chainIds: readonly string[]) {
    this.#context = context
    this.#chainIds = chainIds
  }

  /**
   * @param from begins an error
   * @throws WardenError `usage`
   */
  addressOf(text: string, from: string, chainIds = this.#chainIds): Promise<string> {
    const key = JSON.stringify([text, chainIds])
    const known = this.#found.get(key) ?? this.#find(text, from, chainIds)
    this.#found.set(key, known)
    return known
  }

  async #find(text: string, from: string, chainIds: readonly string[]): Promise<string> {
    const answers = await Promise.all(
      (chainIds.length === 0 ? [undefined] : chainIds).map((chainId) => this.#ask(text, chainId)),
    )
    const found = answers.flatMap(({ content }) => content)
    const first = found[0]
    if (first === undefined)
      throw unknownName(
        text,
        from,
        answers.flatMap(({ near }) => near),
      )
    if (found.some(({ address }) => address !== first.address)) throw severalAddresses(text, from, found)
    await this.#context.note(`${text} is ${foundText(first)}`)
    return first.address
  }

  async #ask(text: string, chainId: string | undefined): Promise<{ content: Found[]; near: string[] }> {
    const client = await this.#context.client()
    const name = text.startsWith('@') ? { name: text.slice(1) } : { ens: text }
    const query: CallInput<'findNames'>['query'] = { ...name, chainId }
    try {
      return await client.call('findNames', { query })
    } catch (error) {
      if (!isUnknownPath(error)) throw error
      throw notOffered(
        error,
        `${text}: this service has no names of addresses: only txwarden's own service offers them`,
      )
    }
  }
}

function foundText({ address, chainId, name, source }: Found): string {
  if (source === 'ens') return `${address} (ENS)`
  return `${address} (${JSON.stringify(name)} on ${chainNameOrEvery(chainId)})`
}

function unknownName(text: string, from: string, near: readonly string[]): WardenError {
  if (!text.startsWith('@'))
    return usageError(`${from}${text} has no address in ENS for this chain`, { try: 'txwarden name add --help' })
  const meant = [...new Set(near)].map((name) => `@${name}`)
  return usageError(
    `${from}no address has the name ${JSON.stringify(text.slice(1))}${meant.length === 0 ? '' : ` (Did you mean ${meant.join(', ')}?)`}`,
    { try: 'txwarden name list' },
  )
}

function severalAddresses(text: string, from: string, found: readonly Found[]): WardenError {
  return usageError(`${from}${text} names several addresses: pass the address, or --chain where they are on several`, {
    details: found.map(foundText),
    try: 'txwarden name list',
  })
}
