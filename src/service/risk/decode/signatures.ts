import { lazily } from '../../../shared/lazily.ts'
import { SELECTOR_LENGTH } from '../../evm/words.ts'
import type { EffectRow } from '../effects/effect.ts'
import { commandRows, effectRowOf } from '../effects/look-up.ts'
import type { Taught, TaughtFunctions } from '../effects/taught.ts'
import { functionSignatureOf } from '../function-names/names.ts'
import { namedSignature, type PhishingFunction, phishingFunctionOf } from '../phishing-functions/look-up.ts'
import { Layout } from './arguments.ts'

/** A function or router command whose arguments can be decoded. */
export interface Signature {
  /** Selector of a function; the byte of a command, such as 0x0a. */
  readonly selector: string
  readonly name: string
  readonly layout: Layout
  /** Set when only phishing contracts are known to have this function. */
  readonly phishing: PhishingFunction | undefined
  /** Only its name and arguments are known, from an imported source or a vocabulary, not what the function does. */
  readonly isNameOnly: boolean
  /** What the function does. With `isNameOnly`: what a public descriptor says that it does. */
  readonly row: EffectRow | undefined
  /** What the operator's file adds to a standard. Its parameters may have other names. */
  readonly added?: EffectRow
  /** The operator answers for what the called contract does in it. */
  readonly isVouched?: true
  /** The operator's file has its name and the names of its arguments. */
  readonly isDescribed?: true
  /** The operator's file says that it takes no native currency. */
  readonly refusesValue?: true
}

interface Origin {
  readonly row?: EffectRow
  readonly phishing?: PhishingFunction
  readonly isNameOnly?: boolean
}

/** Before a signature whose arguments are not padded; its selector is that of the name without arguments. */
export const PACKED = 'packed '

export function signature(
  selector: string,
  written: string,
  { phishing, isNameOnly = false, row }: Origin = {},
): Signature {
  const isPacked = written.startsWith(PACKED)
  const text = isPacked ? written.slice(PACKED.length) : written
  const parenthesis = text.indexOf('(')
  let layout: Layout | undefined
  return {
    selector,
    name: text.slice(0, parenthesis),
    phishing,
    isNameOnly,
    row,
    // Built on first use: a short command needs few of them.
    get layout() {
      layout ??= new Layout(text.slice(parenthesis + 1, -1), isPacked)
      return layout
    },
  }
}

/** Those that were looked up, by selector: a short command needs few of them. */
const honest = new Map<string, readonly Signature[]>()

/** The functions of honest contracts with this selector. */
export function honestSignatures(selector: string): readonly Signature[] | undefined {
  const known = honest.get(selector)
  const row = known ? undefined : effectRowOf(selector)
  if (!row) return known
  const read = [signature(selector, row.call, { row })]
  honest.set(selector, read)
  return read
}

const commands = lazily(() =>
  Map.groupBy(
    commandRows().map(([command, row]) => ({ command, read: signature('', row.call, { row }) })),
    ({ command }) => command,
  ),
)

/** The meanings of a command of a set of `data/commands` in the versions of its contracts; empty when unknown. */
export function commandSignatures(set: string, id: string): readonly Signature[] {
  return (
    commands()
      .get(`${set} ${id}`)
      ?.map(({ read }) => read) ?? []
  )
}

/** Canonical signatures of imported sources for a selector that the built-in table does not have. */
export type ImportedSignatures = (selector: string) => readonly string[]

/** Anyone can submit signatures to a public list, so a selector can have many. */
const MAX_IMPORTED = 16

/** What is known of functions beyond the built-in table. */
export interface ImportedFunctions {
  readonly signatures?: ImportedSignatures
  readonly taught?: TaughtFunctions
  /** What public descriptors say: it changes no reading. */
  readonly descriptors?: TaughtFunctions | undefined
}

/**
 * Selectors are four bytes and collide: the candidate that decodes is the one called. What the operator says of the called contract,
 * or of its code, comes before the rows that hold for every contract; to a standard (tokens, wrappers, accounts) it adds.
 * @param to the called contract, lower case; undefined: it is not known
 */
export function signaturesOf(selector: string, to?: string, imported: ImportedFunctions = {}): readonly Signature[] {
  const own = to === undefined ? undefined : imported.taught?.(to, selector)
  const found = candidatesFor(selector, own, imported.signatures)
  return own?.payable === false ? found.map((each) => ({ ...each, refusesValue: true })) : found
}

function candidatesFor(
  selector: string,
  own: Taught | undefined,
  imported: ImportedSignatures | undefined,
): readonly Signature[] {
  const row = own?.effects ? { ...own, effects: own.effects } : undefined
  const read = honestSignatures(selector)
  const added = row && read?.[0]?.row?.standard && read.map((each) => ({ ...each, added: row }))
  if (row && own?.isOf !== 'implementation') {
    const rows = added ?? [signature(selector, row.call, { row })]
    return own?.isOf === 'code' ? rows : rows.map(vouched)
  }
  const known = added ?? read
  if (known) return known
  const phishing = phishingFunctionOf(selector)
  if (own && phishing === undefined) return [row ? signature(selector, row.call, { row }) : namedByFile(selector, own)]
  const conventional = functionSignatureOf(selector)
  const texts = conventional === undefined ? [] : [conventional]
  if (phishing === undefined && texts.length === 0) texts.push(...(imported?.(selector).slice(0, MAX_IMPORTED) ?? []))
  const named = texts.filter((text) => text !== phishing?.signature)
  return [
    ...named.map((text) => signature(selector, withParameterNames(text), { isNameOnly: true })),
    ...(phishing === undefined ? [] : [signature(selector, namedSignature(phishing), { phishing })]),
  ]
}

function vouched(each: Signature): Signature {
  return { ...each, isVouched: true, isDescribed: true }
}

function namedByFile(selector: string, { call }: Taught): Signature {
  return { ...signature(selector, call, { isNameOnly: true }), isDescribed: true }
}

/** The ABI library returns arguments by name: `f(address,(uint256,bytes)[])` has `argument1` and so on. */
function withParameterNames(canonical: string): string {
  let count = 0
  const open = canonical.indexOf('(') + 1
  const parameters = canonical.slice(open, -1)
  const named = parameters.replace(
    /(?<![^,()])[^,()]+(?=[,)]|$)|\)(?:\[\d*\])*(?=[,)]|$)/g,
    (part) => `${part} argument${++count}`,
  )
  return `${canonical.slice(0, open)}${named})`
}

/**
 * Key of the tables for wrappers and actions: selector of a function, name of a command. Empty for a function that the operator
 * describes with other arguments: these tables read them by name.
 */
export function readerKey({ selector, name, row }: Pick<Signature, 'selector' | 'name' | 'row'>): string {
  if (selector.length !== SELECTOR_LENGTH) return name
  return row === undefined || row.call === effectRowOf(selector)?.call ? selector : ''
}

/** Canonical signature: `approve(address,uint256)`. */
export function signatureText({ name, layout }: Signature): string {
  return name + layout.canonical
}
