import { isNode, LineCounter, parseDocument } from 'yaml'
import { pathOf } from '../../../api/parsing/issues.ts'
import { checkEffects, type SourcedRow } from './check-effects.ts'

export interface EffectFile {
  /** In the order of the file; none where it has a problem. */
  readonly rows: readonly SourcedRow[]
  /** In the order of the file. */
  readonly problems: readonly EffectProblem[]
  /** Line of a member, or of its nearest parent. */
  lineOf(path: readonly PropertyKey[]): number
}

export interface EffectProblem {
  /** Starts at 1. */
  readonly line: number
  /** Such as `functions[0].effects[1].to`; '' is the file. */
  readonly path: string
  readonly message: string
}

/**
 * Reads an effects file, YAML or JSON: of a protocol in `data/effects`, or of an operator. Scalars are read as text, because
 * YAML would read an address as a number and lose digits. An alias could expand to any number of rows, and no file needs one.
 * @param source of rows that name none, in a file that names none
 * @param isOwn a file of `data/effects`
 */
export function parseEffects(text: string, source?: string, isOwn?: boolean): EffectFile {
  const counter = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: counter,
    prettyErrors: false,
    schema: 'failsafe',
    logLevel: 'error',
  })
  const lineAt = (offset: number) => counter.linePos(offset).line
  const lineOf = (path: readonly PropertyKey[]): number => {
    const node = document.getIn(path, true)
    if (isNode(node) && node.range) return lineAt(node.range[0])
    return path.length === 0 ? 1 : lineOf(path.slice(0, -1))
  }
  const broken = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    line: lineAt(pos[0]),
    message,
  }))
  if (broken.length === 0) {
    try {
      const { rows, problems } = checkEffects(document.toJS({ maxAliasCount: 0 }), source, isOwn)
      const placed = problems.map(({ path, message }) => ({ line: lineOf(path), path: pathOf(path), message }))
      return { rows, problems: placed.sort((a, b) => a.line - b.line), lineOf }
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error
      broken.push({ line: 1, message: 'has an alias, which is not read' })
    }
  }
  const problems = broken.map(({ line, message }) => ({ line, path: '', message: message.replace(/\s+/g, ' ') }))
  return { rows: [], problems, lineOf }
}
