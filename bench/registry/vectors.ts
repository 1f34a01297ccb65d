import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import * as Hash from 'ox/Hash'
import * as Rlp from 'ox/Rlp'
import * as Secp256k1 from 'ox/Secp256k1'
import { type DescriptorNames, parameterAt } from '../../src/service/intel/contracts/erc7730/display/format-value.ts'
import {
  type ShownField,
  type ShownFormat,
  showFields,
} from '../../src/service/intel/contracts/erc7730/display/show-fields.ts'
import type {
  Container,
  TypedArguments,
  TypedValue,
} from '../../src/service/intel/contracts/erc7730/display/typed-values.ts'
import { messageParameters } from '../../src/service/intel/contracts/erc7730/message-parameters.ts'
import { type Descriptor, readDescriptor } from '../../src/service/intel/contracts/erc7730/read-descriptor.ts'
import type { DescribedField } from '../../src/service/intel/contracts/erc7730/read-fields.ts'
import { signature } from '../../src/service/risk/decode/signatures.ts'
import { readTypedData } from '../../src/service/risk/typed-data/read-message.ts'
import { lazily } from '../../src/shared/lazily.ts'

/** Expected output of a function or message, as the second version of test files has it. */
interface Expected {
  readonly intent: string
  readonly interpolatedIntent?: string
  readonly owner?: string
  readonly fields: readonly { readonly label: string; readonly value: string | Expected }[]
}

interface Vector {
  readonly description?: string
  readonly rawTx?: string
  readonly from?: string
  readonly data?: { readonly domain?: Readonly<Record<string, unknown>> }
  readonly expected?: Expected
  /** Texts on the screens of a device, in the first version. */
  readonly expectedTexts?: readonly string[]
}

interface VectorFile {
  readonly descriptor?: string
  readonly dataProvider?: {
    readonly tokens?: Readonly<
      Record<string, { readonly symbol: string; readonly decimals: number; readonly name: string }>
    >
    readonly addressNames?: Readonly<Record<string, string>>
    readonly ensNames?: Readonly<Record<string, string>>
    readonly nftCollectionNames?: Readonly<Record<string, string>>
    readonly blockTimestamps?: Readonly<Record<string, number>>
  }
  readonly tests: readonly Vector[]
}

export interface VectorResult {
  readonly file: string
  readonly vector: string
  /** loaded: shown · refused: the descriptor or its test is refused by name. */
  readonly status: 'loaded' | 'refused'
  readonly reason?: string
  /** Labels with values, and sentences, that are expected, and those of them that are shown. */
  readonly expected: number
  readonly agreed: number
  readonly differences: readonly string[]
}

/** Shows every published test vector below a folder of the registry, and compares it with what is expected. */
export function runVectors(folder: string): VectorResult[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.json'))
    .sort()
  const texts = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const called = lazily(() => callableIn(names, texts))
  return names.filter((name) => TEST.test(name)).flatMap((name) => resultsOf(name, texts, called))
}

const TEST = /(?:^|\/)tests(?:v2)?\//

/** The descriptors of contracts, for call data in arguments. */
function callableIn(names: readonly string[], texts: ReadonlyMap<string, string>): Descriptor[] {
  return names
    .filter((name) => !TEST.test(name) && /(?:^|\/)calldata[^/]*$/.test(name))
    .map((name) => readDescriptor(name, texts))
    .flatMap((read) => ('problem' in read ? [] : [read]))
}

function resultsOf(
  file: string,
  texts: ReadonlyMap<string, string>,
  called: () => readonly Descriptor[],
): VectorResult[] {
  const vectors = JSON.parse(texts.get(file) ?? '') as VectorFile
  const own = `../${posix.basename(file).replace(/\.tests\.json$/, '.json')}`
  const name = posix.normalize(posix.join(posix.dirname(file), vectors.descriptor ?? own))
  const descriptor = readDescriptor(name, texts)
  return vectors.tests.map((vector, index): VectorResult => {
    const about = { file, vector: vector.description ?? `#${index + 1}` }
    if ('problem' in descriptor) {
      const { line, message } = descriptor.problem
      return { ...about, ...refused(`${name}:${line}: ${message}`) }
    }
    const shown = show(vector, descriptor, { names: namesOf(vectors), called })
    if (typeof shown === 'string') return { ...about, ...refused(`${file}: ${shown}`) }
    if (shown.faults.length > 0) return { ...about, ...refused(`${name}: ${shown.faults.join(', ')}`) }
    const compared = vector.expected
      ? compareShown(vector.expected, shown, descriptor.owner)
      : compareTexts(vector.expectedTexts ?? [], shown)
    return { ...about, status: 'loaded', ...compared }
  })
}

function refused(reason: string): Omit<VectorResult, 'file' | 'vector'> {
  return { status: 'refused', reason, expected: 0, agreed: 0, differences: [] }
}

/** The text says why it cannot be shown. */
function show(vector: Vector, descriptor: Descriptor, known: Known): ShownFormat | string {
  const { names } = known
  if (vector.rawTx !== undefined) {
    const transaction = transactionOf(vector.rawTx)
    if (transaction === undefined) return 'rawTx is no transaction'
    return showCall({ ...transaction, ...(vector.from && { from: vector.from.toLowerCase() }) }, descriptor, known)
  }
  try {
    const message = readTypedData(vector.data)
    const { chainId, verifyingContract = '' } = message.domain
    const read = messageParameters(message.type)
    if (typeof read === 'string') return read
    const container = {
      to: verifyingContract,
      value: 0n,
      chainId: String(chainId ?? vector.data?.domain?.chainId ?? ''),
    }
    if (!isDeployed(descriptor, container)) return `no deployment is ${verifyingContract} on chain ${container.chainId}`
    const format = descriptor.formats.get(message.type)
    if (!format) return `no format is for the type ${message.type}`
    return showFields(format, { parameters: read.parameters, args: message.message, container }, names)
  } catch (error) {
    return (error as Error).message
  }
}

interface RawTransaction extends Container {
  readonly data: string
}

interface Known {
  readonly names: DescriptorNames
  called(): readonly Descriptor[]
}

function showCall(transaction: RawTransaction, descriptor: Descriptor, known: Known): ShownFormat | string {
  const { data, ...container } = transaction
  if (!isDeployed(descriptor, container)) return `no deployment is ${container.to} on chain ${container.chainId}`
  const selector = data.slice(0, 10)
  const format = descriptor.formats.values().find((each) => each.selector === selector)
  if (!format) return `no format is for the selector ${selector}`
  const { layout } = signature(selector, format.call)
  const { args, fault } = layout.read(data.slice(10))
  if (fault !== undefined) return `${format.call}: ${fault}`
  const typed: TypedArguments = { parameters: layout.parameters, args, container }
  return showFields(format, typed, known.names, (field, inner, index) =>
    showInner(field, inner, { index, typed, known }),
  )
}

/** Call data in an argument, where a descriptor of its contract has the function. */
function showInner(
  field: DescribedField,
  { value }: TypedValue,
  { index, typed, known }: { readonly index: number; readonly typed: TypedArguments; readonly known: Known },
): ShownFormat | undefined {
  const to = parameterAt(field, 'callee', index, typed)
  if (typeof to !== 'string') return undefined
  const { container } = typed
  const from = parameterAt(field, 'spender', index, typed)
  const amount = parameterAt(field, 'amount', index, typed)
  const call = {
    to: to.toLowerCase(),
    chainId: container.chainId,
    data: String(value),
    ...(typeof from === 'string' ? { from } : container.from !== undefined && { from: container.from }),
    value: typeof amount === 'string' ? BigInt(amount) : 0n,
  }
  for (const descriptor of known.called()) {
    if (!isDeployed(descriptor, call)) continue
    const shown = showCall(call, descriptor, known)
    if (typeof shown !== 'string') return shown
  }
  return undefined
}

function isDeployed({ deployments }: Descriptor, { chainId, to }: Container): boolean {
  return deployments.some((each) => each.chainId === chainId && each.address === to)
}

type Item = ReturnType<typeof Rlp.toHex>

/** Undefined: it is none. Unsigned ones may have no signature, or only the chain. */
function transactionOf(raw: string): RawTransaction | undefined {
  try {
    const type = raw.startsWith('0x02') ? 2 : raw.startsWith('0x01') ? 1 : 0
    const fields = Rlp.toHex((type === 0 ? raw : `0x${raw.slice(4)}`) as `0x${string}`) as readonly Item[]
    const [chain, first] = type === 0 ? [undefined, 3] : [fields[0], type === 1 ? 4 : 5]
    const [to, value, data] = fields.slice(first, first + 3) as `0x${string}`[]
    const chainId = type === 0 ? legacyChain(fields.slice(6) as string[]) : numberOf(chain as string)
    const from = type === 0 ? undefined : signerOf(type, fields)
    return { chainId: String(chainId), to: to ?? '', value: numberOf(value), data: data ?? '0x', ...(from && { from }) }
  } catch {
    return undefined
  }
}

function numberOf(hex: string | undefined): bigint {
  return hex === undefined || hex === '0x' ? 0n : BigInt(hex)
}

/** EIP-155: a signed one has the chain in v, another one in its place. */
function legacyChain([v, r = '0x']: readonly string[]): bigint {
  const number = numberOf(v)
  if (r === '0x') return number === 0n ? 1n : number
  return number >= 35n ? (number - 35n) / 2n : 1n
}

function signerOf(type: number, fields: readonly Item[]): string | undefined {
  const signed = type === 2 ? 9 : 8
  const [yParity, r, s] = fields.slice(signed, signed + 3) as string[]
  if (r === undefined || s === undefined || r === '0x') return undefined
  const payload = Hash.keccak256(`0x0${type}${Rlp.fromHex(fields.slice(0, signed)).slice(2)}`)
  const word = (hex: string) => `0x${hex.slice(2).padStart(64, '0')}` as const
  const parts = { r: word(r), s: word(s), yParity: Number(numberOf(yParity)) }
  return Secp256k1.recoverAddress({ payload, signature: parts }).toLowerCase()
}

function namesOf({ dataProvider = {} }: VectorFile): DescriptorNames {
  const { tokens, addressNames, ensNames, nftCollectionNames, blockTimestamps } = dataProvider
  const within = (names: Readonly<Record<string, string>> = {}) =>
    new Map(Object.entries(names).map(([address, name]) => [address.toLowerCase(), name]))
  const [local, ens, collections] = [within(addressNames), within(ensNames), within(nftCollectionNames)]
  const byAddress = new Map(Object.entries(tokens ?? {}).map(([address, token]) => [address.toLowerCase(), token]))
  return {
    token: (_, address) => byAddress.get(address),
    address: (_, address, sources) => {
      const mayBe = (source: string) => sources.length === 0 || sources.includes(source)
      return (mayBe('local') ? local.get(address) : undefined) ?? (mayBe('ens') ? ens.get(address) : undefined)
    },
    collection: (_, address) => collections.get(address),
    blockTime: (height) => blockTimestamps?.[String(height)],
  }
}

type Compared = Pick<VectorResult, 'expected' | 'agreed' | 'differences'>

function compareShown(expected: Expected, shown: ShownFormat, owner?: string): Compared {
  const pairs: [what: string, expected: string, shown: string | undefined][] = [
    ['intent', expected.intent, shown.intent],
  ]
  if (expected.owner !== undefined && owner !== undefined) pairs.push(['owner', expected.owner, owner])
  if (expected.interpolatedIntent !== undefined)
    pairs.push(['interpolatedIntent', expected.interpolatedIntent, shown.interpolatedIntent])
  for (const [index, field] of expected.fields.entries()) {
    const ours = shown.fields[index]
    pairs.push([`fields[${index}]`, fieldText(field), ours && fieldText(ours)])
  }
  for (const [index, ours] of shown.fields.slice(expected.fields.length).entries())
    pairs.push([`fields[${expected.fields.length + index}]`, 'no field', fieldText(ours)])
  const differences = pairs.filter(([, want, got]) => want !== got)
  return {
    expected: pairs.length,
    agreed: pairs.length - differences.length,
    differences: differences.map(
      ([what, want, got]) => `${what} is ${JSON.stringify(got)}, expected ${JSON.stringify(want)}`,
    ),
  }
}

/** Of a call inside, what is shown of it. */
function fieldText({ label, value }: Expected['fields'][number] | ShownField): string {
  if (typeof value === 'string') return `${label}: ${value}`
  return `${label}: ${value.intent} (${value.fields.map(fieldText).join(', ')})`
}

/** A device shows more than the descriptor says, in its own words: each label and value is searched on its screens. */
function compareTexts(screens: readonly string[], shown: ShownFormat): Compared {
  const plain = (text: string) => text.replaceAll(/[\s…]/g, '').toLowerCase()
  const device = plain(screens.join(''))
  const texts = shown.fields.flatMap(({ label, value }) => (typeof value === 'string' ? [label, value] : [label]))
  const missing = texts.filter((text) => !device.includes(plain(text)))
  return {
    expected: texts.length,
    agreed: texts.length - missing.length,
    differences: missing.map((text) => `no screen has ${JSON.stringify(text)}`),
  }
}
