import { isRecord } from '../../shared/json/json.ts'

/** Expansion of `${NAME}` in manifests. */

export interface Variables {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Names that `--env-allow` gave. */
  readonly allowed: readonly string[]
  /** API keys of the program, which are never expanded. */
  readonly ownKeys: readonly string[]
  /** A secret whose variable is not set stays a reference: it is not compared. */
  readonly keepsUnset?: boolean | undefined
}

const VARIABLE_PREFIX = 'TXWARDEN_SECRET_'

/** Another dollar in front escapes a reference. The lookbehind starts a match only at the first of several dollars. */
const REFERENCE = /(?<!\$)(\$*)\$\{(\w+)\}/g
const WHOLE = /^\$\{([^}]*)\}$/

type Expanded = { readonly value: string } | { readonly fault: string }

/** The name if the text is exactly one reference. */
export function referenceIn(text: string): string | undefined {
  return WHOLE.exec(text)?.[1]
}

/**
 * The value of a secret member. A reference must be the whole value: within a longer text, such as a URL, a pull request
 * could send the secret elsewhere.
 */
export function secretValue(text: string, variables: Variables): Expanded {
  const name = referenceIn(text)
  if (name === undefined)
    return hasReference(text) ? { fault: 'a variable must be the whole value' } : literalValue(text)
  const fault = nameFault(name, variables.allowed)
  if (fault) return { fault: `\${${name}} ${fault}` }
  const value = variables.env[name]
  if (!value && variables.keepsUnset) return { value: text }
  if (!value) return { fault: `variable ${name} is not set` }
  if (variables.ownKeys.includes(value)) return { fault: `variable ${name} contains an API key of this program` }
  return { value }
}

/** The value of any other member. */
export function literalValue(text: string): Expanded {
  if (hasReference(text))
    return {
      fault: 'has a variable, which only webhookUrl and attributes.token can have (escape it as $${…})',
    }
  return { value: text.replace(REFERENCE, (whole, dollars: string) => (dollars === '' ? whole : whole.slice(1))) }
}

export function escapeReferences(text: string): string {
  return text.replace(REFERENCE, (whole) => `$${whole}`)
}

function hasReference(text: string): boolean {
  return [...text.matchAll(REFERENCE)].some(([, dollars]) => dollars === '')
}

function nameFault(name: string, allowed: readonly string[]): string | undefined {
  if (!/^[A-Za-z_]\w*$/.test(name)) return 'is not a variable name'
  if (name.startsWith(VARIABLE_PREFIX)) return undefined
  // On some systems the case of variable names is ignored.
  if (/^TXWARDEN_/i.test(name)) return 'is a variable of this program, which a manifest cannot use'
  if (allowed.includes(name)) return undefined
  return `does not start with ${VARIABLE_PREFIX}; --env-allow ${name} allows it`
}

/** The value with each text in it changed. */
export function mapTexts(
  value: unknown,
  change: (text: string, path: readonly PropertyKey[]) => unknown,
  path: readonly PropertyKey[] = [],
): unknown {
  if (Array.isArray(value)) return value.map((item, index) => mapTexts(item, change, [...path, index]))
  if (!isRecord(value)) return typeof value === 'string' ? change(value, path) : value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, mapTexts(item, change, [...path, name])]),
  )
}

/** A variable name for the secret member of each object; equal names get a few digits of a hash. */
export function variableNames(
  names: readonly string[],
  member: string,
  digest: (text: string) => string,
): ReadonlyMap<string, string> {
  const suffix = (member.split('.').at(-1) ?? member).replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  const slugs = new Map([...new Set(names)].map((name) => [name, slugOf(name)]))
  const bySlug = Map.groupBy(slugs.values(), (slug) => slug)
  return new Map(
    [...slugs].map(([name, slug]) => {
      const unique =
        slug !== '' && bySlug.get(slug)?.length === 1
          ? slug
          : [slug, digest(name)].filter((part) => part !== '').join('_')
      return [name, `${VARIABLE_PREFIX}${unique}_${suffix}`]
    }),
  )
}

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
}
