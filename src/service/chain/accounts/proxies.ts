import { controlSlots } from '../../evm/control-slots.ts'
import type { AccountProxy as ProxyFacts } from '../../risk/chain/account.ts'
import { answeredAddress } from './answers.ts'

/** Storage words of an account that say which code it runs, each 32 bytes with 0x. Missing: not read. */
export type SlotWords = Readonly<Partial<Record<SlotName, string>>>

export type SlotName = keyof typeof slots

/** The slots that show which code an account runs; the first one holds the singleton of a Safe. */
export const slots = {
  eip1967: controlSlots.eip1967,
  beacon: controlSlots.beacon,
  zeppelinos: controlSlots.zeppelinos,
  first: controlSlots.first,
  eip1822: controlSlots.eip1822,
  admin: controlSlots.admin,
} as const

export const slotNames = Object.keys(slots) as SlotName[]

interface PushedClone {
  readonly form: ProxyFacts['form']
  /** Code before the PUSH of the implementation, after it, and after the jump target (hex). */
  readonly code: readonly [before: string, after: string, end: string]
  /** The jump target less the bytes of the implementation. */
  readonly target: number
}

/**
 * Code that does nothing but a delegatecall to a fixed address, which is pushed without its leading zeros. Bytes that
 * follow are arguments: they never run. Sources: ERC-1167, 0age, ERC-7511, Solady.
 */
const pushedClones: readonly PushedClone[] = [
  { form: 'eip1167', code: ['363d3d373d3d3d363d', '5af43d82803e903d9160', '57fd5bf3'], target: 0x17 },
  { form: 'eip1167', code: ['3d3d3d3d363d3d37363d', '5af43d3d93803e60', '57fd5bf3'], target: 0x16 },
  { form: 'eip7511', code: ['365f5f375f5f365f', '5af43d5f5f3e5f3d9160', '57fd5bf3'], target: 0x16 },
  { form: 'eip7511', code: ['5f5f365f5f37365f', '5af43d5f5f3e60', '573d5ffd5b3d5ff3'], target: 0x15 },
]

/** Others, most of them with arguments; the group is the implementation. Source: https://banteg.xyz/posts/minimal-proxies */
const otherClones: readonly RegExp[] = [
  /^0x3d3d3d3d363d3d3761.{4}603736393661.{4}013d73(.{40})5af43d3d93803e603557fd5bf3/,
  /^0x363d3d3761.{4}603836393d3d3d3661.{4}013d73(.{40})5af43d82803e903d91603657fd5bf3/,
  /^0x3d3d3d3d363d3d37605160353639366051013d73(.{40})5af43d3d93803e603357fd5bf3/,
  /^0x36602c57343d527f.{64}593da1005b363d3d373d3d3d3d61.{4}806062363936013d73(.{40})5af43d3d93803e606057fd5bf3/,
  /^0x36602f57343d527f.{64}60203da13d3df35b3d3d3d3d363d3d3761.{4}606736393661.{4}013d73(.{40})5af43d3d93803e606557fd5bf3/,
  /^0x36603057343d52307f.{64}60203da23d3df35b3d3d3d3d363d3d37363d73(.{40})5af43d3d93803e605b57fd5bf3/,
  /^0x366000600037611000600036600073(.{40})5af4602c57600080fd5b6110006000f3/,
  /^0x366000600037611000600036600073(.{40})5af41558576110006000f3/,
]

/** Reads the target of a clone from its code. @param code the first 128 bytes or more, lower case */
export function cloneOf(code: string): ProxyFacts | undefined {
  for (const clone of pushedClones) {
    const implementation = pushedIn(code, clone)
    if (implementation !== undefined) return fixed(clone.form, implementation)
  }
  for (const pattern of otherClones) {
    const implementation = pattern.exec(code)?.[1]
    if (implementation !== undefined) return fixed('eip1167', implementation)
  }
  return undefined
}

function fixed(form: ProxyFacts['form'], implementation: string): ProxyFacts {
  return { form, implementation: `0x${implementation.padStart(40, '0')}`, admin: undefined, beacon: undefined }
}

function pushedIn(code: string, { code: [before, after, end], target }: PushedClone): string | undefined {
  const at = 2 + before.length
  if (code.slice(2, at) !== before) return undefined
  // PUSH1 is 0x60.
  const bytes = Number.parseInt(code.slice(at, at + 2), 16) - 0x5f
  if (!(bytes >= 1 && bytes <= 20)) return undefined
  const rest = at + 2 + 2 * bytes
  const jump = (target + bytes).toString(16).padStart(2, '0')
  return code.startsWith(`${after}${jump}${end}`, rest) ? code.slice(at + 2, rest) : undefined
}

/** Reads the target of a proxy from its storage. @param isSafe it answers as a Safe: its first slot is the singleton */
export function storedProxyOf(words: SlotWords, isSafe: boolean): ProxyFacts | undefined {
  const parts = { admin: answeredAddress(words.admin), beacon: answeredAddress(words.beacon) }
  const implementation = answeredAddress(words.eip1967)
  if (implementation !== undefined) return { form: 'eip1967', implementation, ...parts }
  if (parts.beacon !== undefined) return { form: 'beacon', implementation, ...parts }
  for (const form of ['zeppelinos', 'eip1822'] as const) {
    const older = answeredAddress(words[form])
    if (older !== undefined) return { form, implementation: older, ...parts }
  }
  const singleton = isSafe ? answeredAddress(words.first) : undefined
  return singleton === undefined ? undefined : { form: 'safe', implementation: singleton, ...parts }
}
