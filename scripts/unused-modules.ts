import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import type { Ran } from './usual-commands.ts'

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, unknown>>

/** A function, a class or a variable. */
interface Declaration {
  readonly id?: Node
  readonly init?: Node
}

/** Precedes the code of a module in a chunk that was built with annotations. */
const MODULE = /^\/\/ (\S+)$/gm

/**
 * The modules of which the usual commands use nothing: no code that ran names a function or a value of theirs.
 * @param ran the functions of each chunk, which was built with annotations
 * @param entries modules that are loaded on demand
 */
export function unusedModules(ran: ReadonlyMap<string, readonly Ran[][]>, entries: ReadonlySet<string>): Set<string> {
  const chunks = new Map([...ran].map(([path, runs]) => [path, readChunk(path, runs)]))
  const uses = new Map<string, Set<string>>()
  const add = (from: string, to = '') => (uses.get(from) ?? uses.set(from, new Set()).get(from))?.add(to)
  for (const { nodes, moduleAt, declared, required, isRun } of chunks.values())
    for (const node of nodes) {
      if (!isRun(node.start)) continue
      const { object, property } = node as unknown as { object?: Node; property: Node }
      const other = chunks.get(required.get(String(object?.name)) ?? '')
      if (other) add(moduleAt(node.start), other.exported.get(String(property.name)))
      else if (node.type === 'Identifier') add(moduleAt(node.start), declared.get(String(node.name)))
    }
  const modules = [...chunks.values()].flatMap((chunk) => [...chunk.modules])
  const used = new Set(modules.filter((id) => entries.has(id)))
  for (const id of used) for (const to of uses.get(id) ?? []) used.add(to)
  return new Set(modules.filter((id) => !used.has(id)))
}

function readChunk(path: string, runs: readonly Ran[][]) {
  const code = readFileSync(path, 'utf8')
  const { body } = parseAst(code, { sourceType: 'script' }) as unknown as { body: Node[] }
  const starts = [...code.matchAll(MODULE)].map(({ 1: name = '', index }) => ({ id: resolve(name), index }))
  const moduleAt = (at: number) => starts.findLast(({ index }) => index <= at)?.id ?? ''
  const declared = new Map<string, string>()
  const required = new Map<string, string>()
  for (const node of body)
    for (const { id, init } of (node.declarations ?? [node]) as Declaration[]) {
      const [, file] = (init && /^require\("(\..*)"\)$/.exec(code.slice(init.start, init.end))) ?? []
      if (file !== undefined) required.set(String(id?.name), join(dirname(path), file))
      else for (const { name } of nodesIn(id)) declared.set(String(name), moduleAt(node.start))
    }
  const exported = new Map(
    [
      ...code.matchAll(
        /^exports\.([\w$]+) = ([\w$]+);$|^Object\.defineProperty\(exports, "([\w$]+)", \{[^}]+return ([\w$]+);/gm,
      ),
    ].map(([, name = '', value = '', getter = name, variable = value]) => [getter, declared.get(variable) ?? '']),
  )
  const painted = runs.map((functions) => paint(code.length, functions))
  const isRun = (at: number) => painted.some((each) => each[at] === 1)
  return {
    modules: new Set(starts.map(({ id }) => id)),
    nodes: [...body.flatMap(nodesIn)],
    moduleAt,
    declared,
    required,
    exported,
    isRun,
  }
}

/** 1 for each character that ran: a block comes after what is around it. */
function paint(length: number, functions: readonly Ran[]): Uint8Array {
  const ran = new Uint8Array(length)
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
  return ran
}

/** The names in a piece of code, and the members of other objects. */
function nodesIn(node: unknown): Node[] {
  if (typeof node !== 'object' || node === null) return []
  const { type, computed, value, object } = node as Node
  if (type === 'Identifier') return [node as Node]
  if (type === 'MemberExpression' && computed !== true)
    return [...((object as Node).type === 'Identifier' ? [node as Node] : []), ...nodesIn(object)]
  if (typeof type === 'string' && 'key' in (node as Node) && computed !== true) return nodesIn(value)
  return Object.values(node).flatMap(nodesIn)
}
