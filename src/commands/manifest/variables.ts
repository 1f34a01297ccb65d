/** `${NAME}` in manifests: what may be put in, and where. */

export interface Variables {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Names that `--env-allow` gave. */
  readonly allowed: readonly string[]
  /** The program's own keys: never put in, under whatever name. */
  readonly ownKeys: readonly string[]
}

export const VARIABLE_PREFIX = 'TXWARDEN_SECRET_'

/** A dollar more in front, and it is text. */
const REFERENCE = /(\$*)\$\{(\w+)\}/g
const WHOLE = /^\$\{([^}]*)\}$/

type Read = { readonly value: string } | { readonly fault: string }

/** The name in a text that is one reference and nothing else. */
export function referenceIn(text: string): string | undefined {
  return WHOLE.exec(text)?.[1]
}

/**
 * The value of a secret member. A variable is the whole of it or nothing: put into a longer text, one line in a pull
 * request could send it to somebody else's address.
 */
export function secretValue(text: string, variables: Variables): Read {
  const name = referenceIn(text)
  if (name === undefined)
    return hasReference(text) ? { fault: 'a variable is the whole value, with nothing around it' } : literalValue(text)
  const fault = nameFault(name, variables.allowed)
  if (fault) return { fault: `\${${name}} ${fault}` }
  const value = variables.env[name]
  if (!value) return { fault: `variable ${name} is not set` }
  if (variables.ownKeys.includes(value)) return { fault: `variable ${name} holds an API key of this program` }
  return { value }
}

/** The value of any other member. */
export function literalValue(text: string): Read {
  if (hasReference(text))
    return {
      fault:
        'has a variable, and those are for webhookUrl and attributes.token only (a dollar more makes it plain text)',
    }
  return { value: text.replace(REFERENCE, (whole, dollars: string) => (dollars === '' ? whole : whole.slice(1))) }
}

/** A text as it has to stand in a manifest to be read as it is. */
export function writtenText(text: string): string {
  return text.replace(REFERENCE, (whole) => `$${whole}`)
}

function hasReference(text: string): boolean {
  return [...text.matchAll(REFERENCE)].some(([, dollars]) => dollars === '')
}

function nameFault(name: string, allowed: readonly string[]): string | undefined {
  if (!/^[A-Za-z_]\w*$/.test(name)) return 'is not the name of a variable'
  if (name.startsWith(VARIABLE_PREFIX)) return undefined
  // Where the case of variables does not matter, another spelling is the same variable.
  if (/^TXWARDEN_/i.test(name)) return "is one of this program's own variables, which never go into a manifest"
  if (allowed.includes(name)) return undefined
  return `is not a name that starts with ${VARIABLE_PREFIX}; --env-allow ${name} lets it in`
}

/**
 * A name for the variable of each secret member, made of the object's name; where two would be the same, a few digits
 * of a hash tell them apart.
 */
export function variableNames(
  names: readonly string[],
  member: string,
  digest: (text: string) => string,
): ReadonlyMap<string, string> {
  const ending = (member.split('.').at(-1) ?? member).replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  const slugs = new Map([...new Set(names)].map((name) => [name, slugOf(name)]))
  const counts = new Map<string, number>()
  for (const slug of slugs.values()) counts.set(slug, (counts.get(slug) ?? 0) + 1)
  return new Map(
    [...slugs].map(([name, slug]) => {
      const told =
        slug !== '' && counts.get(slug) === 1 ? slug : [slug, digest(name)].filter((part) => part !== '').join('_')
      return [name, `${VARIABLE_PREFIX}${told}_${ending}`]
    }),
  )
}

function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
}
