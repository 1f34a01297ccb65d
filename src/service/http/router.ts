import { type OperationId, operation } from '../../api/operations/operations.ts'
import { Problem } from '../problems/problem.ts'

interface Route {
  readonly segments: readonly string[]
  readonly isLiteral: boolean
  readonly methods: ReadonlyMap<string, OperationId>
}

export interface RouteMatch {
  readonly id: OperationId
  readonly params: Readonly<Record<string, string>>
}

/**
 * Finds the operation of a method and a path.
 * @throws Problem 404, or 405 with Allow
 */
export type Router = (method: string, path: string) => RouteMatch

/** Builds the router of some operations. Of two matching paths, the one with the earlier literal segment wins. */
export function createRouter(ids: readonly OperationId[]): Router {
  const routes = buildRoutes(ids)
  const literal = new Map(routes.map((route) => [route.segments.join('/'), route]))
  return (method, path) => {
    // Fast path: most requests use a path without parameters.
    const known = literal.get(path)
    const segments = known?.isLiteral ? known.segments : path.split('/')
    const route = known ?? routes.find((candidate) => matches(candidate.segments, segments))
    if (!route) throw new Problem('unknown-route', `There is no path ${path}.`)
    // HEAD is answered wherever GET is (RFC 9110, 9.1).
    const id = route.methods.get(method === 'HEAD' ? 'GET' : method)
    if (!id) {
      const allow = [...route.methods.keys()].flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each])).join(', ')
      throw new Problem('method-not-allowed', `${path} takes ${allow}, not ${method}.`, { headers: { allow } })
    }
    return { id, params: route.isLiteral ? {} : readParams(operation(id).path, segments) }
  }
}

function buildRoutes(ids: readonly OperationId[]): Route[] {
  const byShape = new Map<string, Route & { methods: Map<string, OperationId> }>()
  for (const id of ids) {
    const { method, path } = operation(id)
    const shape = path.replace(/\{[^{}]+\}/g, '{}')
    const route = byShape.get(shape) ?? { segments: shape.split('/'), isLiteral: shape === path, methods: new Map() }
    route.methods.set(method, id)
    byShape.set(shape, route)
  }
  return [...byShape.values()].sort((a, b) => literalness(b.segments) - literalness(a.segments))
}

/** Orders paths of up to 30 segments: a literal segment outweighs all later ones. */
function literalness(segments: readonly string[]): number {
  return segments.reduce((sum, segment, index) => sum + (segment === '{}' ? 0 : 2 ** (30 - index)), 0)
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => (part === '{}' ? segments[index] !== '' : part === segments[index]))
  )
}

function readParams(path: string, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {}
  for (const [index, part] of path.split('/').entries())
    if (part.startsWith('{')) params[part.slice(1, -1)] = decode(segments[index] ?? '')
  return params
}

function decode(segment: string): string {
  const text = decoded(segment)
  // PostgreSQL rejects NUL in a parameter.
  if (text === undefined || text.includes('\0'))
    throw new Problem('invalid-path', `${JSON.stringify(segment)} is not a valid percent-encoded segment.`)
  return text
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
