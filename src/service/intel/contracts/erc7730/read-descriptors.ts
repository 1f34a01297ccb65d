import { posix } from 'node:path'
import { findChain } from '../../../../api/chains.ts'
import { type ContractGiven, MAX_CONTRACT_FUNCTIONS } from '../../../../api/schemas/contract.ts'
import { isRecord } from '../../../../shared/json/json.ts'
import { parametersOf } from '../../../risk/decode/layout.ts'
import { checkEffects } from '../../../risk/effects/check-effects.ts'
import { type FileProblem, parametersText, parseJsonFile } from '../read-abi.ts'
import { effectsOfFields, fieldsOf } from './field-effects.ts'

export interface DescriptorFile {
  /** Path with slashes. */
  readonly name: string
  readonly text: string
}

export interface ReadDescriptors {
  /** One for each chain and address. */
  readonly contracts: readonly ContractGiven[]
  readonly refused: readonly (FileProblem & { readonly file: string })[]
  /** Descriptors that are about no contract on a supported chain, such as those of messages. */
  readonly others: number
}

type Functions = ContractGiven['functions']

/**
 * Reads clear-signing descriptors (ERC-7730): of each function its name, its arguments, and who may gain by it. Labels and sentences
 * are words of a third party and are not kept. Descriptors about one contract are joined; the first one decides about a function.
 */
export function readDescriptors(files: readonly DescriptorFile[]): ReadDescriptors {
  const texts = new Map(files.map(({ name, text }) => [posix.normalize(name), text]))
  const contracts = new Map<string, { chainId: string; address: string; functions: Map<string, Functions[number]> }>()
  const refused: (FileProblem & { file: string })[] = []
  let others = 0
  for (const { name } of files) {
    const read = readDescriptor(posix.normalize(name), texts)
    if ('problem' in read) refused.push({ file: name, ...read.problem })
    else if (read.places.length === 0) others++
    else
      for (const { chainId, address } of read.places) {
        const key = `${chainId}/${address}`
        const known = contracts.get(key) ?? { chainId, address, functions: new Map() }
        contracts.set(key, known)
        for (const [selector, each] of read.functions)
          if (!known.functions.has(selector) && known.functions.size < MAX_CONTRACT_FUNCTIONS)
            known.functions.set(selector, each)
      }
  }
  const described = Array.from(contracts.values(), ({ functions, ...key }) => ({
    ...(key as Pick<ContractGiven, 'chainId' | 'address'>),
    source: 'erc7730' as const,
    functions: [...functions.values()],
  }))
  return { contracts: described, refused, others }
}

type Read =
  | { readonly problem: FileProblem }
  | { readonly places: readonly Place[]; readonly functions: ReadonlyMap<string, Functions[number]> }

interface Place {
  readonly chainId: string
  readonly address: string
}

function readDescriptor(name: string, texts: ReadonlyMap<string, string>): Read {
  const loaded = withIncludes(name, texts, [])
  if ('problem' in loaded) return loaded
  const { context, display } = loaded.value
  const places = isRecord(context) && isRecord(context.contract) ? placesOf(context.contract) : []
  if (places.length === 0) return { places, functions: new Map() }
  const formats = isRecord(display) && isRecord(display.formats) ? display.formats : {}
  const definitions = isRecord(display) && isRecord(display.definitions) ? display.definitions : {}
  const functions = new Map<string, Functions[number]>()
  for (const [call, format] of Object.entries(formats)) {
    const described = isRecord(format) ? functionOf(call, format, definitions) : 'has a format that is no object'
    if (typeof described === 'string') return { problem: { line: lineOf(texts.get(name), call), message: described } }
    functions.set(described.selector, described.given)
  }
  if (functions.size === 0) return { problem: { line: 1, message: 'describes no function' } }
  return { places, functions }
}

/** Line of a text in the file. */
function lineOf(text: string | undefined, part: string): number {
  const at = text?.indexOf(JSON.stringify(part)) ?? -1
  return at < 0 ? 1 : (text?.slice(0, at).split('\n').length ?? 1)
}

function placesOf({ deployments }: Readonly<Record<string, unknown>>): Place[] {
  if (!Array.isArray(deployments)) return []
  return (deployments as readonly unknown[]).flatMap((each) => {
    if (!isRecord(each) || typeof each.address !== 'string') return []
    const chain = findChain(String(each.chainId))
    const address = each.address.toLowerCase()
    return chain && /^0x[0-9a-f]{40}$/.test(address) ? [{ chainId: chain.id, address }] : []
  })
}

/** Why it is none, where it is none. Effects that do not fit the arguments are left out: the names remain. */
function functionOf(
  written: string,
  format: Readonly<Record<string, unknown>>,
  definitions: Readonly<Record<string, unknown>>,
): { readonly selector: string; readonly given: Functions[number] } | string {
  const call = withNames(written)
  const intent = typeof format.intent === 'string' ? format.intent : ''
  const effects = effectsOfFields(fieldsOf(format, definitions), intent).filter(
    (effect) => checkEffects({ functions: [{ call, effects: [effect] }] }, 'ERC-7730').problems.length === 0,
  )
  const { rows, problems } = checkEffects({ functions: [{ call, effects }] }, 'ERC-7730')
  const [row] = rows
  if (!row) return `${written} ${problems[0]?.message ?? 'is no function'}`
  return {
    selector: row.selector,
    given: { call: row.call, effects: row.effects as unknown as Record<string, unknown>[] },
  }
}

/** A signature may come without names: its parameters are numbered. */
function withNames(written: string): string {
  const [, name = '', text = ''] = /^([^(]*)\((.*)\)$/.exec(written) ?? []
  try {
    return `${name}(${parametersText(parametersOf(text), true) ?? text})`
  } catch {
    return written
  }
}

const MAX_INCLUDES = 8

function withIncludes(
  name: string,
  texts: ReadonlyMap<string, string>,
  including: readonly string[],
): { readonly value: Record<string, unknown> } | { readonly problem: FileProblem } {
  const parsed = parseJsonFile(texts.get(name) ?? '')
  if ('problem' in parsed) return parsed
  if (!isRecord(parsed.value)) return { problem: { line: 1, message: 'is no object' } }
  const { includes, ...own } = parsed.value
  if (typeof includes !== 'string') return { value: own }
  const included = posix.normalize(posix.join(posix.dirname(name), includes))
  const problem = (message: string) => ({ problem: { line: lineOf(texts.get(name), includes), message } })
  if (including.length >= MAX_INCLUDES || including.includes(included)) return problem('includes itself')
  if (!texts.has(included)) return problem(`includes ${JSON.stringify(includes)}, which was not read`)
  const base = withIncludes(included, texts, [...including, name])
  return 'problem' in base
    ? problem(`includes a file that cannot be read: ${base.problem.message}`)
    : { value: merged(base.value, own) }
}

/** The including file decides; of lists of fields, about each path. */
function merged(base: Record<string, unknown>, own: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(own)) {
    const before = Object.hasOwn(base, name) ? base[name] : undefined
    if (isRecord(before) && isRecord(value)) result[name] = merged(before, value)
    else if (name === 'fields' && Array.isArray(before) && Array.isArray(value)) {
      const paths = new Set(value.map((field: unknown) => (isRecord(field) ? field.path : undefined)))
      result[name] = [...before.filter((field: unknown) => !isRecord(field) || !paths.has(field.path)), ...value]
    } else result[name] = value
  }
  return result
}
