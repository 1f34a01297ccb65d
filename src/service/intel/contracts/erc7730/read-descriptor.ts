import { MAX_CONTRACT_FUNCTIONS } from '../../../../api/schemas/contract.ts'
import { isRecord } from '../../../../shared/json/json.ts'
import { type Parameter, parametersOf } from '../../../risk/decode/layout.ts'
import { checkEffects } from '../../../risk/effects/check-effects.ts'
import { type FileProblem, parametersText } from '../read-abi.ts'
import { type JsonObject, lineOf, loadDescriptor, type Pointer } from './load-descriptor.ts'
import { messageParameters } from './message-parameters.ts'
import { type DescribedField, DescriptorFault, FieldReader } from './read-fields.ts'

/** How a descriptor presents a function or message. */
export interface DescribedFormat {
  readonly intent: string
  readonly interpolatedIntent?: string
  readonly fields: readonly DescribedField[]
}

export interface Descriptor {
  readonly kind: 'calldata' | 'eip712'
  readonly owner: string
  readonly deployments: readonly Deployment[]
  /** Members that the domain of a message must have, and its hash. */
  readonly domain: Readonly<Record<string, string>>
  /** By signature or encodeType, with parameter names. */
  readonly formats: ReadonlyMap<string, Format>
}

export interface Deployment {
  readonly chainId: string
  /** Lower case. */
  readonly address: string
}

export interface Format extends DescribedFormat {
  /** Set for a function. */
  readonly selector?: string
  /** A signature that the checks of effects take. */
  readonly call: string
  readonly pointer: Pointer
}

/** Where what descriptors say comes from. */
export const SOURCE = 'ERC-7730'

export type ReadDescriptor = Descriptor | { readonly problem: FileProblem }

const MAX_DEPLOYMENTS = 1000

/** Reads one descriptor with what it includes. @param name normalized */
export function readDescriptor(name: string, texts: ReadonlyMap<string, string>): ReadDescriptor {
  const loaded = loadDescriptor(name, texts)
  if ('problem' in loaded) return loaded
  try {
    return descriptorOf(loaded.value)
  } catch (error) {
    return { problem: problemOf(error, texts.get(name)) }
  }
}

/** With the line of the deepest part that the file itself has. */
export function problemOf(error: unknown, text: string | undefined): FileProblem {
  if (!(error instanceof DescriptorFault)) throw error
  const keys = error.pointer.filter((part) => typeof part === 'string')
  const lines = keys.slice(0, 3).map((key) => lineOf(text, key))
  return { line: Math.max(1, ...lines), message: error.message }
}

function descriptorOf(file: JsonObject): Descriptor {
  const { context, display, metadata } = file
  const { contract, eip712 } = isRecord(context) ? context : {}
  const kind = isRecord(contract) ? 'calldata' : 'eip712'
  const bound = isRecord(contract) ? contract : isRecord(eip712) ? eip712 : {}
  const at = ['context', kind === 'calldata' ? 'contract' : 'eip712']
  if (bound.factory !== undefined)
    throw new DescriptorFault([...at, 'factory'], 'says that a factory makes the contracts, which is not read')
  const domain = kind === 'eip712' ? domainOf(bound, at) : {}
  const deployments = deploymentsOf(bound, domain, [...at, 'deployments'])
  const owner = isRecord(metadata) && typeof metadata.owner === 'string' ? metadata.owner : ''
  const formats = isRecord(display) ? (display.formats ?? {}) : {}
  if (!isRecord(formats)) throw new DescriptorFault(['display', 'formats'], 'is no object')
  // Without a contract or a format it is a part that others include.
  if (deployments.length === 0 || Object.keys(formats).length === 0)
    return { kind, owner, deployments: [], domain, formats: new Map() }
  if (Object.keys(formats).length > MAX_CONTRACT_FUNCTIONS)
    throw new DescriptorFault(['display', 'formats'], `has more than ${MAX_CONTRACT_FUNCTIONS} entries`)
  return { kind, owner, deployments, domain, formats: formatsOf(file, formats, kind) }
}

function formatsOf(file: JsonObject, formats: JsonObject, kind: Descriptor['kind']): Descriptor['formats'] {
  const read = new Map<string, Format>()
  const selectors = new Map<string, string>()
  for (const [key, format] of Object.entries(formats)) {
    const pointer = ['display', 'formats', key]
    if (!isRecord(format)) throw new DescriptorFault(pointer, 'is no object')
    const { call, selector, parameters } = signatureOf(key, kind, pointer)
    const other = selector === undefined ? undefined : selectors.get(selector)
    if (other !== undefined) throw new DescriptorFault(pointer, `has the selector of ${other}`)
    if (selector !== undefined) selectors.set(selector, key)
    const { interpolatedIntent } = format
    read.set(key, {
      call,
      pointer,
      intent: intentOf(format.intent, pointer),
      ...(selector !== undefined && { selector }),
      ...(typeof interpolatedIntent === 'string' && { interpolatedIntent: interpolatedIntent.slice(0, MAX_INTENT) }),
      fields: new FieldReader(file, parameters).fieldsOf(format, pointer),
    })
  }
  return read
}

interface ReadSignature {
  readonly call: string
  readonly selector?: string
  readonly parameters: readonly Parameter[]
}

/** A call has at most as many words. */
const LONG_LIST = /\[\d{6,}\]/

function signatureOf(key: string, kind: Descriptor['kind'], pointer: Pointer): ReadSignature {
  if (LONG_LIST.test(key)) throw new DescriptorFault(pointer, 'has a list that no call data can have')
  if (kind === 'eip712') {
    const read = messageParameters(key)
    if (typeof read === 'string') throw new DescriptorFault(pointer, read)
    const { parameters } = read
    return { call: `message(${parametersText(parameters, true) ?? ''})`, parameters }
  }
  const call = withNames(key)
  const { rows, problems } = checkEffects({ functions: [{ call, effects: [] }] }, SOURCE)
  const [row] = rows
  if (!row) throw new DescriptorFault(pointer, problems[0]?.message ?? 'is no function')
  return { call: row.call, selector: row.selector, parameters: parametersOf(/\((.*)\)$/.exec(row.call)?.[1] ?? '') }
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

const MAX_INTENT = 1000

/** A text, or labels with texts. */
function intentOf(intent: unknown, pointer: Pointer): string {
  if (intent === undefined) return ''
  const text = isRecord(intent)
    ? Object.entries(intent)
        .map(([label, value]) => `${label}: ${String(value)}`)
        .join(', ')
    : intent
  if (typeof text !== 'string') throw new DescriptorFault([...pointer, 'intent'], 'is no text')
  return text.slice(0, MAX_INTENT)
}

function deploymentsOf(bound: JsonObject, domain: Descriptor['domain'], pointer: Pointer): Deployment[] {
  const { deployments } = bound
  if (deployments === undefined) {
    const { chainId, verifyingContract } = domain
    return chainId === undefined || verifyingContract === undefined ? [] : [{ chainId, address: verifyingContract }]
  }
  if (!Array.isArray(deployments)) throw new DescriptorFault(pointer, 'is no list')
  if (deployments.length > MAX_DEPLOYMENTS)
    throw new DescriptorFault(pointer, `has more than ${MAX_DEPLOYMENTS} contracts`)
  return (deployments as readonly unknown[]).map((each, index) => {
    const address = isRecord(each) && typeof each.address === 'string' ? each.address.toLowerCase() : ''
    if (!isRecord(each) || !/^0x[0-9a-f]{40}$/.test(address))
      throw new DescriptorFault([...pointer, index], 'has no address')
    return { chainId: String(each.chainId), address }
  })
}

const domainMembers = ['name', 'version', 'chainId', 'verifyingContract', 'salt']

function domainOf({ domain = {}, domainSeparator }: JsonObject, pointer: Pointer): Record<string, string> {
  if (!isRecord(domain)) throw new DescriptorFault([...pointer, 'domain'], 'is no object')
  for (const [name, value] of Object.entries(domain)) {
    const at = [...pointer, 'domain', name]
    if (!domainMembers.includes(name)) throw new DescriptorFault(at, 'is no member of a domain')
    if (typeof value !== 'string' && typeof value !== 'number') throw new DescriptorFault(at, 'is no text or number')
  }
  const members = Object.entries(domain).map(([name, value]) => {
    const text = String(value)
    return [name, name === 'name' || name === 'version' ? text : text.toLowerCase()]
  })
  const isHash = typeof domainSeparator === 'string' && /^0x[0-9a-f]{64}$/i.test(domainSeparator)
  if (domainSeparator !== undefined && !isHash) throw new DescriptorFault([...pointer, 'domainSeparator'], 'is no hash')
  return Object.fromEntries([...members, ...(isHash ? [['separator', domainSeparator.toLowerCase()]] : [])])
}
