import { posix } from 'node:path'
import { findChain } from '../../../../api/chains.ts'
import { type ContractGiven, MAX_CONTRACT_FUNCTIONS, MAX_CONTRACT_MESSAGES } from '../../../../api/schemas/contract.ts'
import { checkEffects } from '../../../risk/effects/check-effects.ts'
import type { Effect } from '../../../risk/effects/effect.ts'
import type { FileProblem } from '../read-abi.ts'
import { effectsOfFields, innerDataOf, requirementsOf } from './field-effects.ts'
import type { DescriptorFile } from './load-descriptor.ts'
import { type Deployment, type Descriptor, type Format, problemOf, readDescriptor, SOURCE } from './read-descriptor.ts'
import { DescriptorFault } from './read-fields.ts'

export interface ReadDescriptors {
  /** One for each chain and address. */
  readonly contracts: readonly ContractGiven[]
  readonly refused: readonly (FileProblem & { readonly file: string })[]
  /** Descriptors that name no contract on a supported chain. */
  readonly others: number
}

type Functions = ContractGiven['functions']
type Messages = NonNullable<ContractGiven['messages']>

interface Described extends Deployment {
  readonly functions: Map<string, Functions[number]>
  readonly messages: Map<string, Messages[number]>
}

/**
 * Reads clear-signing descriptors (ERC-7730): of each function its name, its arguments, and who may gain by it, and how messages are
 * shown. Descriptors about one contract are joined; the first one decides about a function.
 */
export function readDescriptors(files: readonly DescriptorFile[]): ReadDescriptors {
  const texts = new Map(files.map(({ name, text }) => [posix.normalize(name), text]))
  const contracts = new Map<string, Described>()
  const refused: (FileProblem & { file: string })[] = []
  let others = 0
  for (const { name } of files) {
    const read = readDescriptor(posix.normalize(name), texts)
    if ('problem' in read) {
      refused.push({ file: name, ...read.problem })
      continue
    }
    const places = read.deployments.filter(({ chainId }) => findChain(chainId) !== undefined)
    if (places.length === 0) others++
    try {
      for (const place of places) describe(placeIn(contracts, place), read)
    } catch (error) {
      refused.push({ file: name, ...problemOf(error, texts.get(posix.normalize(name))) })
    }
  }
  const described = Array.from(contracts.values(), ({ functions, messages, ...key }) => ({
    ...(key as Pick<ContractGiven, 'chainId' | 'address'>),
    source: 'erc7730' as const,
    functions: [...functions.values()],
    ...(messages.size > 0 && { messages: [...messages.values()] }),
  }))
  return {
    contracts: described.filter(({ functions, messages }) => functions.length > 0 || messages),
    refused,
    others,
  }
}

function placeIn(contracts: Map<string, Described>, { chainId, address }: Deployment): Described {
  const key = `${chainId}/${address}`
  const known = contracts.get(key) ?? { chainId, address, functions: new Map(), messages: new Map() }
  contracts.set(key, known)
  return known
}

/** @throws DescriptorFault */
function describe({ chainId, functions, messages }: Described, { formats, domain }: Descriptor): void {
  for (const [type, format] of formats) {
    const { selector } = format
    if (selector !== undefined && !functions.has(selector) && functions.size < MAX_CONTRACT_FUNCTIONS)
      functions.set(selector, functionGiven(format, chainId))
    if (selector === undefined && !messages.has(type) && messages.size < MAX_CONTRACT_MESSAGES)
      messages.set(type, messageGiven(type, format, domain, chainId))
  }
}

function functionGiven(format: Format, chainId: string): Functions[number] {
  const [calls, requires] = placed(format, () => [innerDataOf(format.fields, chainId), requirementsOf(format.fields)])
  return {
    call: format.call,
    effects: fittingEffects(format, chainId),
    ...(calls.length > 0 && { calls }),
    ...(requires.length > 0 && { requires: requires.map(({ at, oneOf }) => ({ at, oneOf: [...oneOf] })) }),
  }
}

function messageGiven(type: string, format: Format, domain: Descriptor['domain'], chainId: string): Messages[number] {
  const { intent, interpolatedIntent, fields } = format
  return {
    type,
    intent,
    ...(interpolatedIntent !== undefined && { interpolatedIntent }),
    domain,
    fields: fields as unknown as Messages[number]['fields'],
    effects: fittingEffects(format, chainId),
  }
}

/** Effects that do not fit the arguments are left out: the names remain. */
function fittingEffects({ call, fields, intent }: Format, chainId: string): Record<string, unknown>[] {
  const effects: readonly Effect[] = effectsOfFields(fields, intent, chainId)
  return effects.flatMap((effect) => {
    const [row] = checkEffects({ functions: [{ call, effects: [effect] }] }, SOURCE).rows
    return (row?.effects ?? []) as unknown as Record<string, unknown>[]
  })
}

function placed<T>({ pointer }: Format, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof DescriptorFault ? error.within([...pointer, 'fields']) : error
  }
}
