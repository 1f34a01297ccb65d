import { signature } from '../../risk/decode/signatures.ts'
import type { Effect } from '../../risk/effects/effect.ts'
import { effectsByName } from '../../risk/function-names/grammar.ts'
import { besideEffects, type ContractFunction, type SaidBeside } from './known-contracts.ts'
import { type FileProblem, readAbi } from './read-abi.ts'

export interface EffectsDraft {
  /** An effects file. */
  readonly text: string
  readonly problems: readonly FileProblem[]
}

/** Drafts an effects file from an ABI: what the names of its functions say. Functions that only read are left out. */
export function draftEffects(abi: string): EffectsDraft {
  const { functions, problems } = readAbi(abi)
  if (problems.length > 0) return { text: '', problems }
  const rows = functions
    .filter(({ isReading }) => !isReading)
    .map(({ selector, call, payable }) => {
      const { name, layout } = signature(selector, call)
      return { call, effects: effectsByName(name, layout.parameters), names: addressesIn(call), payable }
    })
  const lines = rows
    .toSorted((a, b) => (a.call < b.call ? -1 : 1))
    .flatMap((row) => {
      const isOpen = row.effects.length === 0 && row.names
      return [...(isOpen ? ['  # Its name does not say who gains by it.'] : []), rowText(row)]
    })
  return {
    text: `# A draft by the names of the functions: check each row.\nfunctions:${lines.length === 0 ? ' []' : ''}\n${lines.join('\n')}\n`,
    problems,
  }
}

function addressesIn(call: string): boolean {
  return /\baddress\b/.test(call)
}

/** An effects file with the rows in the order of their signatures, without functions that are only named. */
export function effectsText(
  functions: readonly Pick<ContractFunction, 'call' | 'effects' | keyof SaidBeside>[],
): string {
  const rows = functions.flatMap(({ effects, ...row }) => (effects ? [{ ...row, effects }] : []))
  if (rows.length === 0) return 'functions: []\n'
  return `functions:\n${rows
    .toSorted((a, b) => (a.call < b.call ? -1 : 1))
    .map(rowText)
    .join('\n')}\n`
}

function rowText({
  call,
  effects,
  ...row
}: SaidBeside & { readonly call: string; readonly effects: readonly Effect[] }): string {
  const members = Object.entries(besideEffects(row)).map(([name, value]) => `, ${name}: ${flow(value)}`)
  return `  - {call: ${JSON.stringify(call)}, effects: [${effects.map(flow).join(', ')}]${members.join('')}}`
}

/** YAML in one line, with quotes only where they are needed. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, member]) => `${name}: ${flow(member)}`)
      .join(', ')}}`
  const text = String(value)
  return /^[A-Za-z_$][\w$.-]*$/.test(text) ? text : JSON.stringify(text)
}
