import { type Group, type Name, vocabulary } from './vocabulary.ts'

/** What a lure pretends. */
export type Pretence = 'security' | 'claim' | 'paid'

export interface Lure {
  readonly pretence: Pretence
  /** As Solidity writes it: `claim(address)`. */
  readonly signature: string
}

/** Four bytes of call data, or 36: so were nearly all that were published. */
const short = ['()', '(address)', '(uint256)', '(bytes32)']
/** As honest drops have them. */
const long = ['(bytes32[])', '(uint256,bytes32[])', '(address,uint256)']

/** claimReward, ClaimReward, claimreward, claim_reward, Claimreward, CLAIMREWARD. */
const writings: readonly (readonly [write: (name: Name) => string, shapes: readonly string[]])[] = [
  [(name) => name.join(''), [...short, ...long]],
  [(name) => capitalised(name.join('')), [...short, ...long]],
  [(name) => name.join('').toLowerCase(), ['()']],
  [(name) => name.join('_').toLowerCase(), ['()']],
  [(name) => capitalised(name.join('').toLowerCase()), ['()']],
  [(name) => name.join('').toUpperCase(), ['()']],
]

const forms = writings.flatMap(([write, shapes]) => shapes.map((shape) => (name: Name) => write(name) + shape))

/** All signatures, in the order of the table of selectors; some more than once. */
export function lureSignatures(): string[] {
  return Array.from(vocabulary().values(), ({ name }) => forms.map((form) => form(name))).flat()
}

let entries: readonly { readonly name: Name; readonly group: Group }[] | undefined

/** The lure at a place in that order. */
export function lureAt(place: number): Lure | undefined {
  entries ??= [...vocabulary().values()]
  const entry = entries[Math.floor(place / forms.length)]
  const form = forms[place % forms.length]
  if (!entry || !form) return undefined
  const signature = form(entry.name)
  return { pretence: pretenceOf(entry.group, signature), signature }
}

/** Solidity's names begin small: Verify() is there to be read on a screen. */
function pretenceOf(group: Group, signature: string): Pretence {
  if (group !== 'assurance') return group
  return /^[A-Z]/.test(signature) ? 'security' : 'paid'
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
