/** A range of a text. */
export interface Span {
  readonly start: number
  readonly end: number
}

type Node = Span & { readonly type: string } & Readonly<Record<string, unknown>>
type FunctionNode = Node & {
  readonly body: Node
  readonly params: readonly Node[]
  readonly async: boolean
  readonly generator: boolean
  readonly id?: Span & { readonly name: string }
}
type MethodNode = Node & { readonly key: Node; readonly value: FunctionNode }
type ClassNode = Node & { readonly body: readonly Node[] }
type IsCalled = (node: Span, value: FunctionNode) => boolean

/** Text in place of a range, which can be empty. */
interface Edit extends Span {
  readonly text: string
}

/** Defines the called methods of a class as its body would. */
const DEFINE_METHOD = '$hinted'
const METHOD_DEFINITION = `var ${DEFINE_METHOD} = (function (target, method) { for (const name in method) Object.defineProperty(target, name, { value: method[name], writable: true, configurable: true }) });\n`

/**
 * V8 compiles a function in parentheses together with its surrounding code, other functions on their first call. Puts
 * the called functions of a script in parentheses; a method and an async arrow become functions first, because parentheses
 * mean nothing there. A declaration becomes a variable at the top of its scope, because it can be called before its line.
 * Constructors, accessors and private methods stay.
 */
export function hintFunctions(
  code: string,
  program: { readonly body: readonly unknown[] },
  called: readonly Span[],
): string {
  const ends = Map.groupBy(called, ({ end }) => end)
  // Includes functions in the parameters, not those in the body.
  const isCalled: IsCalled = (node, { body }) =>
    (ends.get(node.end) ?? []).some(({ start }) => start >= node.start && start < body.start)
  const edits = editsIn(program.body, code, isCalled).sort((a, b) => a.start - b.start)
  const cut = (from: number, to: number) => {
    let [text, at] = ['', from]
    for (const edit of edits.filter(({ start, end }) => start > from && end < to)) {
      text += code.slice(at, edit.start) + edit.text
      at = edit.end
    }
    return text + code.slice(at, to)
  }
  const declarations = program.body.filter(isDeclaration).filter((node) => isCalled(node, node))
  const first = declarations.map(
    ({ start, end, id }) => `var ${id.name} = (${code.slice(start, id.start)}${cut(id.end, end)});\n`,
  )
  const begin = program.body.findLast(isDirective)?.end ?? 0
  const rest = [...declarations, { start: code.length }].map(({ start }, index) =>
    cut(declarations[index - 1]?.end ?? begin, start),
  )
  const definition = edits.some(({ text }) => text.includes(DEFINE_METHOD)) ? METHOD_DEFINITION : ''
  return [code.slice(0, begin), begin > 0 ? '\n' : '', definition, ...first, ...rest].join('')
}

/** Directives such as 'use strict', which are valid at the top only. */
function isDirective(node: unknown): node is Node {
  return typeof (node as Node).directive === 'string'
}

function isDeclaration(node: unknown): node is FunctionNode & { readonly id: Span & { readonly name: string } } {
  return (node as Node).type === 'FunctionDeclaration'
}

/** The edits that put called functions in parentheses: of a function those at its start, within it and at its end. */
function editsIn(node: unknown, code: string, isCalled: IsCalled): Edit[] {
  if (typeof node !== 'object' || node === null) return []
  const edit = (start: number, end: number, text: string): Edit => ({ start, end, text })
  const { type, start, end } = node as Node
  const within = (...parts: readonly unknown[]) => parts.flatMap((part) => editsIn(part, code, isCalled))
  if (type === 'ClassBody' && (node as ClassNode).body.some(runsInClass))
    // It may call a method that would be defined after it.
    return (node as ClassNode).body.flatMap(({ key, value, body }) => within(key, ...Object.values(value ?? {}), body))
  if ((type === 'MethodDefinition' || type === 'Property') && isMethod(node as MethodNode)) {
    const { key, value, static: isStatic } = node as MethodNode
    const inside = within(...Object.values(value))
    if (!isMovable(node as MethodNode) || !isCalled(node as Span, value)) return [...within(key), ...inside]
    const member = `${code.slice(key.start, key.end)}: (${value.async ? 'async ' : ''}function${value.generator ? '*' : ''} `
    if (type === 'Property') return [edit(start, value.start, member), ...inside, edit(end, end, ')')]
    const target = isStatic === true ? 'this' : 'this.prototype'
    const opening = `static { ${DEFINE_METHOD}(${target}, { ${member}`
    return [edit(start, value.start, opening), ...inside, edit(end, end, ') }) }')]
  }
  const inside = within(...Object.values(node))
  if (type !== 'ArrowFunctionExpression' && type !== 'FunctionExpression') return inside
  const { async, params, body } = node as FunctionNode
  if (!isCalled(node as Span, node as FunctionNode)) return inside
  if (type === 'FunctionExpression' || !async || contains(node, OF_ITS_OWN))
    return [edit(start, start, '('), ...inside, edit(end, end, ')')]
  const arrow = code.indexOf('=>', params.at(-1)?.end ?? start)
  const isBare = !code.slice(start, params[0]?.start ?? arrow).includes('(')
  const isBlock = body.type === 'BlockStatement'
  return [
    edit(start, start + 'async'.length, `(async function${isBare ? '(' : ''}`),
    ...inside.filter((each) => each.end <= arrow),
    edit(arrow, arrow + 2, `${isBare ? ')' : ''}${isBlock ? '' : ' { return ('}`),
    ...inside.filter((each) => each.start > arrow),
    edit(end, end, isBlock ? ')' : ') })'),
  ]
}

/** A static field or block. */
function runsInClass({ type, static: isStatic }: Node): boolean {
  return type === 'StaticBlock' || (type === 'PropertyDefinition' && isStatic === true)
}

function isMethod({ kind, method }: MethodNode): boolean {
  return method === true || (kind !== 'init' && kind !== undefined)
}

/** Whether a function as the value of a member does the same. */
function isMovable({ kind, key, computed, value }: MethodNode): boolean {
  const isPlain = kind === 'init' || kind === 'method'
  return (
    isPlain && computed !== true && key.type === 'Identifier' && key.name !== '__proto__' && !contains(value, ['Super'])
  )
}

/** What a function has of its own, and an arrow from around it. */
const OF_ITS_OWN = ['ThisExpression', 'Super', 'MetaProperty', 'arguments']

function contains(node: unknown, found: readonly string[]): boolean {
  if (typeof node !== 'object' || node === null) return false
  const { type, name } = node as Node
  return (
    found.includes(type) || found.includes(String(name)) || Object.values(node).some((each) => contains(each, found))
  )
}
