import { type Arguments, argumentsAs } from '../decode/arguments.ts'
import type { Call } from '../decode/calls.ts'
import type { SafeControl, SafePart } from './safe-state.ts'

/** What a call announces about a part of a Safe. any: the value is in the code of a known library. */
export type SafeEdit =
  | { readonly part: 'owners' | 'modules'; readonly kind: 'add' | 'remove'; readonly value: string }
  | { readonly part: 'threshold'; readonly kind: 'set'; readonly value: bigint }
  | { readonly part: SafeAddress; readonly kind: 'set'; readonly value: string }
  | { readonly part: SafeAddress; readonly kind: 'any' }

type SafeAddress = 'singleton' | 'guard' | 'moduleGuard' | 'fallbackHandler'

type ReadEdits = (args: Arguments) => readonly SafeEdit[]

const list = (kind: 'add' | 'remove', part: 'owners' | 'modules', value: unknown): SafeEdit => ({
  kind,
  part,
  value: String(value),
})
const threshold = (value: unknown): SafeEdit => ({ part: 'threshold', kind: 'set', value: BigInt(String(value)) })
const set = (part: SafeAddress, value: unknown): SafeEdit => ({ part, kind: 'set', value: String(value) })
const any = (part: SafeAddress): SafeEdit => ({ part, kind: 'any' })

/** What a call of a Safe to itself changes; source: OwnerManager, ModuleManager, GuardManager, FallbackManager, MasterCopy of Safe. */
const byItself: Readonly<Record<string, ReadEdits>> = {
  '0x0d582f13': (args) => [list('add', 'owners', args.newOwner), threshold(args.threshold)],
  '0xf8dc5dd9': (args) => [list('remove', 'owners', args.oldOwner), threshold(args.threshold)],
  '0xe318b52b': (args) => [list('remove', 'owners', args.oldOwner), list('add', 'owners', args.newOwner)],
  '0x694e80c3': (args) => [threshold(args.threshold)],
  '0x610b5925': ({ module }) => [list('add', 'modules', module)],
  '0xe009cfde': ({ module }) => [list('remove', 'modules', module)],
  '0xe19a9dd9': ({ guard }) => [set('guard', guard)],
  '0xe068df37': ({ guard }) => [set('moduleGuard', guard)],
  '0xf08a0323': ({ handler }) => [set('fallbackHandler', handler)],
  '0x7de7edef': ({ newImplementation }) => [set('singleton', newImplementation)],
}

/** What a known library changes by delegatecall; source: SafeMigration, SafeToL2Migration, SafeToL2Setup, SafeModuleSetup. */
const byLibrary: Readonly<Record<string, ReadEdits>> = {
  '0x8d0dc49f': (args) =>
    argumentsAs<{ modules: readonly string[] }>(args).modules.map((each) => list('add', 'modules', each)),
  '0xf6682ab0': () => [any('singleton')],
  '0xed007fc6': () => [any('singleton'), any('fallbackHandler')],
  '0x07f464a4': () => [any('singleton')],
  '0x68cb3d94': () => [any('singleton'), any('fallbackHandler')],
  '0xef2624ae': ({ l2Singleton }) => [set('singleton', l2Singleton)],
  '0xd9a20812': ({ l2Singleton, fallbackHandler }) => [
    set('singleton', l2Singleton),
    set('fallbackHandler', fallbackHandler),
  ],
  '0xfe51f643': ({ l2Singleton }) => [set('singleton', l2Singleton)],
}

/** A call that changes a Safe, as its data says. */
export interface AnnouncedCall {
  readonly call: Call
  readonly safe: string
  readonly edits: readonly SafeEdit[]
}

/** @param isLibrary whether an address is known as code for delegatecalls */
export function announcedIn(calls: readonly Call[], isLibrary: (address: string) => boolean): AnnouncedCall[] {
  return calls.flatMap((call) => {
    const { actor, to, operation, selector, status, args, inTrace } = call
    if (status !== 'decoded' || inTrace || to === undefined) return []
    const table =
      operation === 'delegatecall' ? (isLibrary(to) ? byLibrary : undefined) : to === actor ? byItself : undefined
    const edits = table?.[selector]?.(args) ?? []
    return edits.length === 0 ? [] : [{ call, safe: actor, edits }]
  })
}

/** What a Safe is after what was announced; `free` are the parts that a library sets to a value of its own. */
export function announcedState(
  before: SafeControl,
  edits: readonly SafeEdit[],
): { readonly state: SafeControl; readonly free: ReadonlySet<SafePart> } {
  const free = new Set<SafePart>()
  let state = before
  for (const edit of edits) {
    if (edit.kind === 'any') free.add(edit.part)
    else state = { ...state, [edit.part]: edited(state, edit) }
  }
  return { state, free }
}

function edited(state: SafeControl, edit: Exclude<SafeEdit, { kind: 'any' }>): SafeControl[SafePart] {
  if (edit.kind === 'set') return edit.value
  const held = state[edit.part]
  const others = held?.filter((each) => each !== edit.value)
  return edit.kind === 'remove' ? others : others && [...others, edit.value]
}
