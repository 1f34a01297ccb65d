import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { chainIds } from '../src/api/chains.ts'
import { topicOf } from '../src/service/evm/words.ts'
import { canonicalType, parametersOf } from '../src/service/risk/decode/layout.ts'
import { signaturesOf } from '../src/service/risk/decode/signatures.ts'
import { knownMessage } from '../src/service/risk/typed-data/messages/look-up.ts'
import { isHarmless } from '../src/service/risk/typed-data/messages/meaning.ts'
import { typeText } from '../src/service/risk/typed-data/read-message.ts'
import type { StructMember, TypedMessage } from '../src/service/risk/typed-data/typed-message.ts'
import { runVectors, type VectorResult } from './registry/vectors.ts'

/**
 * How much of the public clear-signing registry (ERC-7730) the engine reads: every function and message with a deployment on
 * a chain of the interface. The argument is a folder with a copy of the registry; each function that is not read is printed with
 * the descriptor that has it, and `--all` prints every one. Then each published test vector is shown as its descriptor says, and compared
 * with what is expected: those that are refused are printed by name, and those that differ.
 */
type Reading = 'read' | 'harmless' | 'content elsewhere' | 'named only' | 'unread'

interface Descriptor {
  readonly includes?: string
  readonly context?: Readonly<Record<string, { readonly deployments?: readonly { readonly chainId: number }[] }>>
  readonly display?: { readonly formats?: Readonly<Record<string, unknown>> }
}

interface Format {
  readonly file: string
  readonly kind: 'function' | 'message'
  /** The key of the format: a signature with parameter names, or an encodeType. */
  readonly text: string
  readonly id: string
  readonly reading: Reading
}

const [folder, ...flags] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: bench/registry.ts <folder of the registry> [--all]')

const files = readdirSync(join(folder, 'registry'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?:^|\/)(?:calldata|eip712)[^/]*\.json$/.test(name) && !/\/(?:tests?|testsv2|sigs)\//.test(name))
  .map((name) => join(folder, 'registry', name))
  .sort()
const formats = files.flatMap(formatsOf)

function formatsOf(path: string): Format[] {
  const { contexts, keys } = resolved(path)
  const deployed = contexts.flatMap(({ deployments = [] }) => deployments.map(({ chainId }) => String(chainId)))
  if (!deployed.some((chainId) => chainIds.includes(chainId))) return []
  const kind = /\/eip712[^/]*$/.test(path) ? 'message' : 'function'
  const file = relative(folder ?? '', path)
  return keys.map((text) => ({ file, kind, text, ...(kind === 'message' ? readMessage(text) : readFunction(text)) }))
}

/** The contexts and keys of a descriptor, with those of what it includes. */
function resolved(path: string): {
  readonly contexts: { deployments?: readonly { chainId: number }[] }[]
  keys: string[]
} {
  const { includes, context = {}, display } = JSON.parse(readFileSync(path, 'utf8')) as Descriptor
  const base = includes === undefined ? { contexts: [], keys: [] } : resolved(join(dirname(path), includes))
  const own = Object.values(context).filter((each) => typeof each === 'object')
  return {
    contexts: own.length > 0 ? own : base.contexts,
    keys: [...new Set([...base.keys, ...Object.keys(display?.formats ?? {})])],
  }
}

function readFunction(text: string): Pick<Format, 'id' | 'reading'> {
  const id = selectorOf(text)
  const [signature] = signaturesOf(id)
  if (!signature) return { id, reading: 'unread' }
  if (signature.isNameOnly || signature.phishing) return { id, reading: 'named only' }
  if (signature.row?.hides) return { id, reading: 'content elsewhere' }
  return { id, reading: signature.row?.effects.length === 0 ? 'harmless' : 'read' }
}

function selectorOf(text: string): string {
  const [, name, parameters] = /^\s*(?:function\s+)?(\w+)\s*\((.*)\)\s*$/s.exec(text) ?? []
  if (name === undefined || parameters === undefined) return text
  const types = parametersOf(parameters).map(canonicalType).join(',')
  return topicOf(`${name}(${types})`).slice(0, '0x12345678'.length)
}

function readMessage(text: string): Pick<Format, 'id' | 'reading'> {
  const types = new Map<string, readonly StructMember[]>()
  for (const [, name = '', members = ''] of text.matchAll(/([\w:$]+)\(([^)]*)\)/g)) types.set(name, membersOf(members))
  const [primaryType = ''] = types.keys()
  const id = typeText(types, primaryType)
  const message = { primaryType, types, type: id, domain: {} } as unknown as TypedMessage
  const row = knownMessage(message)
  return { id, reading: row ? (isHarmless(row) ? 'harmless' : 'read') : 'unread' }
}

function membersOf(text: string): StructMember[] {
  return text
    .split(',')
    .filter((member) => member !== '')
    .map((member) => {
      const [type = '', name = ''] = member.trim().split(/\s+/)
      return { type, name }
    })
}

const shown = flags.includes('--all')
  ? formats
  : formats.filter(({ reading }) => reading !== 'read' && reading !== 'harmless')
const distinct = [...new Map(shown.map((format) => [format.id, format])).values()]
for (const { reading, file, text } of distinct) process.stdout.write(`${reading}\t${file}\t${text}\n`)

for (const kind of ['function', 'message'] as const) {
  const ofKind = formats.filter((format) => format.kind === kind)
  process.stdout.write(`\n${share(`formats of ${kind}s`, ofKind)}`)
  process.stdout.write(share(`distinct ${kind}s`, [...new Map(ofKind.map((format) => [format.id, format])).values()]))
}

function share(title: string, some: readonly Format[]): string {
  const counts = Map.groupBy(some, ({ reading }) => reading)
  const read = some.filter(({ reading }) => reading !== 'unread' && reading !== 'named only').length
  const parts = Array.from(counts, ([reading, { length }]) => `${length} ${reading}`).join(', ')
  return `${title}: ${read} of ${some.length} read (${((100 * read) / some.length).toFixed(1)} %): ${parts}\n`
}

const vectors = runVectors(folder)
process.stdout.write('\n')
for (const { file, vector, reason } of vectors.filter(({ status }) => status === 'refused'))
  process.stdout.write(`refused\t${file}\t${vector}\t${reason}\n`)
for (const { file, vector, differences } of vectors.filter(isExact))
  for (const difference of differences) process.stdout.write(`mismatched\t${file}\t${vector}\t${difference}\n`)
process.stdout.write(`\n${vectorShare('vectors with labels and values', vectors.filter(isExact))}`)
process.stdout.write(
  vectorShare(
    'vectors with screens of a device',
    vectors.filter((each) => !isExact(each)),
  ),
)

/** The first version of the test files has the screens of a device, on which each label and value is searched. */
function isExact({ file }: VectorResult): boolean {
  return /(?:^|\/)testsv2\//.test(file)
}

function vectorShare(title: string, some: readonly VectorResult[]): string {
  const loaded = some.filter(({ status }) => status === 'loaded')
  const whole = loaded.filter(({ differences }) => differences.length === 0).length
  const sum = (name: 'expected' | 'agreed') => loaded.reduce((total, each) => total + each[name], 0)
  const [expected, agreed] = [sum('expected'), sum('agreed')]
  const percent = expected === 0 ? '' : ` (${((100 * agreed) / expected).toFixed(1)} %)`
  return `${title}: ${some.length}, ${loaded.length} loaded, ${some.length - loaded.length} refused by name, ${loaded.length - whole} mismatched; ${agreed} of ${expected} texts agree${percent}\n`
}
