/** A range of a text. */
export interface Span {
  readonly start: number
  readonly end: number
}

type Node = Span & { readonly type: string } & Readonly<Record<string, unknown>>
type FunctionNode = Node & { readonly body: Span; readonly id?: Span & { readonly name: string } }

/**
 * V8 compiles a function in parentheses together with its surrounding code, other functions on their first call. Puts
 * the called functions of a script in parentheses, except methods. A declaration becomes a variable at the top of its
 * scope, because it can be called before its line.
 */
export function hintFunctions(
  code: string,
  program: { readonly body: readonly unknown[] },
  called: readonly Span[],
): string {
  const ends = Map.groupBy(called, ({ end }) => end)
  // Includes functions in the parameters, not those in the body.
  const isCalled = (node: FunctionNode) =>
    (ends.get(node.end) ?? []).some(({ start }) => start >= node.start && start < node.body.start)
  const inserted = new Map<number, string>()
  for (const { start, end } of expressions(program.body).filter(isCalled)) {
    inserted.set(start, `${inserted.get(start) ?? ''}(`)
    inserted.set(end, `)${inserted.get(end) ?? ''}`)
  }
  const cut = (from: number, to: number) => {
    const places = [...inserted.keys()].filter((place) => place > from && place < to).sort((a, b) => a - b)
    return [from, ...places]
      .map((place, index) => (index > 0 ? inserted.get(place) : '') + code.slice(place, places[index] ?? to))
      .join('')
  }
  const declarations = program.body.filter(isDeclaration).filter(isCalled)
  const first = declarations.map(
    ({ start, end, id }) => `var ${id.name} = (${code.slice(start, id.start)}${cut(id.end, end)});\n`,
  )
  const begin = program.body.findLast(isDirective)?.end ?? 0
  const rest = [...declarations, { start: code.length }].map(({ start }, index) =>
    cut(declarations[index - 1]?.end ?? begin, start),
  )
  return [code.slice(0, begin), begin > 0 ? '\n' : '', ...first, ...rest].join('')
}

/** Directives such as 'use strict', which are valid at the top only. */
function isDirective(node: unknown): node is Node {
  return typeof (node as Node).directive === 'string'
}

function isDeclaration(node: unknown): node is FunctionNode & { readonly id: Span & { readonly name: string } } {
  return (node as Node).type === 'FunctionDeclaration'
}

/** Functions that can be put in parentheses in place. */
function expressions(node: unknown): FunctionNode[] {
  if (typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap(expressions)
  const within = Object.values(node).flatMap(expressions)
  const { type, kind, method, value } = node as Node
  const isMethod = type === 'MethodDefinition' || (type === 'Property' && (method === true || kind !== 'init'))
  if (isMethod) return within.filter((each) => each !== value)
  return type === 'ArrowFunctionExpression' || type === 'FunctionExpression'
    ? [node as FunctionNode, ...within]
    : within
}
