import { type Lure, lureOf } from '../lures/lure-of.ts'
import { Layout } from './arguments.ts'
import { controlSignatures } from './signatures/control.ts'
import { textOfLure } from './signatures/lures.ts'
import { mixerSignatures } from './signatures/mixers.ts'
import { orderSignatures } from './signatures/orders.ts'
import { permit2Signatures } from './signatures/permit2.ts'
import { routerSignatures } from './signatures/routers.ts'
import type { SignatureTable } from './signatures/signature-table.ts'
import { tokenSignatures } from './signatures/tokens.ts'
import { wrapperSignatures } from './signatures/wrappers.ts'

/** A function whose call data we can read, or a command of a router. */
export interface Signature {
  /** Of a command its own byte: 0x0a. */
  readonly selector: string
  readonly name: string
  readonly layout: Layout
  /** Of a function that is known only because phishing contracts have it. */
  readonly lure: Lure | undefined
}

export function signature(selector: string, text: string, lure?: Lure): Signature {
  const parenthesis = text.indexOf('(')
  let layout: Layout | undefined
  return {
    selector,
    name: text.slice(0, parenthesis),
    lure,
    // Worked out when the first call needs it: few of the many ever meet one in the life of a short command.
    get layout() {
      layout ??= new Layout(text.slice(parenthesis + 1, -1))
      return layout
    },
  }
}

const tables: readonly SignatureTable[] = [
  tokenSignatures,
  permit2Signatures,
  wrapperSignatures,
  orderSignatures,
  controlSignatures,
  routerSignatures,
  mixerSignatures,
]

/** The functions that honest contracts have, by selector. */
export const signatures: ReadonlyMap<string, readonly Signature[]> = Map.groupBy(
  tables.flatMap((table) => Object.entries(table)).map(([selector, text]) => signature(selector, text)),
  (row) => row.selector,
)

/**
 * The functions of a selector; of a lure only when no honest function has it. Selectors are four bytes and collide:
 * whichever of the candidates decodes is the one that is called.
 */
export function signaturesOf(selector: string): readonly Signature[] {
  const known = signatures.get(selector)
  if (known) return known
  const lure = lureOf(selector)
  return lure === undefined ? [] : [signature(selector, textOfLure(lure), lure)]
}

const SELECTOR_LENGTH = '0x12345678'.length

/** What tables about functions and commands go by: functions by their selector, commands by their name. */
export function readerKey({ selector, name }: Pick<Signature, 'selector' | 'name'>): string {
  return selector.length === SELECTOR_LENGTH ? selector : name
}

/** As Solidity writes it: `approve(address,uint256)`. */
export function signatureText({ name, layout }: Signature): string {
  return name + layout.canonical
}
